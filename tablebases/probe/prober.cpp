#include "tablebases/probe/prober.h"

#include <algorithm>

#include "tablebases/material/counted.h"

namespace bookends::tables {
namespace {

constexpr Result5 kNone = -50;                         // worse than any result
constexpr int kFar = 1 << 24;                          // longer than any distance
constexpr std::uint64_t kFarAway = ~std::uint64_t{0};  // no number of a near position (Prober::is_near)

constexpr Result5 value_of(TableLookup::Stored stored) {
  return stored == TableLookup::win ? kWon : stored == TableLookup::loss ? kLost : kDrawn;
}

}  // namespace

template <const Rules& R>
Result5 Prober<R>::no_answer(const Board<R>& board) {
  if (!has_missing_) missing_ = board.material();
  has_missing_ = true;
  return kUnknown;
}

// -1 is no distance.
template <const Rules& R>
int Prober<R>::damage() {
  damaged_ = true;
  return -1;
}

// ----- Results

template <const Rules& R>
Result5 Prober<R>::result(const Board<R>& board, Scale scale) {
  if constexpr (R.en_passant)
    if (board.en_passant() != kNoSquare) return result_with_en_passant(board, scale);
  return result_here(board, scale);
}

template <const Rules& R>
Result5 Prober<R>::result_here(const Board<R>& board, Scale scale) {
  const Spot spot = tables_.locate(board);
  if (spot.dead) return kDrawn;
  if (spot.table == nullptr) return no_answer(board);
  Result5 best = kNone;
  if (!spot.side->wdl) {
    best = best_result<Which::all>(board, spot, scale);
  } else {
    if (may_convert(board)) best = best_result<Which::conversions>(board, spot, scale);
    if (best == kWon || best == kUnknown) return best;
    const Result5 stored = stored_result(*spot.side, spot.side->order->number(spot.squares), scale);
    if (stored == kUnknown) return kUnknown;
    best = std::max(best, stored);
  }
  // A table that knows nothing of the limit cannot tell one that does what is won under it.
  if (kLimited && scale == Scale::five && limit_known_ && !spot.table->knows_limit && best != kDrawn)
    return no_answer(board);
  return best;
}

template <const Rules& R>
Result5 Prober<R>::stored_result(const Side& side, std::uint64_t number, Scale scale) {
  if (kLimited && scale == Scale::five && side.cursed) {
    const auto found = tables_.lookup().ranked_result(side.wdl, side.cursed, number);
    if (!found) return damage(), kUnknown;
    if (found->stored == TableLookup::draw) return kDrawn;
    const auto cursed = tables_.lookup().ranked_value(side.cursed, number, found->rank);
    if (!cursed) return damage(), kUnknown;
    return value_of(found->stored) / (*cursed != 0 ? 2 : 1);
  }
  const auto found = tables_.lookup().result(side.wdl, number);
  if (!found) return damage(), kUnknown;
  return value_of(*found);
}

// The best move, or conversion. A missing table counts only when what it holds back could be better. What is stored of
// a position is never better than the truth, for the side to move there: that alone leaves out most moves.
template <const Rules& R>
template <Which which>
Result5 Prober<R>::best_result(const Board<R>& board, const Spot& spot, Scale scale) {
  Result5 best = kNone;
  bool unknown = false;
  const auto visit = [&](const Step<R>& step) {
    const Board<R> child = step.board();
    Result5 theirs = reply(step, child, scale);
    if (kLimited && scale == Scale::five && !zeroes(step.type) && spot.side->over_limit)
      theirs = under_limit(child, theirs);
    if (theirs == kUnknown)
      unknown = true;
    else
      best = std::max(best, -theirs);
    return best == kWon;
  };
  if constexpr (which == Which::all) {
    const Side& other = spot.other_side();
    visit_steps_ahead<which>(
        board,
        [&](const Step<R>& step) {
          if (!other.wdl || !is_near(spot, step)) return kFarAway;
          const std::uint64_t number = other.order->number(spot.squares_after(step.from, step.to));
          tables_.lookup().prefetch_result(other.wdl, number);
          return number;
        },
        [&](const Step<R>& step, std::uint64_t number) {
          const bool known = number != kFarAway && best >= kDrawn;
          return known && -stored_result(other, number, Scale::three) <= best ? false : visit(step);
        });
  } else {
    visit_steps<which>(board, visit);
  }
  if (best == kWon) return kWon;
  if (unknown) return kUnknown;
  return which == Which::all && best == kNone ? without_moves(board) : best;
}

// The result after a move, for the side that is to move then.
template <const Rules& R>
Result5 Prober<R>::reply(const Step<R>& step, const Board<R>& child, Scale scale) {
  const Result5 theirs = result(child, scale);
  if constexpr (R.counting != Counting::none)
    if (converts(step.type) && theirs != kDrawn && theirs != kUnknown) return under_count(*step.before, child, theirs);
  return theirs;
}

// A conversion that begins a count draws when the mate does not come within it.
template <const Rules& R>
Result5 Prober<R>::under_count(const Board<R>& board, const Board<R>& child, Result5 theirs) {
  const int longest =
      longest_mate_that_counts(R, counts_of(board.material()), counts_of(child.material()), child.turn());
  if (longest == kNoLimit) return theirs;
  const int plies = dtm(child, theirs == kWon, theirs == kWon ? longest : longest + 1);
  if (plies < 0) return kUnknown;
  return plies > longest ? kDrawn : theirs;
}

// What a result after a quiet move is worth before it: it may be just within the limit there, and beyond it here.
template <const Rules& R>
Result5 Prober<R>::under_limit(const Board<R>& child, Result5 theirs) {
  if (theirs != kWon && theirs != kLost) return theirs;
  const int plies = dtz(child, theirs, -1);
  if (plies < 0) return kUnknown;
  return plies + 1 > kLimit ? theirs / 2 : theirs;
}

template <const Rules& R>
Result5 Prober<R>::without_moves(const Board<R>& board) const {
  return R.stalemate == Stalemate::loses || board.in_check() ? kLost : kDrawn;
}

// The tables know the position without its right. The right adds the en passant captures; and when there is no other
// legal move, what the tables say (that the side to move is mated or stalemated) is not so.
template <const Rules& R>
Result5 Prober<R>::result_with_en_passant(const Board<R>& board, Scale scale) {
  Result5 best = kNone;
  bool unknown = false, others = false;
  visit_steps<Which::all>(board, [&](const Step<R>& step) {
    if (step.type != MoveType::en_passant) return others = true, false;
    const Board<R> child = step.board();
    const Result5 theirs = result(child, scale);
    unknown = unknown || theirs == kUnknown;
    if (theirs != kUnknown) best = std::max(best, -theirs);
    return false;
  });
  if (best == kWon) return kWon;
  if (others || (best == kNone && !unknown)) {
    const Result5 here = result_here(board.without_en_passant(), scale);
    if (here == kWon) return kWon;
    unknown = unknown || here == kUnknown;
    best = std::max(best, here);
  }
  return unknown ? kUnknown : best;
}

// ----- Distance to mate

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

// A stored distance is right unless a conversion is quicker to win, or takes longer to lose; then it is not better than
// the truth. So all of it is a search for the least or greatest number, which can stop where the caller has a better
// one.
template <const Rules& R>
int Prober<R>::dtm_here(const Board<R>& board, bool won, int stop) {
  const Spot spot = tables_.locate(board);
  if (spot.table == nullptr || !spot.table->has_dtm) return -1;
  const bool stored = static_cast<bool>(spot.side->dtm);
  int best = won ? kFar : 0;
  if (stored) best = stored_dtm(*spot.side, spot.side->dtm_order->number(spot.squares), won);
  if (best < 0) return -1;
  const auto enough = [&] { return won ? best <= stop : best >= stop; };
  bool unknown = false;
  const auto visit = [&](const Step<R>& step) {
    const Board<R> child = step.board();
    if (won) {
      const Result5 theirs = reply(step, child, Scale::three);
      unknown = unknown || theirs == kUnknown;
      if (theirs == kUnknown || theirs >= kDrawn) return false;
    }
    const int plies = dtm(child, !won, best - 1);
    if (plies < 0)
      unknown = true;
    else
      best = won ? std::min(best, plies + 1) : std::max(best, plies + 1);
    return enough();
  };
  const Side& other = spot.other_side();
  if (!stored)
    visit_steps_ahead<Which::all>(
        board,
        [&](const Step<R>& step) {
          if (!other.dtm || !is_near(spot, step)) return kFarAway;
          const std::uint64_t number = other.dtm_order->number(spot.squares_after(step.from, step.to));
          tables_.lookup().prefetch_value(other.dtm, number);
          return number;
        },
        [&](const Step<R>& step, std::uint64_t number) {
          const bool known = number != kFarAway && bound_dtm(spot, step, number, won, best) != Bound::open;
          return known ? enough() : visit(step);
        });
  else if (!enough() && may_convert(board))
    visit_steps<Which::conversions>(board, visit);
  if (enough()) return best;
  if (unknown || damaged_) return -1;
  return best == kFar ? damage() : best;
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
    const Result5 ours = result_here(here, Scale::three);
    if (ours == kUnknown)
      unknown = true;
    else if ((ours > kDrawn) == won && ours != kDrawn)
      take(dtm_here(here, won, won ? -1 : INT_MAX));
  }
  return unknown ? -1 : best == kFar ? damage() : best;
}

// ----- Distance to the next zeroing move

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
  const Side& other = spot.other_side();
  const auto prepare = [&](const Step<R>& step) {
    if (!other.dtz || zeroes(step.type) || !is_near(spot, step)) return kFarAway;
    const std::uint64_t number = other.order->number(spot.squares_after(step.from, step.to));
    tables_.lookup().prefetch_result(other.wdl, number);
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
  const Result5 without = result_here(here, Scale::five);
  if (without == kUnknown) return -1;
  if (without == kDrawn || (without > kDrawn) != won) return best != 0 ? best : damage();
  const int plies = dtz_here(here, without, -1);
  return plies < 0 ? -1 : std::max(best, plies);
}

// ----- All together

template <const Rules& R>
Probed Prober<R>::probe(const Board<R>& board, Wanted wanted) {
  const Spot spot = tables_.locate(board);
  limit_known_ = kLimited && spot.table != nullptr && spot.table->knows_limit;
  const Result5 found = result(board, limit_known_ ? Scale::five : Scale::three);
  Probed probed;
  if (found == kUnknown) {
    probed.status = damaged_ ? ProbeStatus::damaged : ProbeStatus::no_table;
    return probed;
  }
  probed.category = static_cast<Category>(found);
  probed.value.wdl = wdl_of(probed.category);
  if (found == kDrawn) {
    if (wanted.dtz && kLimited) probed.dtz = 0;
    return probed;
  }
  if (wanted.dtm) probed.value.plies = dtm(board, found > kDrawn, found > kDrawn ? -1 : INT_MAX);
  if constexpr (kLimited)
    if (wanted.dtz && limit_known_) probed.dtz = dtz(board, found, -1);
  probed.dtz_rounded = rounded_ && probed.dtz >= 0;
  if (damaged_) probed.status = ProbeStatus::damaged;
  return probed;
}

#define BOOKENDS_INSTANTIATE_PROBER(game) template class Prober<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_PROBER)
#undef BOOKENDS_INSTANTIATE_PROBER

}  // namespace bookends::tables
