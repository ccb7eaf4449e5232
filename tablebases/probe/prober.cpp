// The result of a probe, and all of its answer. Distances are in prober_dtm-inl.h and prober_dtz-inl.h.
#include "tablebases/probe/prober.h"

#include <algorithm>
#include <array>

#include "tablebases/material/counted.h"

// The parts of the class, each with its purpose.
#include "tablebases/probe/prober_dtm-inl.h"
#include "tablebases/probe/prober_dtz-inl.h"
#include "tablebases/probe/prober_syzygy-inl.h"

namespace bookends::tables {
namespace {

// Without a branch: what is stored may still be on its way from memory, and is as hard to foresee as the game.
constexpr std::array<std::int8_t, 3> kValues = {kLost, kWon, kDrawn};  // by TableLookup::Stored
constexpr Result5 value_of(TableLookup::Stored stored) { return kValues[stored]; }

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
Result5 Prober<R>::result(const Board<R>& board, const Spot& spot, Scale scale) {
  if constexpr (R.en_passant)
    if (board.en_passant() != kNoSquare) return result_with_en_passant(board, spot, scale);
  return result_here(board, spot, scale);
}

template <const Rules& R>
Result5 Prober<R>::result_here(const Board<R>& board, const Spot& spot, Scale scale) {
  if (spot.dead) return kDrawn;
  if constexpr (R.syzygy) {
    const bool limit_missing =
        scale == Scale::five && limit_known_ && spot.table != nullptr && !spot.table->knows_limit;
    if (spot.syzygy != nullptr && (spot.table == nullptr || limit_missing)) return syzygy_result(board, spot, scale);
  }
  if (spot.table == nullptr) return no_answer(board);
  // A table that knows nothing of the limit cannot tell one that does what is won under it.
  const bool blind = kLimited && scale == Scale::five && limit_known_ && !spot.table->knows_limit;
  Result5 best = kNone;
  if (!spot.side->wdl) {
    best = best_result<Which::all>(board, spot, scale);
  } else {
    const std::uint64_t number = spot.side->order->number(spot.squares);
    tables_.lookup().prefetch_result(spot.side->wdl, number);
    best = best_result<Which::conversions>(board, spot, scale);
    if (best == kWon || best == kUnknown) return best;
    const Result5 stored = stored_result(*spot.side, number, scale);
    if (stored == kUnknown) return kUnknown;
    best = std::max(best, stored);
  }
  return blind && best != kDrawn ? no_answer(board) : best;
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
  const auto visit = [&](const Step<R>& step, const Board<R>& child) {
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
          return known && -stored_result(other, number, Scale::three) <= best ? false : visit(step, step.board());
        });
  } else if constexpr (which == Which::conversions) {
    visit_conversions(board, visit);
  } else {
    visit_steps<which>(board, [&](const Step<R>& step) { return visit(step, step.board()); });
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
Result5 Prober<R>::result_with_en_passant(const Board<R>& board, const Spot& spot, Scale scale) {
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
    const Result5 here = result_here(board.without_en_passant(), spot, scale);
    if (here == kWon) return kWon;
    unknown = unknown || here == kUnknown;
    best = std::max(best, here);
  }
  return unknown ? kUnknown : best;
}

// ----- All together

template <const Rules& R>
Probed Prober<R>::probe(const Board<R>& board, Wanted wanted) {
  const Spot spot = tables_.locate(board);
  limit_known_ = kLimited && knows_limit(spot);
  const Result5 found = result(board, spot, limit_known_ ? Scale::five : Scale::three);
  Probed probed;
  if (found == kUnknown) {
    probed.status = damaged_ ? ProbeStatus::damaged : ProbeStatus::no_table;
    return probed;
  }
  probed.category = static_cast<Category>(found);
  probed.limit_known = limit_known_;
  probed.value.wdl = wdl_of(probed.category);
  if (!wanted.dtm && !wanted.dtz && !damaged_) return probed;  // whatever the result
  if (found == kDrawn) {
    if (wanted.dtz && kLimited) probed.dtz = 0;
    return probed;
  }
  if (wanted.dtm) probed.value.plies = dtm(board, found > kDrawn, found > kDrawn ? -1 : INT_MAX);
  if constexpr (kLimited)
    if (wanted.dtz && limit_known_) probed.dtz = dtz(board, found, -1);
  probed.dtz_rounded = rounded_ && probed.dtz >= 0;
  if (damaged_)
    probed.status = ProbeStatus::damaged;
  else if (wanted.dtz && kLimited)
    settle_dtz(board, spot, probed);
  return probed;
}

#define BOOKENDS_INSTANTIATE_PROBER(game) template class Prober<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_PROBER)
#undef BOOKENDS_INSTANTIATE_PROBER

}  // namespace bookends::tables
