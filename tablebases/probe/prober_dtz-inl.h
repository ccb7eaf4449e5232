// The distance to the next zeroing move of a probe.
#pragma once

#include <algorithm>

#include "tablebases/probe/prober.h"

namespace bookends::tables {

template <const Rules& R>
int Prober<R>::dtz(const Board<R>& board, Result5 ours, int stop) {
  if constexpr (R.en_passant)
    if (board.en_passant() != kNoSquare) return dtz_with_en_passant(board, ours);
  return dtz_here(board, ours, stop);
}

// `stop`: for a win any number that is not above it will do when that is reached.
template <const Rules& R>
int Prober<R>::dtz_here(const Board<R>& board, Result5 ours, int stop) {
  const Spot spot = tables_.locate(board);
  if constexpr (R.syzygy)
    if (spot.syzygy != nullptr && (spot.table == nullptr || !spot.table->has_dtz)) return syzygy_dtz(board, spot, ours);
  if (spot.table == nullptr || !spot.table->has_dtz) return -1;
  const auto stored = [&] { return stored_dtz(*spot.side, spot.side->order->number(spot.squares), ours); };
  if (ours < kDrawn) return spot.side->dtz ? stored() : searched_dtz(board, spot, ours);
  // Where a zeroing move is best, what is stored is anything; but the truth is then at_once().
  if (spot.side->dtz && stop >= at_once(ours)) {
    const int plies = stored();
    if (plies <= stop && !damaged_) return std::max(plies, at_once(ours));
  }
  if (may_convert(board) && some_move_reaches<Which::conversions>(board, -ours)) return at_once(ours);
  if (board.pieces(board.turn(), Kind::pawn) != 0 && some_move_reaches<Which::pawn_steps>(board, -ours))
    return at_once(ours);
  if (!spot.side->dtz) return searched_dtz(board, spot, ours);
  const int plies = stored();
  return plies < 0 ? damage() : plies;
}

template <const Rules& R>
template <Which which>
bool Prober<R>::some_move_reaches(const Board<R>& board, Result5 theirs) {
  bool found = false;
  visit_steps<which>(board, [&](const Step<R>& step) { return found = result(step.board(), Scale::five) == theirs; });
  return found;
}

// -1 where the file says that it is no such win: then a zeroing move is best.
template <const Rules& R>
int Prober<R>::stored_dtz(const Side& side, std::uint64_t number, Result5 ours) {
  const auto found = tables_.lookup().ranked_result(side.wdl, side.dtz, number);
  if (!found) return damage();
  if (found->stored == TableLookup::draw) return -1;
  const auto stored = tables_.lookup().ranked_value(side.dtz, number, found->rank);
  if (!stored) return damage();
  rounded_ = rounded_ || side.dtz.step != 1;
  return static_cast<int>(*stored * side.dtz.step) + (ours > kDrawn ? 1 : 0);
}

// As bound_dtm. A stored DTZ is right where no zeroing move is best, which is known for losses; if one is, the truth
// is at_once().
template <const Rules& R>
auto Prober<R>::bound_dtz(const Spot& spot, const Step<R>& step, std::uint64_t number, Result5 ours, int& best)
    -> Bound {
  const Side& other = spot.other_side();
  const int plies = stored_dtz(other, number, -ours) + 1;
  if (ours < kDrawn) {
    const int at_most = std::max(plies, at_once(ours) + 1);
    return at_most <= best ? Bound::skip : Bound::open;
  }
  if (plies == 0 || plies >= best || stored_result(other, number, Scale::three) != kLost) return Bound::skip;
  if (may_convert(step.board())) return Bound::open;
  best = plies;
  return Bound::exact;
}

// By quiet moves for a win, since no zeroing move reaches it; by all moves for a loss, of which the longest counts.
template <const Rules& R>
int Prober<R>::searched_dtz(const Board<R>& board, const Spot& spot, Result5 ours) {
  const bool won = ours > kDrawn;
  int best = won ? kFar : 0;
  bool unknown = false;
  const Side* other = spot.table != nullptr ? &spot.other_side() : nullptr;
  const auto prepare = [&](const Step<R>& step) {
    if (other == nullptr || !other->dtz || zeroes(step.type) || !is_near(spot, step)) return kFarAway;
    const std::uint64_t number = other->order->number(spot.squares_after(step.from, step.to));
    tables_.lookup().prefetch_result(other->wdl, number);
    return number;
  };
  visit_steps_ahead<Which::all>(board, prepare, [&](const Step<R>& step, std::uint64_t number) {
    if (won && zeroes(step.type)) return false;
    // Of a real loss every move loses, and really.
    if (ours == kLost && zeroes(step.type)) return best = std::max(best, at_once(kWon)), false;
    if (number != kFarAway && bound_dtz(spot, step, number, ours, best) != Bound::open) return false;
    const Board<R> child = step.board();
    const Result5 theirs = ours == kLost ? kWon : result(child, Scale::five);
    if (theirs == kUnknown) return unknown = true, false;
    if (won && theirs >= kDrawn) return false;
    if (!won && theirs <= kDrawn) return damage(), false;
    const int plies = zeroes(step.type) ? at_once(theirs) - 1 : dtz(child, theirs, won ? -1 : best - 1);
    if (plies < 0)
      unknown = true;
    else
      best = won ? std::min(best, plies + 1) : std::max(best, plies + 1);
    return false;
  });
  return unknown || damaged_ ? -1 : best == kFar ? damage() : best;
}

template <const Rules& R>
int Prober<R>::dtz_with_en_passant(const Board<R>& board, Result5 ours) {
  const bool won = ours > kDrawn;
  int best = 0;
  bool unknown = false, others = false;
  visit_steps<Which::all>(board, [&](const Step<R>& step) {
    if (step.type != MoveType::en_passant) return others = true, false;
    const Board<R> child = step.board();
    const Result5 theirs = result(child, Scale::five);
    unknown = unknown || theirs == kUnknown;
    if (won ? theirs == -ours : theirs > kDrawn) best = std::max(best, at_once(theirs));
    return false;
  });
  if (won && best != 0) return best;
  if (unknown) return -1;
  if (!others) return best;
  const Board<R> here = board.without_en_passant();
  const Result5 without = result_here(here, tables_.locate(here), Scale::five);
  if (without == kUnknown) return -1;
  if (without == kDrawn || (without > kDrawn) != won) return best != 0 ? best : damage();
  const int plies = dtz_here(here, without, -1);
  return plies < 0 ? -1 : std::max(best, plies);
}

// What the board says of a DTZ that the file has rounded or does not have. Who is lost and has no move is mated, at 0;
// who has one is not. A win within the limit zeroes the clock no later than it mates. And where only the winner can
// zero the clock, or mate, it does so with a move of its own: DTZ is odd for wins and even for losses, as the file's.
template <const Rules& R>
void Prober<R>::settle_dtz(const Board<R>& board, const Spot& spot, Probed& probed) {
  const bool lost = probed.category < Category::draw;
  if (lost && (probed.dtz < 0 || (probed.dtz == 0 && probed.dtz_rounded))) {
    bool moves = false;
    visit_steps<Which::all>(board, [&](const Step<R>&) { return moves = true; });
    probed.dtz = !moves ? 0 : probed.dtz == 0 ? 1 : -1;
    probed.dtz_rounded = false;
  }
  if (!probed.dtz_rounded) return;  // where it is, there is a table
  if constexpr (R.syzygy)
    if (spot.table == nullptr || !spot.table->has_dtz) return settle_syzygy_dtz(board, spot, probed);
  const std::size_t mover = spot.side == spot.table->sides.data() ? 0 : 1;
  const bool mates = probed.value.plies >= 0 && probed.value.plies <= probed.dtz;
  if (mates || !spot.table->loser_may_zero[lost ? 1 - mover : mover]) probed.dtz_rounded = false;
}

}  // namespace bookends::tables
