// Counts the moves of all games of PGN files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "books/games/game_choice.h"
#include "books/games/hash_set.h"
#include "books/games/move_tally.h"
#include "books/games/part_reader.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/notation/pgn_reader.h"

namespace bookends {

struct CountSettings {
  GameChoice choice = {};
  PgnPolicy policy = PgnPolicy::lenient;
  int threads = 1;                                // changes nothing but the time
  std::uint64_t memory = std::uint64_t{2} << 30;  // bytes, about
  std::filesystem::path folder = ".";             // where moves wait that memory has no room for
};

struct GameCounts {
  std::uint64_t counted = 0;
  std::uint64_t passed_over = 0;  // by the choice of games
  std::uint64_t duplicates = 0;   // left out
};

// Games that were set aside come out in the order of the files.
template <const Rules& R>
class GameCounter {
 public:
  GameCounter(CountSettings settings, IsSetAside is_set_aside)
      : settings_(std::move(settings)),
        is_set_aside_(std::move(is_set_aside)),
        tally_(settings_.memory, settings_.folder) {}

  // A file as it is, or compressed. Errors: those of PgnParts and PgnReader; limit, for over four billion games;
  // interrupted.
  Result<void> add_file(const std::filesystem::path& path, Progress& progress);
  Result<void> add_file(PackedText file, const std::string& name, Progress& progress);
  Result<void> add_text(std::string text, const std::string& name);

  const GameCounts& counts() const { return counts_; }
  const PgnOmissions& omitted() const { return omitted_; }
  // FENs from which the games start that were counted, each once.
  const std::vector<std::string>& starts() const { return starts_; }
  std::vector<StartedGame<R>> take_set_aside() { return std::move(set_aside_); }
  // See MoveTally.
  Result<std::vector<TalliedMove>> finish(const TallyRule& rule, Progress& progress) {
    return tally_.finish(rule, settings_.threads, progress);
  }

 private:
  Result<bool> add_some(PgnParts& parts, const std::string& name);
  Result<void> commit(ReadPart<R> part);
  void add_start(const std::string& fen);
  void report(const PgnParts& parts, const std::string& name, Progress& progress) const;

  CountSettings settings_;
  IsSetAside is_set_aside_;
  MoveTally tally_;
  HashSet seen_;
  GameCounts counts_;
  PgnOmissions omitted_;
  std::vector<std::string> starts_;
  std::unordered_set<std::string> known_starts_;
  std::vector<StartedGame<R>> set_aside_;
};

#define BOOKENDS_EXTERN_GAME_COUNTER(game) extern template class GameCounter<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_GAME_COUNTER)
#undef BOOKENDS_EXTERN_GAME_COUNTER

}  // namespace bookends
