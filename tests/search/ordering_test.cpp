// The order of moves leaves none out, names none twice, and lets nothing illegal in, whatever the hints are.
#include "core/search/tree/ordering.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <memory>

#include "tests/search/helpers.h"

namespace bookends {
namespace {

template <const Rules& R>
std::vector<std::uint16_t> all_of(MovePicker<R>& picker) {
  std::vector<std::uint16_t> bits;
  PickedMove picked;
  while (picker.next(picked)) bits.push_back(picked.move.bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

std::vector<std::uint16_t> sorted(const MoveList& moves) {
  std::vector<std::uint16_t> bits;
  for (const Move m : moves) bits.push_back(m.bits());
  std::sort(bits.begin(), bits.end());
  return bits;
}

// Moves of the position, or any sixteen bits: what another position with the same key could have left.
template <const Rules& R>
Move some_hint(const Position<R>& p) {
  const MoveList moves = p.legal_moves();
  if (*rc::gen::arbitrary<bool>()) return moves[*rc::gen::inRange(0, moves.size())];
  return Move::from_bits(*rc::gen::arbitrary<std::uint16_t>());
}

template <const Rules& R>
void check_orders(const Position<R>& p) {
  const auto history = std::make_unique<History<R>>();
  const OrderingHints hints{some_hint(p), {some_hint(p), some_hint(p)}, {}};
  MovePicker<R> all(p, hints, *history, Moves::all, p.in_check());
  RC_ASSERT(all_of(all) == sorted(p.legal_moves()));
  if (p.in_check()) return;
  MoveList captures, quiets;
  p.legal_captures(captures);
  p.legal_quiets(quiets);
  MovePicker<R> loud(p, hints, *history, Moves::captures, false);
  RC_ASSERT(all_of(loud) == sorted(captures));
  MoveList both = captures;
  for (const Move m : quiets) {
    RC_ASSERT(!captures.contains(m));
    both.add(m);
  }
  RC_ASSERT(sorted(both) == sorted(p.legal_moves()));
}

RC_GTEST_PROP(Ordering, IsAnOrderOfTheLegalMoves, ()) {
  for (const Rules* rules : all_games())
    with_game(*rules, [&]<const Rules & R>() {
      const auto p = playout<R>(*rc::gen::arbitrary<unsigned>(), *rc::gen::inRange(0, 120));
      if (p.has_legal_move()) check_orders(p);
    });
}

// Hints may be any sixteen bits, also such as look like en passant from beyond a small board.
TEST(Ordering, PassesOverHintsFromBeyondTheBoard) {
  const History<games::fragments> history;
  const auto p = position_of<games::fragments>("4k/5/5/Pp3/K4 w - b3 0 1");
  const Move beyond(Square{63}, parse_uci(p, "a2b3").value().to());
  MoveList captures;
  p.legal_captures(captures);
  const OrderingHints table_move{beyond, {}, {}}, killers{{}, {beyond, beyond}, {}};
  MovePicker<games::fragments> of_table(p, table_move, history, Moves::captures, false);
  EXPECT_EQ(all_of(of_table), sorted(captures));
  MovePicker<games::fragments> of_killers(p, killers, history, Moves::all, false);
  EXPECT_EQ(all_of(of_killers), sorted(p.legal_moves()));
}

// Castling and en passant as hints: they are the moves that are not checked cheaply.
TEST(Ordering, TakesSpecialMovesAsHints) {
  const History<games::chess> history;
  for (const auto& [fen, text] : {std::pair("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1"),
                                  std::pair("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8"),
                                  std::pair("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6")}) {
    const auto p = position_of<games::chess>(fen);
    const Move move = parse_uci(p, text).value();
    const OrderingHints hints{move, {}, {}};
    MovePicker<games::chess> picker(p, hints, history, Moves::all, false);
    PickedMove first;
    ASSERT_TRUE(picker.next(first));
    EXPECT_EQ(first.move, move);
  }
}

}  // namespace
}  // namespace bookends
