// The PGN file in which a command keeps its games: those that are in it already, from which it goes on, and those that
// it adds. Without a path nothing is kept.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/games.h"
#include "tools/match/match.h"
#include "tools/match/pgn_file.h"
#include "tools/match/pgn_game.h"
#include "tools/match/standing.h"

namespace bookends::match {

// A match whose games are kept. A file may hold those of several matches, one match after the other.
struct KeptMatch {
  MatchSettings* settings;  // its first_game becomes the first that is not there yet
  Standing* standing;       // gets the games that are there
};

template <const Rules& R>
class GameStore {
 public:
  // `event` is that of all its games.
  GameStore(std::string path, std::string_view event, bool resume)
      : path_(std::move(path)), event_(event), resume_(resume) {}

  // What can be said before minutes are spent on openings; nothing is changed. Errors: invalid_argument, io.
  Result<void> check() const;
  // Makes the file, or takes over the games in one that is there: these must be the first that the matches would play
  // from the openings. Returns how many, or nothing of a new file. Errors: invalid_argument, io.
  Result<std::optional<int>> open(std::span<const KeptMatch> matches, const std::vector<Position<R>>& openings);
  Result<void> add(const MatchSettings& settings, const GameRecord& game);

 private:
  struct NextGame {
    const KeptMatch* match;
    GameRecord game;
  };

  bool is_there() const;
  Error of_another_match(const Error& error) const;
  PgnFrame frame_of(const MatchSettings& settings, const GameRecord& game) const;
  Result<NextGame> next_game(std::span<const KeptMatch> matches, const std::vector<Position<R>>& openings) const;
  Result<int> resume(std::span<const KeptMatch> matches, const std::vector<Position<R>>& openings);
  Result<void> check_rest(std::string_view rest, std::span<const KeptMatch> matches,
                          const std::vector<Position<R>>& openings) const;

  std::string path_;
  std::string event_;
  bool resume_;
  std::optional<PgnFile> file_;
};

#define BOOKENDS_EXTERN_GAME_STORE(game) extern template class GameStore<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_GAME_STORE)
#undef BOOKENDS_EXTERN_GAME_STORE

}  // namespace bookends::match
