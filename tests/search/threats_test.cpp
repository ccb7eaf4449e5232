// What the enemy attacks, and what the order of moves makes of it.
#include "core/search/tree/threats.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <memory>

#include "core/search/tree/ordering.h"
#include "tests/search/helpers.h"

namespace bookends {
namespace {

Move move_of(const Position<games::chess>& p, std::string_view text) { return parse_uci(p, text).value(); }

// Square by square, by asking who attacks it.
template <const Rules& R>
void check_threats(const Position<R>& p) {
  const Threats<R> threats(p);
  for (Square s = 0; s < R.squares(); ++s) RC_ASSERT(contains(threats.attacked(), s) == p.attacked(s, ~p.turn()));
}

// The least that the enemy would pay with on s; more than any piece where he does not attack it.
template <const Rules& R>
int cheapest_attacker(const Position<R>& p, Square s) {
  int least = 1 << 20;
  for (const Square from : Squares(p.attackers(s, ~p.turn(), p.occupied()) & p.pieces(~p.turn())))
    if (p.at(from).kind() != Kind::king) least = std::min(least, exchange_value<R>(p.at(from).kind()));
  return least;
}

template <const Rules& R>
void check_safety(const Position<R>& p, Move m) {
  const Kind kind = p.at(m.from()).kind();
  const auto unsafe = [&](Square s) {
    return kind != Kind::king && cheapest_attacker(p, s) + 60 < exchange_value<R>(kind);
  };
  RC_ASSERT(Threats<R>(p).safety_gain(kind, m) == int{unsafe(m.from())} - int{unsafe(m.to())});
}

RC_GTEST_PROP(Threats, AreWhatTheEnemyAttacks, ()) {
  for (const Rules* rules : all_games())
    with_game(*rules, [&]<const Rules & R>() {
      const auto p = playout<R>(*rc::gen::arbitrary<unsigned>(), *rc::gen::inRange(0, 120));
      check_threats(p);
      for (const Move m : p.legal_moves()) check_safety(p, m);
    });
}

TEST(Threats, ARookFleesFromAKnightNotFromAQueen) {
  const auto by_knight = position_of<games::chess>("6k1/8/8/3n4/8/4R3/8/4K3 w - - 0 1");
  EXPECT_EQ(Threats<games::chess>(by_knight).safety_gain(Kind::rook, move_of(by_knight, "e3a3")), 1);
  EXPECT_EQ(Threats<games::chess>(by_knight).safety_gain(Kind::rook, move_of(by_knight, "e3c3")), 0);
  const auto by_queen = position_of<games::chess>("6k1/8/8/4q3/8/4R3/8/7K w - - 0 1");
  EXPECT_EQ(Threats<games::chess>(by_queen).safety_gain(Kind::rook, move_of(by_queen, "e3a3")), 0);
}

// Without experience, the first quiet move saves the piece that is worth most, and none that loses one comes early.
TEST(Threats, DecideWhichQuietMoveIsFirst) {
  const auto p = position_of<games::chess>("6k1/8/8/1p1n4/8/4Q3/8/RN2K2R w - - 0 1");
  const auto history = std::make_unique<History<games::chess>>();
  const OrderingHints none;
  MovePicker<games::chess> picker(p, none, *history, Moves::all, false);
  PickedMove picked;
  std::vector<PickedMove> order;
  while (picker.next(picked))
    if (picked.quiet) order.push_back(picked);
  ASSERT_FALSE(order.empty());
  EXPECT_EQ(p.at(order.front().move.from()).kind(), Kind::queen);
  const Threats<games::chess> threats(p);
  std::vector<int> gains;
  for (const PickedMove& quiet : order)
    gains.push_back(threats.safety_gain(p.at(quiet.move.from()).kind(), quiet.move));
  EXPECT_EQ(gains.front(), 1);
  EXPECT_EQ(gains.back(), -1);
  EXPECT_TRUE(std::is_sorted(gains.rbegin(), gains.rend()));
}

// What decides how deep a quiet move is searched is its history and half of what it does for its piece.
TEST(Threats, CountForHalfInWhatAMoveIsReducedBy) {
  const auto p = position_of<games::chess>("6k1/8/8/1p1n4/8/4Q3/8/RN2K2R w - - 0 1");
  const auto history = std::make_unique<History<games::chess>>();
  const OrderingHints none;
  MovePicker<games::chess> picker(p, none, *history, Moves::all, false);
  const Threats<games::chess> threats(p);
  PickedMove picked;
  int saving = 0, losing = 0;
  while (picker.next(picked)) {
    if (!picked.quiet) continue;
    const Kind kind = p.at(picked.move.from()).kind();
    const int gain = threats.safety_gain(kind, picked.move);
    EXPECT_EQ(picked.history, gain * kSafetyWeight * exchange_value<games::chess>(kind) / 2);
    (gain > 0 ? saving : losing) += gain != 0;
  }
  EXPECT_GT(saving, 0);
  EXPECT_GT(losing, 0);
}

// Leaving an attacked square is one thing, leaving a safe one another. What is known of squares counts twice.
TEST(History, OfSquaresKnowsWhetherTheyAreAttacked) {
  const auto history = std::make_unique<History<games::chess>>();
  const Move m = Move(0, 8);
  const Context none;
  history->reward_quiet(Color::white, Kind::rook, m, none, bit(0), 1000);
  EXPECT_EQ(history->quiet(Color::white, Kind::rook, m, none, bit(0)), 2000);
  for (const Bitboard attacked : {Bitboard{0}, bit(8), bit(0) | bit(8)})
    EXPECT_EQ(history->quiet(Color::white, Kind::rook, m, none, attacked), 0);
  EXPECT_EQ(history->quiet(Color::black, Kind::rook, m, none, bit(0)), 0);
}

// What was learned among some pawns counts among the same pawns, wherever the pieces are.
TEST(History, OfPawnsIsForTheSamePawns) {
  const auto history = std::make_unique<History<games::chess>>();
  const auto context = [](const char* fen) {
    return Context{.structure = History<games::chess>::structure_of(position_of<games::chess>(fen))};
  };
  const Context learned = context("4k3/pp6/8/8/8/8/1PP5/4K2R w - - 0 1");
  const Move m = Move(7, 15);
  history->reward_quiet(Color::white, Kind::rook, m, learned, 0, 1000);
  EXPECT_EQ(history->quiet(Color::white, Kind::rook, m, learned, 0), 3000);
  EXPECT_EQ(history->quiet(Color::white, Kind::rook, m, context("4k2r/pp6/8/8/8/8/1PP5/3QK2R w - - 0 1"), 0), 3000);
  for (const char* others : {"4k3/pp6/8/8/8/1P6/2P5/4K2R w - - 0 1", "4k3/1pp5/8/8/8/8/PP6/4K2R w - - 0 1"})
    EXPECT_EQ(history->quiet(Color::white, Kind::rook, m, context(others), 0), 2000);
}

// However often a move is rewarded, its parts stay within their bounds; a reward by squares alone moves one part.
TEST(History, StaysWithinItsBounds) {
  using H = History<games::chess>;
  const auto history = std::make_unique<H>();
  const Move m = Move(0, 8);
  const Context all{.answered = 1, .continued = 2, .structure = 3};
  for (const int bonus : {1800, -1800}) {
    for (int i = 0; i < 1000; ++i) history->reward_quiet(Color::white, Kind::rook, m, all, 0, bonus);
    const int most = history->quiet(Color::white, Kind::rook, m, all, 0);
    EXPECT_LE(std::abs(most), 4 * H::kMost);
    EXPECT_GT(most * (bonus > 0 ? 1 : -1), 3 * H::kMost);
  }
  const int before = history->quiet(Color::white, Kind::rook, m, all, 0);
  history->reward_squares(H::squares(Color::white, m, 0), 100);
  EXPECT_GT(history->quiet(Color::white, Kind::rook, m, all, 0), before + 200);
  EXPECT_GT(history->quiet(Color::white, Kind::rook, m, all, bit(0)), before + H::kMost * 9 / 10);
}

}  // namespace
}  // namespace bookends
