#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/notation/move_text.h"
#include "tests/support/playout.h"

namespace bookends {
namespace {

using testing::HasSubstr;

struct SanCase {
  const Rules* rules;
  std::string fen, uci, san;
};
void PrintTo(const SanCase& c, std::ostream* out) { *out << c.san << " in " << c.fen; }

class San : public testing::TestWithParam<SanCase> {};
TEST_P(San, IsWrittenAndReadAsInBooks) {
  const SanCase& c = GetParam();
  with_game(*c.rules, [&]<const Rules & R>() {
    const auto p = Position<R>::from_fen(c.fen).value();
    const Move m = parse_uci(p, c.uci).value();
    EXPECT_EQ(format_san(p, m), c.san);
    EXPECT_EQ(parse_san(p, c.san).value(), m);
  });
}
INSTANTIATE_TEST_SUITE_P(
    Forms, San,
    testing::Values(SanCase{&games::chess, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "O-O"},
                    SanCase{&games::chess, "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "O-O-O"},
                    SanCase{&games::chess, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
                    SanCase{&games::chess, "8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"},
                    SanCase{&games::chess, "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"},
                    SanCase{&games::chess, "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1", "c3e4", "Nce4"},
                    SanCase{&games::chess, "4k3/8/2N5/8/2N5/8/8/4K3 w - - 0 1", "c4e5", "N4e5"},
                    SanCase{&games::chess, "1k6/8/8/8/4Q2Q/K7/8/7Q w - - 0 1", "h4e1", "Qh4e1"},
                    SanCase{&games::chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
                    SanCase{&games::fragments, "4k/5/5/Pp3/K4 w - b3 0 1", "a2b3", "axb3"},
                    SanCase{&games::fragments, "4k/P4/5/5/K4 w - - 0 1", "a4a5q", "a5=Q+"},
                    SanCase{&games::makruk, "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1", "c1c2", "Sc2"}));

TEST(Notation, SaysWhetherAMoveIsUnreadableOrNotLegal) {
  const auto p = Position<games::fragments>::start();
  EXPECT_NE(parse_uci(p, "z9z9").error().message.find("is no move"), std::string::npos);
  EXPECT_NE(parse_uci(p, "a2a5").error().message.find("is not legal"), std::string::npos);
  EXPECT_NE(parse_uci(p, "").error().message.find("is no move"), std::string::npos);
  EXPECT_NE(parse_san(p, "Qd5").error().message.find("is not legal"), std::string::npos);
  const auto two = Position<games::chess>::from_fen("4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1").value();
  EXPECT_NE(parse_san(two, "Ne4").error().message.find("ambiguous"), std::string::npos);
}

// As programs that play chess960 write it. What goes out is the king's move of two files.
TEST(Notation, CastlingMayBeTheKingsMoveOntoItsRook) {
  const auto read = [](const char* fen, const char* text) {
    const Result<Move> move = parse_uci(Position<games::chess>::from_fen(fen).value(), text);
    return move ? format_uci(games::chess, *move) : move.error().message;
  };
  const char* white = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  const char* black = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
  EXPECT_EQ(read(white, "e1h1"), "e1g1");
  EXPECT_EQ(read(white, "e1a1"), "e1c1");
  EXPECT_EQ(read(white, "e1g1"), "e1g1");
  EXPECT_EQ(read(black, "e8h8"), "e8g8");
  EXPECT_EQ(read(black, "e8a8"), "e8c8");
  for (const char* fen : {"r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "4k3/8/8/8/8/8/8/R3K1NR w KQ - 0 1",
                          "4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1"})
    EXPECT_THAT(read(fen, "e1h1"), HasSubstr("'e1h1' is not legal")) << fen;
  EXPECT_THAT(read(white, "e1h1q"), HasSubstr("is not legal"));
  EXPECT_THAT(read(white, "e1b1"), HasSubstr("is not legal"));
  EXPECT_EQ(read("k7/8/8/8/8/8/8/4R2K w - - 0 1", "e1g1"), "e1g1") << "a rook's move";
  EXPECT_THAT(read("k7/8/8/8/8/8/8/4R2K w - - 0 1", "e1h1"), HasSubstr("is not legal"));
}

TEST(Notation, NoMoveIsFourZeros) { EXPECT_EQ(format_uci(games::chess, Move()), "0000"); }

TEST(Notation, RoundTripsInEveryGame) {
  for (const Rules* rules : all_games())
    with_game(*rules, []<const Rules & R>() {
      EXPECT_TRUE(rc::check(std::string(R.name), [] {
        const auto p = random_position<R>(80);
        for (const Move m : p.legal_moves()) {
          RC_ASSERT(parse_uci(p, format_uci(R, m)).value() == m);
          RC_ASSERT(parse_san(p, format_san(p, m)).value() == m);
        }
      }));
    });
}

// What SAN and its variations mean, by comparing with all that every legal move may be called.
std::string without(std::string_view text, std::string_view signs) {
  std::string rest;
  for (const char ch : text)
    if (signs.find(ch) == std::string_view::npos) rest += ch;
  return rest;
}

template <const Rules& R>
std::vector<std::string> names_of(const Position<R>& p, Move m) {
  const std::string san = without(format_san(p, m), "x=+#");
  if (san.starts_with("O-O")) return {without(san, "-")};
  const Kind kind = p.at(m.from()).kind();
  const std::string piece = kind == Kind::pawn ? "" : std::string(1, R.piece(kind).letter);
  const std::string from = square_name(R, m.from());
  const std::string rest = square_name(R, m.to()) + (m.promotes() ? std::string(1, R.piece(m.promotion()).letter) : "");
  return {piece + rest, piece + from[0] + rest, piece + from[1] + rest, piece + from + rest};
}

// "" for no move, "2" for several.
template <const Rules& R>
std::string meaning(const Position<R>& p, const std::string& text) {
  std::string found;
  for (const Move m : p.legal_moves())
    for (const std::string& name : names_of(p, m))
      if (name == text) found = found.empty() ? format_uci(R, m) : "2";
  return found;
}

template <const Rules& R>
std::string read(const Position<R>& p, const std::string& text) {
  const Result<Move> move = parse_san(p, text);
  if (move) return format_uci(R, *move);
  return move.error().message.find("ambiguous") == std::string::npos ? "" : "2";
}

TEST(Notation, SanMeansTheMovesThatItNames) {
  for (const Rules* rules : all_games())
    with_game(*rules, []<const Rules & R>() {
      EXPECT_TRUE(rc::check(std::string(R.name), [] {
        const auto p = random_position<R>(120);
        std::set<std::string> texts;
        for (const Move m : p.legal_moves())
          for (const std::string& name : names_of(p, m)) texts.insert(name);
        // Most of these are not legal.
        for (Square to = 0; to < R.squares(); ++to)
          for (const char letter : "NBRQKSMP")
            texts.insert((letter == '\0' ? "" : std::string(1, letter)) + square_name(R, to));
        for (const std::string& text : texts) {
          if (text.size() < 2) continue;
          RC_ASSERT(read(p, text) == meaning(p, text));
          RC_ASSERT(read(p, text.substr(0, text.size() - 1) + "x" + text.back() + "+!") == meaning(p, text));
        }
      }));
    });
}

// A letter, a sign, a square more or less makes another move of it, or none.
TEST(Notation, SanThatIsNotWellFormedIsNotLegal) {
  const auto p = Position<games::chess>::from_fen("r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 0 1").value();
  for (const std::string text : {"Pa1",    "b8",   "b8K", "b8P", "b8q", "Rb8Q", "KQ",  "RR",   "OOOO", "O-O-O-O", "K1e",
                                 "Kee1e2", "1ed2", "Ke9", "Ki2", "ke2", "Kg1",  "Kc1", " Ke2", "Ke2 ", "Ke2\xc3"})
    EXPECT_EQ(read(p, text), "") << text;
  EXPECT_EQ(read(p, "b8N"), "b7b8n");
  EXPECT_EQ(read(p, "OO"), "e1g1");
  EXPECT_EQ(read(p, "0-0-0!?"), "e1c1");
  EXPECT_THAT(parse_san(p, "Q").error().message, HasSubstr("expected SAN"));
  EXPECT_THAT(parse_san(p, "x-+").error().message, HasSubstr("expected SAN"));
}

}  // namespace
}  // namespace bookends
