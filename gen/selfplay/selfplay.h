// Games of the search against itself, and the quiet positions in them.
//
// Game i depends on the settings and on i alone: its start is setup i modulo their number, followed by random moves;
// after that both sides search some number of nodes, to the end of an iteration, with an empty table at the start of
// the game. Games are written in order, so a file is the same for any number of threads.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/io/file.h"
#include "core/position/oracle.h"
#include "core/position/outcome.h"
#include "core/search/search.h"
#include "gen/selfplay/samples.h"

namespace bookends {

struct SelfplaySettings {
  std::vector<std::string> starts;  // FENs, at least one
  std::uint64_t nodes = 1000;       // of each search, about, on average
  std::uint64_t seed = 1;
  int every = 1;             // keep one quiet position of so many in a row of a game
  int random_plies = 8;      // at most so many random moves open a game, at least half as many
  Score unbalanced = 600;    // an opening whose first score is beyond this is replaced by another
  Score decisive = 1000;     // a game is won when so large a score has stood for decisive_plies
  int decisive_plies = 5;    //
  int played_out_every = 8;  // one game of so many goes on until the search sees its end
  Score drawish = 10;        // a game is drawn when the score was as small as this for drawish_plies ...
  int drawish_plies = 16;    //
  int drawish_after = 50;    // ... and so many plies were played
  int max_plies = 400;       // a longer game counts as drawn
  int table_plies = 0;       // so far a game goes on by the tables' moves once it, or its last line, has come to them
};

// Plays single games. One per thread.
template <const Rules& R>
class SelfPlayer {
 public:
  // `tables` may be null; it outlives the player. What it covers ends a game with its exact value, which is the score
  // of positions that follow by its own moves, too: settings.table_plies.
  // Without a net the search evaluates by the hand-made terms.
  SelfPlayer(const SelfplaySettings& settings, const Oracle<R>* tables, std::shared_ptr<const Net<R>> net = nullptr);

  // Game number i; nullopt when `stop` was set meanwhile, empty when no opening of it has a quiet position.
  std::optional<std::vector<Sample>> play(std::uint64_t i, const std::atomic<bool>& stop);

  // Of all games so far.
  std::uint64_t searches() const { return searches_; }
  std::uint64_t nodes() const { return nodes_; }

 private:
  struct Course;

  std::optional<Game<R>> open(std::uint64_t i, std::uint64_t attempt) const;
  std::vector<Sample> play_from(Game<R> game, std::uint64_t i, const std::atomic<bool>& stop);
  std::optional<GameResult> known_end(const Game<R>& game) const;
  void play_to_tables(Game<R>& game, const std::vector<Move>& line) const;
  void follow_tables(Game<R> game, GameResult result, std::vector<Sample>& samples) const;
  std::optional<GameResult> adjudicate(Course& course, Score white, bool played_out) const;

  SelfplaySettings settings_;
  std::vector<Position<R>> starts_;
  const Oracle<R>* tables_;
  Search<R> search_;
  std::uint64_t searches_ = 0;
  std::uint64_t nodes_ = 0;
};

struct SelfplayJob {
  SelfplaySettings settings;
  std::size_t positions = 0;  // how many lines the file gets
  int threads = 1;
  std::filesystem::path out;  // "-" is standard output
  // What stood there when it was decided that it may be written; nothing: whatever stands there.
  std::optional<FileStamp> before = {};
  std::string header;  // the settings as the file's first line shows them
};

struct SelfplaySummary {
  std::size_t positions = 0;
  std::uint64_t games = 0;
  std::array<std::uint64_t, 3> results{};  // by GameResult
  double nodes_per_search = 0;             // of all games, those that the file had no room for, too
};

// Plays until the file holds the positions asked for. Interrupted, it keeps the games that were finished and reports
// ErrorCode::interrupted; where a table turns out damaged it keeps those of before, and reports that. Other errors:
// invalid_argument for a start that is no position, io.
template <const Rules& R>
Result<SelfplaySummary> run_selfplay(const SelfplayJob& job, const Oracle<R>* tables, Progress& progress,
                                     const std::shared_ptr<const Net<R>>& net = nullptr);

#define BOOKENDS_EXTERN_SELFPLAY(game)                               \
  extern template class SelfPlayer<games::game>;                     \
  extern template Result<SelfplaySummary> run_selfplay<games::game>( \
      const SelfplayJob&, const Oracle<games::game>*, Progress&, const std::shared_ptr<const Net<games::game>>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_SELFPLAY)
#undef BOOKENDS_EXTERN_SELFPLAY

}  // namespace bookends
