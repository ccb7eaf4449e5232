#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <span>
#include <vector>

#include "core/eval/evaluate.h"
#include "core/eval/weights/games.h"
#include "core/search/tree/exchange.h"
#include "tests/search/helpers.h"
#include "tests/support/playout.h"

namespace bookends {
namespace {

template <const Rules& R>
void check_symmetry() {
  const Position<R> p = random_position<R>(120);
  RC_ASSERT(evaluate(p) == evaluate(mirrored(p)));
}

RC_GTEST_PROP(Evaluation, IsTheSameForTheMirroredPosition, ()) {
  for (const Rules* rules : all_games()) with_game(*rules, []<const Rules & R>() { check_symmetry<R>(); });
}

RC_GTEST_PROP(Evaluation, OfAWideWindowIsExact, ()) {
  for (const Rules* rules : all_games())
    with_game(*rules, []<const Rules & R>() {
      const Position<R> p = random_position<R>(80);
      RC_ASSERT(evaluate_within(p, -kInfinite, kInfinite, weights<R>) == evaluate(p));
    });
}

// Outside the window the lazy value need not be exact, but must say on which side the position is.
TEST(Evaluation, LazyValuesAreOnTheRightSideOfTheWindow) {
  for_every_game([]<const Rules & R>() {
    int lazy = 0;
    for (unsigned seed = 0; seed < 300; ++seed) {
      const Position<R> p = playout<R>(seed, 10 + static_cast<int>(seed % 50));
      const Score exact = evaluate(p), rough = evaluate_within(p, 900, 901, weights<R>),
                  below = evaluate_within(p, -901, -900, weights<R>);
      if (rough != exact) ++lazy;
      EXPECT_FALSE(rough <= 900 && exact > 1250) << p.fen();
      EXPECT_FALSE(below >= -900 && exact < -1250) << p.fen();
    }
    EXPECT_GT(lazy, 0) << "the lazy way was never taken";
  });
}

TEST(Evaluation, CountsMaterialForTheSideToMove) {
  for_every_game([]<const Rules & R>() {
    auto setup = Position<R>::start().setup();
    for (Square s = 0; s < R.squares(); ++s) {
      Occupant& o = setup.board[static_cast<std::size_t>(s)];
      if (!o.empty() && o.color() == Color::black && o.kind() == Kind::rook) o = Occupant();
    }
    setup.castling &= 3;
    const auto up = Position<R>::from_setup(setup).value();
    EXPECT_GT(evaluate(up), 300);
    setup.turn = Color::black;
    const auto down = Position<R>::from_setup(setup);
    if (down) {
      EXPECT_LT(evaluate(*down), -300);
    }
  });
}

TEST(Evaluation, KnowsThatAPawnCannotBeCaught) {
  using P = Position<games::fragments>;
  const auto free = P::from_fen("4k/5/P4/5/4K w - - 0 1").value();
  const auto caught = P::from_fen("1k3/5/P4/5/4K b - - 0 1").value();
  EXPECT_GT(evaluate(free), 500);
  EXPECT_GT(evaluate(caught), -500);
}

TEST(Evaluation, TermsAddUp) {
  for_every_game([]<const Rules & R>() {
    for (unsigned seed = 0; seed < 50; ++seed) {
      const Position<R> p = playout<R>(seed, 10 + static_cast<int>(seed));
      const std::vector<TermValue> terms = explain_evaluation(p, weights<R>);
      const EvaluationParts parts = evaluation_parts(p, weights<R>);
      ASSERT_GE(terms.size(), 8u);
      EXPECT_EQ(terms.front().name, "material, squares");
      EXPECT_EQ(terms.front().white - terms.front().black, parts.tables) << p.fen();
      Phased others;
      for (const TermValue& term : std::span(terms).subspan(1)) others += term.white - term.black;
      EXPECT_EQ(others, parts.terms) << p.fen();
    }
  });
}

TEST(Exchange, CountsTheWholeSequence) {
  using P = Position<games::chess>;
  struct Case {
    std::string_view fen, move;
    int gain;  // in this game's own values: what the sequence wins exactly
  };
  const int pawn = exchange_value<games::chess>(Kind::pawn), knight = exchange_value<games::chess>(Kind::knight);
  const int rook = exchange_value<games::chess>(Kind::rook);
  const Case cases[] = {
      {"1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", pawn},
      {"1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", pawn - knight},
      {"4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "e4d5", rook},
      {"4k3/8/2p5/3r4/4P3/8/8/4K3 w - - 0 1", "e4d5", rook - pawn},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.fen));
    const auto p = P::from_fen(c.fen).value();
    const Move move = parse_uci(p, c.move).value();
    EXPECT_TRUE(exchange_gains(p, move, c.gain));
    EXPECT_FALSE(exchange_gains(p, move, c.gain + 1));
  }
}

// A game that has no weights of its own gets sensible ones.
constexpr Rules renamed(Rules r) {
  r.name = "another";
  return r;
}
constexpr Rules kAnother = renamed(games::chess);
constexpr Rules kAnotherSmall = renamed(games::gardner);

TEST(GenericWeights, ArePlausible) {
  const auto& chess = weights<kAnother>;
  const auto check = [](Phased material, int least, int most) {
    EXPECT_GE(material.middle, least);
    EXPECT_LE(material.middle, most);
  };
  check(chess.material[slot(Kind::pawn)], 80, 120);
  check(chess.material[slot(Kind::knight)], 270, 370);
  check(chess.material[slot(Kind::bishop)], 290, 400);
  check(chess.material[slot(Kind::rook)], 450, 600);
  check(chess.material[slot(Kind::queen)], 800, 1050);
  EXPECT_EQ(chess.full_men, 30);
  const auto& small = weights<kAnotherSmall>;
  EXPECT_GT(small.material[slot(Kind::queen)].middle, small.material[slot(Kind::rook)].middle);
  EXPECT_GT(small.material[slot(Kind::rook)].middle, small.material[slot(Kind::knight)].middle);
  EXPECT_GT(small.material[slot(Kind::knight)].middle, small.material[slot(Kind::pawn)].middle);
  EXPECT_FALSE(small.mobility[slot(Kind::rook)].zero());
}

}  // namespace
}  // namespace bookends
