// The distance to mate of a probe.
#pragma once

#include <algorithm>

#include "tablebases/probe/prober.h"

namespace bookends::tables {

// `stop`: for a win any number that is not above it will do when that is reached, for a loss any number not below.
template <const Rules& R>
int Prober<R>::dtm(const Board<R>& board, bool won, int stop) {
  if constexpr (R.en_passant)
    if (board.en_passant() != kNoSquare) return dtm_with_en_passant(board, won);
  return dtm_here(board, won, stop);
}

template <const Rules& R>
int Prober<R>::stored_dtm(const Side& side, std::uint64_t number, bool won) {
  const auto halved = tables_.lookup().value(side.dtm, number);
  return halved ? static_cast<int>(2 * *halved) + (won ? 1 : 0) : damage();
}

// What the stored distance after a move says of it: nothing better than `best` (skip); `best` is it now (exact); or
// that conversions must be looked at (open). A stored distance is right where there is no conversion, and never better
// than the truth; and what is not stored as lost is not lost.
template <const Rules& R>
auto Prober<R>::bound_dtm(const Spot& spot, const Step<R>& step, std::uint64_t number, bool won, int& best) -> Bound {
  const Side& other = spot.other_side();
  const int plies = stored_dtm(other, number, !won) + 1;
  if (won ? plies >= best : plies <= best) return Bound::skip;
  if (won) {
    if (!other.wdl) return Bound::open;
    const std::uint64_t at =
        other.order == other.dtm_order ? number : other.order->number(spot.squares_after(step.from, step.to));
    if (stored_result(other, at, Scale::three) != kLost) return Bound::skip;
  }
  if (may_convert(step.board())) return Bound::open;
  best = plies;
  return Bound::exact;
}

// Takes in the distance after a move. Whether that is enough.
template <const Rules& R>
bool Prober<R>::take_dtm_after(const Step<R>& step, DtmSearch& search) {
  const Board<R> child = step.board();
  if (search.won) {
    const Result5 theirs = reply(step, child, Scale::three);
    search.unknown = search.unknown || theirs == kUnknown;
    if (theirs == kUnknown || theirs >= kDrawn) return false;
  }
  const int plies = dtm(child, !search.won, search.best - 1);
  if (plies < 0)
    search.unknown = true;
  else
    search.best = search.won ? std::min(search.best, plies + 1) : std::max(search.best, plies + 1);
  return search.enough();
}

// Of a side whose distances are not stored: all moves.
template <const Rules& R>
void Prober<R>::search_all_for_dtm(const Board<R>& board, const Spot& spot, DtmSearch& search) {
  const Side& other = spot.other_side();
  visit_steps_ahead<Which::all>(
      board,
      [&](const Step<R>& step) {
        if (!other.dtm || !is_near(spot, step)) return kFarAway;
        const std::uint64_t number = other.dtm_order->number(spot.squares_after(step.from, step.to));
        tables_.lookup().prefetch_value(other.dtm, number);
        return number;
      },
      [&](const Step<R>& step, std::uint64_t number) {
        const bool known = number != kFarAway && bound_dtm(spot, step, number, search.won, search.best) != Bound::open;
        return known ? search.enough() : take_dtm_after(step, search);
      });
}

// A stored distance is right unless a conversion is quicker to win, or takes longer to lose; then it is not better than
// the truth. So all of it is a search for the least or greatest number, which can stop where the caller has a better
// one.
template <const Rules& R>
int Prober<R>::dtm_here(const Board<R>& board, bool won, int stop) {
  const Spot spot = tables_.locate(board);
  if (spot.table == nullptr || !spot.table->has_dtm) return -1;
  DtmSearch search{won, stop, won ? kFar : 0};
  if (!spot.side->dtm) {
    search_all_for_dtm(board, spot, search);
  } else {
    search.best = stored_dtm(*spot.side, spot.side->dtm_order->number(spot.squares), won);
    if (search.best < 0) return -1;
    if (!search.enough() && may_convert(board))
      visit_steps<Which::conversions>(board, [&](const Step<R>& step) { return take_dtm_after(step, search); });
  }
  if (search.enough()) return search.best;
  if (search.unknown || damaged_) return -1;
  return search.best == kFar ? damage() : search.best;
}

template <const Rules& R>
int Prober<R>::dtm_with_en_passant(const Board<R>& board, bool won) {
  int best = won ? kFar : 0;
  bool unknown = false, others = false;
  const auto take = [&](int plies) {
    unknown = unknown || plies < 0;
    if (plies >= 0) best = won ? std::min(best, plies) : std::max(best, plies);
  };
  visit_steps<Which::all>(board, [&](const Step<R>& step) {
    if (step.type != MoveType::en_passant) return others = true, false;
    const Board<R> child = step.board();
    const Result5 theirs = result(child, Scale::three);
    if (theirs != kUnknown && (theirs < kDrawn) != won) return false;
    const int plies = theirs == kUnknown ? -1 : dtm(child, !won, won ? INT_MAX : -1);
    return take(plies < 0 ? -1 : plies + 1), false;
  });
  if (others) {
    const Board<R> here = board.without_en_passant();
    const Result5 ours = result_here(here, tables_.locate(here), Scale::three);
    if (ours == kUnknown)
      unknown = true;
    else if ((ours > kDrawn) == won && ours != kDrawn)
      take(dtm_here(here, won, won ? -1 : INT_MAX));
  }
  return unknown ? -1 : best == kFar ? damage() : best;
}

}  // namespace bookends::tables
