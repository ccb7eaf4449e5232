#include "core/search/time.h"

#include <algorithm>

namespace bookends {

namespace {
constexpr int kExpectedMoves = 30;  // when nobody says how many are left
constexpr int kSoftPercent = 70;
constexpr int kHardPercent = 90;
constexpr int kStretch = 3;  // a move may take so many times its share when its iteration has begun
}  // namespace

TimeBudget budget_of(const Clock& clock) {
  const Milliseconds least{1};
  const Milliseconds usable = std::max(least, clock.remaining - clock.overhead);
  const int moves = clock.moves_to_go > 0 ? std::min(clock.moves_to_go, kExpectedMoves) : kExpectedMoves;
  // Each of the moves to come brings its increment and loses the overhead, which may be more.
  const Milliseconds all = clock.remaining + clock.increment * (moves - 1) - clock.overhead * moves;
  const Milliseconds share = std::clamp(all / moves, least, usable);
  // The last share of a time control may be used up, but nothing beyond it.
  const Milliseconds most = moves == 1 ? usable : usable / 2;
  const Milliseconds hard = std::min(share * kStretch, most) * kHardPercent / 100;
  const Milliseconds soft = std::min(share, most) * kSoftPercent / 100;
  return {.soft = std::max(least, soft), .hard = std::max(least, hard)};
}

TimeBudget budget_of_move(Milliseconds time, Milliseconds overhead) {
  const Milliseconds hard = std::max({Milliseconds{1}, time / 2, time - overhead});
  // What is left over of a fixed time is lost: an iteration that is cut off may still have found a better move.
  return {.soft = hard, .hard = hard};
}

}  // namespace bookends
