// What Syzygy's files say of a position of a probe, resolved by the moves that they leave to it.
#pragma once

#include <algorithm>

#include "tablebases/probe/prober.h"

namespace bookends::tables {

template <const Rules& R>
syzygy::Placement placement_of(const Board<R>& board) {
  syzygy::Placement placement;
  for (const Color c : kColors) placement.colors[slot(c)] = board.pieces(c);
  for (const Kind k : kAllKinds) placement.kinds[slot(k)] = board.pieces(k);
  placement.turn = board.turn();
  return placement;
}

// What is stored is never better than the truth, and right where no capture is better. So captures alone are looked at:
// promotions may lead to tables that nobody has.
template <const Rules& R>
Result5 Prober<R>::syzygy_result(const Board<R>& board, const Spot& spot, Scale scale) {
  Result5 best = kNone;
  if (may_convert(board)) best = best_result<Which::captures>(board, spot, scale);
  if (best == kWon || best == kUnknown) return best;
  const int stored = spot.syzygy->result(placement_of(board), spot.swapped);
  if (stored == syzygy::kNoResult) return damage(), kUnknown;
  return std::max(best, scale == Scale::five ? stored : 2 * ((stored > 0) - (stored < 0)));
}

// Stored for one side to move; of the other every move is looked at. Where a capture or pawn move wins, it is the
// answer, and what is stored says nothing. Of the mated the file says what it says of those who can zero the clock.
template <const Rules& R>
int Prober<R>::syzygy_dtz(const Board<R>& board, const Spot& spot, Result5 ours) {
  if (!spot.syzygy->has_dtz()) return -1;
  if (ours > kDrawn && (may_convert(board) || board.pieces(board.turn(), Kind::pawn) != 0)) {
    bool found = false, unknown = false;
    visit_steps<Which::all>(board, [&](const Step<R>& step) {
      if (!zeroes(step.type)) return false;
      const Result5 theirs = result(step.board(), Scale::five);
      unknown = unknown || theirs == kUnknown;
      return found = theirs == -ours;
    });
    if (found) return at_once(ours);
    if (unknown) return -1;
  }
  const syzygy::StoredDtz stored = spot.syzygy->dtz(placement_of(board), spot.swapped, ours);
  if (stored.status == syzygy::StoredDtz::Status::damaged) return damage();
  if (stored.status == syzygy::StoredDtz::Status::other_side) return searched_dtz(board, spot, ours);
  if (ours == kLost && stored.plies == 1) {
    bool moves = false;
    visit_steps<Which::all>(board, [&](const Step<R>&) { return moves = true; });
    if (!moves) return 0;
  }
  rounded_ = rounded_ || stored.rounded;
  return stored.plies;
}

// Just at the limit nothing is rounded. And where only the winner can zero the clock, or mate, DTZ is odd for wins and
// even for losses.
template <const Rules& R>
void Prober<R>::settle_syzygy_dtz(const Board<R>& board, const Spot& spot, Probed& probed) {
  const bool lost = probed.category < Category::draw;
  const std::size_t mover = (board.turn() == Color::white) == spot.swapped ? 1 : 0;
  const bool limited = cursed(probed.category) != probed.category;
  if (!tables_.loser_may_zero(spot.syzygy->ending(), lost ? 1 - mover : mover)) {
    probed.dtz += (probed.dtz % 2 != 0) == lost ? 1 : 0;
    probed.dtz_rounded = false;
  } else if (limited && probed.dtz >= kLimit) {
    probed.dtz_rounded = false;
  }
}

}  // namespace bookends::tables
