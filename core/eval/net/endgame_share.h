// What counts of a network's value, by the men on the board.
//
// Networks may overrate leads with few men, where more is drawn: they learn the scores of searches that ask them, so
// that such a mistake lasts. That of chess does.
#pragma once

#include "core/eval/net/net.h"
#include "core/eval/weights/games.h"

namespace bookends {

// A fraction of the value: Weights::net_endgame_percent of 100 with the kings alone, all of it with as many men as at
// the start, on a straight line between:
//
//     (percent * (most - men) + 100 * (men - 2)) / (100 * (most - 2))
struct EndgameShare {
  int left;
  int whole;
};
template <const Rules& R>
constexpr EndgameShare endgame_share(int men) {
  constexpr int most = most_men(R), percent = weights<R>.net_endgame_percent;
  static_assert(percent >= 0 && percent <= 100);
  return {percent * (most - men) + 100 * (men - 2), 100 * (most - 2)};
}

}  // namespace bookends
