#include "core/position/fen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <ostream>

#include "core/position/position.h"
#include "tests/support/playout.h"

namespace bookends {
namespace {

struct BadFen {
  const Rules* rules;
  std::string fen;
  std::string says;  // a part of the message
};
void PrintTo(const BadFen& b, std::ostream* out) { *out << b.rules->name << " '" << b.fen << "'"; }

class WrongFen : public testing::TestWithParam<BadFen> {};
TEST_P(WrongFen, IsRefusedWithAReason) {
  const std::string message = with_game(*GetParam().rules, [&]<const Rules & R>() {
    const auto p = Position<R>::from_fen(GetParam().fen);
    EXPECT_FALSE(p.ok());
    if (p.ok()) return std::string();
    EXPECT_EQ(p.error().code, ErrorCode::invalid_argument);
    return p.error().message;
  });
  EXPECT_NE(message.find(GetParam().says), std::string::npos) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos);
}

const auto* kSmall = &games::fragments;
const auto* kMakruk = &games::makruk;
INSTANTIATE_TEST_SUITE_P(
    EveryWay, WrongFen,
    testing::Values(
        BadFen{kSmall, "", "empty"}, BadFen{kSmall, "   ", "empty"},
        BadFen{kSmall, "4k/5/5/5 w", "4 ranks; the board has 5"},
        BadFen{kSmall, "4k/5/5/5/K4/5 w", "more than 5 ranks"},
        BadFen{kSmall, "4k/5/6/5/K4 w", "rank 3 is longer than 5 squares"},
        BadFen{kSmall, "4k/5/4/5/K4 w", "rank 3 has 4 squares"}, BadFen{kSmall, "4k/5/5/5/K3x w", "rank 1 has 'x'"},
        BadFen{kSmall, "4k/5/5/5/K3S w", "pieces are PNBRQK"}, BadFen{kSmall, "5/5/5/5/K4 w", "Black has 0 kings"},
        BadFen{kSmall, "4k/5/5/5/KK3 w", "White has 2 kings"},
        BadFen{kSmall, "P3k/5/5/5/K4 w", "a pawn cannot stand on a5"},
        BadFen{kSmall, "4k/5/5/5/K2P1 w", "a pawn cannot stand on d1"},
        BadFen{kSmall, "p3k/5/5/5/K4 w", "a pawn cannot stand on a5"},
        BadFen{kSmall, "4k/5/5/5/K4 x", "it is 'w' or 'b'"},
        BadFen{kSmall, "4k/5/5/5/K4 w K", "no castling in fragments"},
        BadFen{kSmall, "4k/5/5/5/K4 w - z9", "no square of the board"},
        BadFen{kSmall, "4k/5/5/Pp3/K4 w - b4", "wrong rank"},
        BadFen{kSmall, "4k/5/5/P4/K4 w - b3", "no pawn has just stepped over b3"},
        BadFen{kSmall, "4k/1q3/5/Pp3/K4 w - b3", "not free"}, BadFen{kSmall, "4k/5/5/5/K4 w - - x", "halfmove clock"},
        BadFen{kSmall, "4k/5/5/5/K4 w - - -3 1", "halfmove clock"},
        BadFen{kSmall, "4k/5/5/5/K4 w - - 0 one", "fullmove number"},
        BadFen{kSmall, "4k/5/5/5/K4 w - - 0 1 extra", "at most 6"},
        BadFen{kSmall, "4k/5/5/4Q/K4 w - - 0 1", "the side not to move, Black, is in check"},
        BadFen{kSmall, "5/5/5/5/Kk3 w - - 0 1", "is in check"},
        BadFen{&games::chess, "4k3/8/8/8/8/8/8/4K3 w K - 0 1", "needs its king and rook"},
        BadFen{&games::chess, "4k3/8/8/8/8/8/8/4K3 w X - 0 1", "none of KQkq"},
        BadFen{kMakruk, "4k3/8/8/8/8/8/8/4K3 w - x 0 1", "counting limit"},
        BadFen{kMakruk, "4k3/8/8/8/8/8/8/R3K3 w - 20 2 1", "that the rules know"},
        BadFen{kMakruk, "4k3/8/8/8/4P3/8/8/R3K3 w - 16 2 1", "while a pawn is on the board"},
        BadFen{kMakruk, "4k3/8/8/8/8/8/8/4K3 w - 16 2 1", "between bare kings"},
        BadFen{kMakruk, "4k3/8/8/8/8/8/8/R3K3 w - 32 300 1", "halfmove clock"},
        BadFen{&games::chess, "kNQ1QQQQ/NNQ4Q/QQ5Q/K2Q3Q/Q6Q/Q6Q/Q6Q/QQQQQQQ1 w - - 0 1", "at most the 16 men"},
        BadFen{kSmall, "4k/QQQQQ/QQQQ1/QQ3/K4 b - - 0 1", "at most the 10 men"},
        BadFen{kMakruk, "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "cannot stand on a6"},
        BadFen{&games::gardner, "4k/5/5/Pp3/K4 w - b3", "no en passant in gardner"}));

TEST(Fen, MissingFieldsHaveTheirUsualMeaning) {
  EXPECT_EQ(Position<games::fragments>::from_fen("4k/5/5/5/K4")->fen(), "4k/5/5/5/K4 w - - 0 1");
  EXPECT_EQ(Position<games::fragments>::from_fen("4k/5/5/5/K4 b")->fen(), "4k/5/5/5/K4 b - - 0 1");
}

TEST(Fen, MayBeEpd) {
  for (const auto& [epd, fen] : std::vector<std::pair<std::string, std::string>>{
           {"4k/5/5/5/KR3 w - - bm Rb3; hmvc 7; fmvn 30;", "4k/5/5/5/KR3 w - - 7 30"},
           {"4k/5/5/5/KR3 w - - fmvn 30; id \"a; hmvc 9;\";", "4k/5/5/5/KR3 w - - 0 30"},
           {"4k/5/5/5/KR3 w - - 3 20 hmvc 9;", "4k/5/5/5/KR3 w - - 3 20"},
           {"4k/5/5/5/KR3 w - - ce 1;", "4k/5/5/5/KR3 w - - 0 1"}}) {
    const auto position = Position<games::fragments>::from_fen(epd);
    ASSERT_TRUE(position) << epd << ": " << position.error().message;
    EXPECT_EQ(position->fen(), fen) << epd;
  }
  EXPECT_EQ(Position<games::makruk>::from_fen("4k3/8/8/8/8/8/R7/4K3 w - 32 hmvc 6; fmvn 40;")->fen(),
            "4k3/8/8/8/8/8/R7/4K3 w - 32 6 40");
  EXPECT_FALSE(Position<games::fragments>::from_fen("4k/5/5/5/KR3 w - - hmvc x;"));
}

TEST(Fen, CastlingRightsMayNameTheFile) {
  EXPECT_EQ(Position<games::chess>::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1")->fen(),
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  EXPECT_EQ(Position<games::chess>::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w Ah - 0 1")->fen(),
            "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 0 1");
  EXPECT_FALSE(Position<games::chess>::from_fen("r3k2r/8/8/8/8/8/8/R3K1R1 w G - 0 1"));
}

TEST(Fen, KeepsAnEnPassantSquareOnlyWhereAPawnStandsReady) {
  EXPECT_EQ(Position<games::fragments>::from_fen("4k/5/5/Pp3/K4 w - b3 0 1")->fen(), "4k/5/5/Pp3/K4 w - b3 0 1");
  EXPECT_EQ(Position<games::fragments>::from_fen("4k/5/5/1p2P/K4 w - b3 0 1")->fen(), "4k/5/5/1p2P/K4 w - - 0 1");
}

// The richest position that a game of chess can reach.
TEST(Fen, TheMostMovesOfChessFitTheList) {
  const auto p = Position<games::chess>::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").value();
  EXPECT_EQ(p.legal_moves().size(), 218);
}

TEST(Fen, CarriesMakruksCount) {
  const std::string fen = "8/8/8/3k4/8/8/8/R3K3 b - 32 6 1";
  const auto p = Position<games::makruk>::from_fen(fen).value();
  EXPECT_EQ(p.count(), (Count{32, 6}));
  EXPECT_EQ(p.fen(), fen);
}

TEST(Fen, RoundTripsInEveryGame) {
  for (const Rules* rules : all_games())
    with_game(*rules, []<const Rules & R>() {
      EXPECT_TRUE(rc::check(std::string(R.name), [] {
        const auto p = random_position<R>(150);
        const auto again = Position<R>::from_fen(p.fen());
        RC_ASSERT(again.ok());
        RC_ASSERT(*again == p);
        RC_ASSERT(again->key() == p.key());
        RC_ASSERT(again->fen() == p.fen());
      }));
    });
}

// What is wrong with a setup that a function has changed.
std::string complaint(void (*change)(Setup&)) {
  Setup setup = parse_fen(games::gardner, "4k/5/5/5/K4 w").value();
  change(setup);
  const Result<void> checked = check_setup(games::gardner, setup);
  return checked ? std::string() : checked.error().message;
}

// The same of a setup as of the text.
TEST(Fen, SaysWhatAGameDoesNotHave) {
  EXPECT_EQ(complaint([](auto&) {}), "");
  EXPECT_EQ(complaint([](auto& setup) { setup.castling = white_king_side; }),
            parse_fen(games::gardner, "4k/5/5/5/K4 w K").error().message);
  EXPECT_EQ(complaint([](auto& setup) { setup.en_passant = 11; }),
            parse_fen(games::gardner, "4k/5/5/5/K4 w - b3").error().message);
  EXPECT_THAT(complaint([](auto& setup) { setup.count.limit = 128; }),
              testing::HasSubstr("nothing is counted in gardner"));
  EXPECT_THAT(complaint([](auto& setup) { setup.count.plies = 1; }),
              testing::HasSubstr("nothing is counted in gardner"));
}

TEST(Fen, NeverFailsOtherThanByAnErrorOnRandomText) {
  EXPECT_TRUE(rc::check("garbage", [](const std::string& text) {
    for (const Rules* rules : all_games()) (void)parse_fen(*rules, text);
  }));
  EXPECT_TRUE(rc::check("damaged", [] {
    std::string fen(games::chess.starts[0]);
    fen[*rc::gen::inRange<std::size_t>(0, fen.size())] = *rc::gen::arbitrary<char>();
    (void)Position<games::chess>::from_fen(fen);
  }));
}

}  // namespace
}  // namespace bookends
