#include "tools/match/game/adjudication.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bookends::match {
namespace {

using testing::HasSubstr;

// Plays moves by turns with these scores of White's and Black's, each for itself, until it is decided; the number of
// plies, or 0 when `plies` have been played first.
int decided_after(Adjudicator& adjudicator, Score white, Score black, int plies, int first_number = 1) {
  for (int ply = 1; ply <= plies; ++ply) {
    const Color mover = ply % 2 == 1 ? Color::white : Color::black;
    if (adjudicator.after_move(mover, ply % 2 == 1 ? white : black, first_number + (ply - 1) / 2, false)) return ply;
  }
  return 0;
}

AdjudicationRules only_resign() { return {.resign = ResignRule{600, 3}, .draw = {}, .max_moves = 0}; }
AdjudicationRules only_draw() { return {.resign = {}, .draw = DrawRule{10, 3, 20}, .max_moves = 0}; }

TEST(Resign, NeedsBothSides) {
  for (const auto& [white, black, plies] : std::vector<std::array<int, 3>>{
           {600, -600, 6}, {700, -900, 6}, {-600, 600, 6}, {599, -700, 0}, {700, -599, 0}}) {
    Adjudicator adjudicator(only_resign());
    EXPECT_EQ(decided_after(adjudicator, white, black, 40), plies) << white << " " << black;
  }
}

TEST(Resign, SaysWhoWins) {
  for (const Color winner : kColors) {
    Adjudicator adjudicator(only_resign());
    std::optional<Adjudicator::Decision> decision;
    for (int ply = 0; ply < 6; ++ply) {
      const Color mover = ply % 2 == 0 ? Color::white : Color::black;
      decision = adjudicator.after_move(mover, mover == winner ? 650 : -650, 1 + ply / 2, true);
    }
    ASSERT_TRUE(decision);
    EXPECT_EQ(decision->white_half_points, winner == Color::white ? 2 : 0);
    EXPECT_EQ(decision->termination, Termination::resignation);
  }
}

TEST(Resign, CountsMovesOnEndOnly) {
  Adjudicator adjudicator(only_resign());
  EXPECT_EQ(decided_after(adjudicator, 700, -700, 5), 0);
  EXPECT_FALSE(adjudicator.after_move(Color::black, -10, 3, false));
  EXPECT_EQ(decided_after(adjudicator, 700, -700, 40), 6);
}

TEST(Resign, TakesSilenceForDoubt) {
  Adjudicator adjudicator(only_resign());
  for (int i = 0; i < 20; ++i) {
    EXPECT_FALSE(adjudicator.after_move(Color::white, 900, i, false));
    EXPECT_FALSE(adjudicator.after_move(Color::black, std::nullopt, i, false));
  }
}

TEST(Resign, BelievesMates) {
  Adjudicator adjudicator(only_resign());
  EXPECT_EQ(decided_after(adjudicator, win_in(9), loss_in(8), 10), 6);
}

TEST(Draw, BeginsAtItsMove) {
  Adjudicator adjudicator(only_draw());
  EXPECT_EQ(decided_after(adjudicator, 20, -20, 60), 24);  // moves 10, 11 and 12 of both
  Adjudicator later(only_draw());
  EXPECT_EQ(decided_after(later, 0, 0, 60, 50), 6);
  Adjudicator never(only_draw());
  EXPECT_EQ(decided_after(never, 21, 0, 60), 0);
}

TEST(Draw, BeginsAgainAfterACaptureOrPawnMove) {
  Adjudicator adjudicator(only_draw());
  EXPECT_EQ(decided_after(adjudicator, 0, 0, 5, 20), 0);
  EXPECT_FALSE(adjudicator.after_move(Color::black, 0, 22, true));
  EXPECT_EQ(decided_after(adjudicator, 0, 0, 60, 23), 6);
}

TEST(Length, IsADraw) {
  Adjudicator adjudicator({.resign = {}, .draw = {}, .max_moves = 5});
  EXPECT_EQ(decided_after(adjudicator, 0, 0, 60), 10);
  Adjudicator endless({.resign = {}, .draw = {}, .max_moves = 0});
  EXPECT_EQ(decided_after(endless, 0, 0, 2000), 0);
}

TEST(AdjudicationWords, AreRead) {
  EXPECT_EQ(parse_resign_rule("600,3").value()->score, 600);
  EXPECT_EQ(parse_resign_rule("600,3").value()->moves, 3);
  EXPECT_EQ(parse_draw_rule("40,8,10").value()->from, 40);
  EXPECT_EQ(parse_draw_rule("40,8,10").value()->moves, 8);
  EXPECT_EQ(parse_draw_rule("40,8,10").value()->score, 10);
  EXPECT_FALSE(parse_resign_rule("none").value());
  EXPECT_FALSE(parse_draw_rule("none").value());
  for (const std::string text : {"", "600", "600,0", "600,3,4", "a,3", "-600,3", "600,", "600, 3"})
    EXPECT_THAT(parse_resign_rule(text).error().message, HasSubstr("CENTIPAWNS,MOVES")) << text;
  for (const std::string text : {"40,8", "40,0,8", "40,8,10,", "x"})
    EXPECT_THAT(parse_draw_rule(text).error().message, HasSubstr("MOVE,MOVES,CENTIPAWNS")) << text;
}

}  // namespace
}  // namespace bookends::match
