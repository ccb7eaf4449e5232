// All books, tables and certificates that a server answers from, by game.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/rules/rules.h"
#include "tools/probe/sources.h"

namespace bookends::serve {

struct GameSources {
  const Rules* rules = nullptr;
  ProbeSources open;
  std::string tables_folder;            // empty: no tables
  std::vector<std::string> book_files;  // as open.books
};

class Sources {
 public:
  // Books of one game are asked in their order. Errors: those of opening; invalid_argument for two folders of one game.
  static Result<Sources> open(const std::vector<std::string>& tables_folders,
                              const std::vector<std::string>& book_files,
                              const std::vector<std::string>& proof_files = {});

  const std::vector<GameSources>& games() const { return games_; }
  // Null: nothing of that game is open.
  const GameSources* find(const Rules& rules) const;

 private:
  GameSources& of_game(const Rules& rules);
  std::vector<GameSources> games_;
};

// The game of a variant as the world's servers name it: "standard" is chess. Null: none of ours.
const Rules* game_of_variant(std::string_view variant);
// The names by which a game is asked for: its own, and others that are in use.
std::vector<std::string> variants_of(const Rules& rules);

}  // namespace bookends::serve
