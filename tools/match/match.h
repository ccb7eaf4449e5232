// Plays a match: many games at once, reported in the order of their numbers.
//
// Game 2k and 2k+1 are a pair: the same opening and the same two engines with colours swapped. With more than two
// engines the first plays each of the others (a gauntlet): pair k is against opponent 1 + k % opponents, from opening
// k / opponents, so that all opponents get the same openings. Openings come again when they are used up.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "gen/uci/engine.h"
#include "gen/uci/engine_spec.h"
#include "tools/match/game/play.h"
#include "tools/match/game/record.h"

namespace bookends::match {

// Games that were over before one with a lower number was. They count when their turn comes: if whichever ends first
// counted first, short games would be preferred.
struct EarlyGames {
  std::map<int, GameRecord> there;  // from an earlier run of the match: they are not played again
  // Gets those of this run, in the order of their numbers, when it ends before their turn: interrupted, or refused what
  // a game needs. May be empty.
  std::function<Result<void>(const GameRecord&)> keep;
};

// So many games for each game at once are begun, at most, while an older one is not over. It bounds what waits in
// memory, and is lost when the program is killed.
inline constexpr int kGamesAhead = 8;

// Which program an engine is, so far as it shows: behind the same command there may be another one tomorrow.
struct EngineIdentity {
  std::string own_name;  // from "id name", where ours tells its search's signature; may be empty
  std::string net;       // as net_of() says
};

struct MatchSettings {
  std::vector<uci::EngineSpec> engines;      // at least two
  std::vector<EngineIdentity> identities{};  // of the engines; empty before check_engines()
  uci::EngineSetting engine_setting;
  PlayRules play;
  int games = 100;     // against each opponent; even
  int first_game = 0;  // games before this one were played earlier
  int concurrency = 1;
  EarlyGames early{};
};

// The total number of games.
inline int total_games(const MatchSettings& settings) {
  return settings.games * static_cast<int>(settings.engines.size() - 1);
}

// What is settled about a game before it is played: number, opening, players.
GameRecord announce_game(const MatchSettings& settings, std::size_t openings, int number);

// Gets every finished game, in the order of their numbers, never two at once; false ends the match.
using GameSink = std::function<Result<bool>(const GameRecord&)>;
// Asked for the text that follows the number of games in the progress line.
using ProgressText = std::function<std::string()>;

// Starts each engine once, to see that it can be and to learn its name; fills in names that are missing, and makes them
// different; and their identities. Returns what they said meanwhile that is meant for people, a line each:
// "engine a says: using 2 threads". Errors: those of Engine::start().
Result<std::vector<std::string>> check_engines(MatchSettings& settings, Progress& progress);

// Games that were begun when the match is ended are not counted; of those that were over before their turn, see
// EarlyGames. `openings` is not empty; `tables` may be null. Errors:
// interrupted; io, when the system refuses what a game needs (games that are over are reported before); those of the
// sink.
template <const Rules& R>
Result<void> play_match(const MatchSettings& settings, const std::vector<Position<R>>& openings,
                        const Oracle<R>* tables, const GameSink& sink, const ProgressText& text, Progress& progress);

#define BOOKENDS_EXTERN_MATCH(game)                                                                                 \
  extern template Result<void> play_match<games::game>(                                                             \
      const MatchSettings&, const std::vector<Position<games::game>>&, const Oracle<games::game>*, const GameSink&, \
      const ProgressText&, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_MATCH)
#undef BOOKENDS_EXTERN_MATCH

}  // namespace bookends::match
