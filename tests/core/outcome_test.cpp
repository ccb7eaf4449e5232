#include "core/position/outcome.h"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

#include "core/notation/move_text.h"

namespace bookends {
namespace {

template <const Rules& R>
Verdict of(const std::string& fen) {
  return verdict(Position<R>::from_fen(fen).value());
}

TEST(Verdict, MateAndStalemate) {
  EXPECT_EQ(of<games::chess>("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1").ending, Ending::checkmate);
  EXPECT_EQ(of<games::chess>("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1").outcome, Outcome::loss);
  EXPECT_EQ(of<games::chess>("k7/2Q5/2K5/8/8/8/8/8 b - - 0 1").ending, Ending::stalemate);
  EXPECT_EQ(of<games::chess>("k7/2Q5/2K5/8/8/8/8/8 b - - 0 1").outcome, Outcome::draw);
}

TEST(Verdict, StalemateIsWhatTheGameSays) {
  const std::string fen = "k4/2Q2/5/2K2/5 b - - 0 1";
  EXPECT_EQ(of<games::fragments>(fen).ending, Ending::stalemate);
  EXPECT_EQ(of<games::fragments>(fen).outcome, Outcome::loss);
  EXPECT_EQ(of<games::fragments_sd>(fen).outcome, Outcome::draw);
  EXPECT_EQ(of<games::gardner>(fen).outcome, Outcome::draw);
}

TEST(Verdict, TooLittleMaterialIsWhatTheGameSays) {
  EXPECT_EQ(of<games::fragments>("4k/5/5/5/K4 w - - 0 1").ending, Ending::too_little_material);
  EXPECT_EQ(of<games::fragments>("4k/5/5/5/KN3 w - - 0 1").ending, Ending::none);
  EXPECT_EQ(of<games::chess>("4k3/8/8/8/8/8/8/KN6 w - - 0 1").ending, Ending::too_little_material);
  EXPECT_EQ(of<games::chess>("4k3/8/8/8/8/8/8/KB6 w - - 0 1").ending, Ending::too_little_material);
  EXPECT_EQ(of<games::chess>("4k3/8/8/8/8/8/8/KNN5 w - - 0 1").ending, Ending::none);
  EXPECT_EQ(of<games::chess>("4k3/8/8/8/8/8/P7/K7 w - - 0 1").ending, Ending::none);
}

TEST(Verdict, MoveLimitDrawsUnlessMateComesFirst) {
  EXPECT_EQ(of<games::chess>("k7/8/1K6/8/8/8/8/7R w - - 99 90").ending, Ending::none);
  EXPECT_EQ(of<games::chess>("k7/8/1K6/8/8/8/8/7R w - - 100 90").ending, Ending::move_limit);
  EXPECT_EQ(of<games::chess>("k6R/8/1K6/8/8/8/8/8 b - - 100 90").ending, Ending::checkmate);
  EXPECT_EQ(of<games::fragments>("4k/5/5/5/KR3 w - - 999 900").ending, Ending::none);
}

// Plays knights out and back, which repeats the start after every four plies.
template <const Rules& R>
int cycles_until_drawn(const std::string& fen, const std::vector<std::string>& cycle) {
  Game<R> game(Position<R>::from_fen(fen).value());
  for (int n = 1; n <= 10; ++n)
    for (const std::string& move : cycle) {
      game.play(parse_uci(game.position(), move).value());
      if (game.verdict().ending == Ending::repetition) return n;
    }
  return 0;
}

TEST(Repetition, IsCountedAsTheGameSays) {
  const std::string fen = "4k/5/1p3/1P3/K4 w - - 0 1";
  const std::vector<std::string> cycle{"a1b1", "e5d5", "b1a1", "d5e5"};
  EXPECT_EQ(cycles_until_drawn<games::fragments>(fen, cycle), 4);
  EXPECT_EQ(cycles_until_drawn<games::gardner>(fen, cycle), 2);
  EXPECT_EQ(cycles_until_drawn<games::chess>(std::string(games::chess.starts[0]), {"g1f3", "g8f6", "f3g1", "f6g8"}), 2);
}

// A pawn that stands ready to capture en passant, and may not: its king would be open to the rook. The same moves are
// there when the position comes back.
TEST(Repetition, ACaptureEnPassantThatIsNotLegalIsNoRight) {
  const auto occurrences = [](const std::string& fen, const std::vector<std::string>& moves) {
    Game<games::chess> game(Position<games::chess>::from_fen(fen).value());
    for (const std::string& move : moves) game.play(parse_uci(game.position(), move).value());
    return game.occurrences();
  };
  EXPECT_EQ(occurrences("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1", {"e2e4", "a4b5", "h4h3", "b5a4", "h3h4"}), 2);
  EXPECT_EQ(occurrences("8/8/8/k7/3p3R/8/4P3/4K3 w - - 0 1", {"e2e4", "a5b5", "h4h3", "b5a5", "h3h4"}), 1);
}

// The position after a double step counts as the same one when it comes back without the right.
TEST(Repetition, AnEnPassantRightDoesNotMakeAnotherPositionInFragments) {
  const auto occurrences = []<const Rules & R>() {
    constexpr bool small = R.files == 5;
    Game<R> game(
        Position<R>::from_fen(small ? "4k/1p3/5/P4/3K1 b - - 0 1" : "4k3/8/8/8/p7/8/1P6/K7 w - - 0 1").value());
    const std::vector<std::string> moves = small ? std::vector<std::string>{"b4b2", "d1e1", "e5d5", "e1d1", "d5e5"}
                                                 : std::vector<std::string>{"b2b4", "e8d8", "a1b1", "d8e8", "b1a1"};
    for (const std::string& move : moves) game.play(parse_uci(game.position(), move).value());
    return game.occurrences();
  };
  EXPECT_EQ(occurrences.operator()<games::fragments>(), 2);
  EXPECT_EQ(occurrences.operator()<games::chess>(), 1);
}

TEST(Counting, PiecesHonourMatchesTheExampleOfTheRules) {
  auto p = Position<games::makruk>::from_fen("k7/8/8/8/8/8/8/2R3K1 w - - 0 1").value();
  p.play(parse_uci(p, "c1c2").value());
  EXPECT_EQ(p.fen(), "k7/8/8/8/8/8/2R5/6K1 b - 32 6 1");
}

// How many moves the chaser makes from here before the count runs out, when both sides move only their Khun.
int chaser_moves(Position<games::makruk> p, Color chaser) {
  for (int moves = 0; moves < 100;) {
    if (rule_draw(p) == Ending::counting) return moves;
    const MoveList list = p.legal_moves();
    Move quiet;
    for (const Move m : list)
      if (p.at(m.from()).kind() == Kind::king && !p.is_capture(m)) quiet = m;
    if (!quiet) return -1;
    moves += p.turn() == chaser;
    p.play(quiet);
  }
  return -2;
}

struct CountCase {
  std::string fen;
  int moves;
};
void PrintTo(const CountCase& c, std::ostream* out) { *out << c.fen; }
class PiecesHonour : public testing::TestWithParam<CountCase> {};
TEST_P(PiecesHonour, GivesTheChaserLimitMinusPiecesMoves) {
  // White captures the last piece of Black, which has the bare Khun from then on.
  auto p = Position<games::makruk>::from_fen(GetParam().fen).value();
  p.play(parse_uci(p, "a1a2").value());
  EXPECT_TRUE(p.count().running());
  EXPECT_EQ(chaser_moves(p, Color::white), GetParam().moves);
}
INSTANTIATE_TEST_SUITE_P(Limits, PiecesHonour,
                         testing::Values(CountCase{"7k/8/8/8/8/8/m7/R1R4K w - - 0 1", 4},
                                         CountCase{"7k/8/8/8/8/8/m7/R6K w - - 0 1", 13},
                                         CountCase{"7k/8/8/8/8/8/m7/K1S2S2 w - - 0 1", 18},
                                         CountCase{"7k/8/8/8/8/8/m7/K1N2N2 w - - 0 1", 28},
                                         CountCase{"7k/8/8/8/8/8/m7/K1S5 w - - 0 1", 41},
                                         CountCase{"7k/8/8/8/8/8/m7/K1N5 w - - 0 1", 61}));

TEST(Counting, TheBareKhunTakingTheLastBiaGivesOneMoveMore) {
  auto p = Position<games::makruk>::from_fen("8/8/8/8/6kP/8/8/R3K3 b - - 0 1").value();
  p.play(parse_uci(p, "g4h4").value());
  EXPECT_EQ(p.count(), (Count{32, 5}));
  EXPECT_EQ(chaser_moves(p, Color::white), 14);
}

TEST(Counting, IsFrozenByLaterCapturesAndAbsentWithBia) {
  auto p = Position<games::makruk>::from_fen("8/8/8/8/8/2k5/8/3N1S1K b - 32 8 1").value();
  p.play(parse_uci(p, "c3d2").value());
  p.play(parse_uci(p, "h1h2").value());
  p.play(parse_uci(p, "d2d1").value());
  EXPECT_EQ(p.count(), (Count{32, 11}));
  auto with_bia = Position<games::makruk>::from_fen("7k/8/8/8/8/P7/8/R6K w - - 0 1").value();
  with_bia.play(parse_uci(with_bia, "a1a2").value());
  EXPECT_FALSE(with_bia.count().running());
}

TEST(Counting, BoardsHonourIsSixtyFourMovesOfTheWeakerSide) {
  auto p = Position<games::makruk>::from_fen("6nk/8/8/8/8/8/8/RR5K w - - 0 1").value();
  p.play(parse_uci(p, "a1a2").value());
  EXPECT_EQ(p.count(), (Count{128, 0}));
  // Losing the knight starts the count of pieces' honour instead.
  auto q = Position<games::makruk>::from_fen("6nk/8/8/8/8/8/8/RR4RK w - 128 20 1").value();
  q.play(parse_uci(q, "g1g8").value());
  EXPECT_EQ(q.count(), (Count{16, 10}));
}

}  // namespace
}  // namespace bookends
