// What a running count leaves of an advantage.
#pragma once

#include <algorithm>

#include "core/eval/score.h"
#include "core/position/position.h"

namespace bookends {

// The share of a value that is left, as a fraction: all of it when no count runs, less the fewer plies remain.
struct CountShare {
  int left = 1;
  int whole = 1;
};
constexpr CountShare count_share(Count count) {
  if (!count.running()) return {};
  return {16 + std::max(0, count.limit - count.plies), 16 + count.limit};
}

template <const Rules& R>
Score counted(const Position<R>& p, Score score) {
  if constexpr (R.counting == Counting::none) {
    return score;
  } else {
    const CountShare share = count_share(p.count());
    return score * share.left / share.whole;
  }
}

}  // namespace bookends
