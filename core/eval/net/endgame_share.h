// What counts of a network's value, by the men on the board.
//
// A lead is worth less the fewer men there are: more of what is left is drawn. A network does not find this out by
// itself: it learns the scores of searches that ask it, and the results of their short games have not taught it either
// (nets/README.md). It takes an ending for as good as a middle game with the same lead, and trades pieces where it
// should not.
#pragma once

#include "core/eval/net/net.h"
#include "core/eval/weights_games.h"

namespace bookends {

// A fraction: Weights::net_endgame_percent with the kings alone, all with as many men as at the start, on a straight
// line between.
struct EndgameShare {
  int left;
  int whole;
};
template <const Rules& R>
constexpr EndgameShare endgame_share(int men) {
  constexpr int most = most_men(R);
  return {weights<R>.net_endgame_percent * (most - men) + 100 * (men - 2), 100 * (most - 2)};
}

}  // namespace bookends
