// One game between two engines. The rules are ours: every move is checked, and we say when the game is over.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/position/oracle.h"
#include "core/position/outcome.h"
#include "gen/uci/engine.h"
#include "tools/match/game/adjudication.h"
#include "tools/match/game/record.h"

namespace bookends::match {

struct PlayRules {
  uci::Limits limits;  // of engines that have none of their own
  std::chrono::milliseconds margin{50};
  AdjudicationRules adjudication;
  // Of the tables that games end by; 0 = none. For the record: they are given to whoever plays.
  int table_men = 0;
  std::string table_digest{};
};

// Writes into `record` what it has to say of the position that the game begins from.
template <const Rules& R>
void set_start(const Position<R>& start, GameRecord& record);

// Plays from `start`, which is not over. `record` brings number, opening and players, and gets the rest; `tables` may
// be null. False when the game was stopped and has no result. Errors: io, when the system refuses what a game needs;
// that of the tables, when they are damaged and the game would go on without what they know. Then nobody has lost it.
template <const Rules& R>
Result<bool> play_game(const Position<R>& start, uci::Engine& white, uci::Engine& black, const PlayRules& rules,
                       const Oracle<R>* tables, GameRecord& record);

#define BOOKENDS_EXTERN_PLAY(game)                                                                                   \
  extern template void set_start(const Position<games::game>&, GameRecord&);                                         \
  extern template Result<bool> play_game(const Position<games::game>&, uci::Engine&, uci::Engine&, const PlayRules&, \
                                         const Oracle<games::game>*, GameRecord&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_PLAY)
#undef BOOKENDS_EXTERN_PLAY

}  // namespace bookends::match
