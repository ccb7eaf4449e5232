// Pictures of boards.
#include "tools/pages/board/picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "core/rules/games.h"
#include "tests/boards/svg.h"
#include "tests/cli/well_formed.h"
#include "tools/pages/board/frame.h"

namespace bookends::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr const char* kTwoKings = "8/8/8/8/2k5/8/8/4K3 w - - 0 1";

BoardPicture picture_of(std::string_view fen) { return {.fen = std::string(fen), .id = "x", .title = "A board"}; }

std::string drawn(const Rules& rules, std::string_view fen) { return board_picture(rules, picture_of(fen)); }

TEST(BoardPicture, HasTheMenOfEveryStartOfEveryGame) {
  for (const Rules* rules : all_games())
    for (const std::string_view start : rules->starts) {
      if (start.empty()) continue;
      const std::string picture = drawn(*rules, start);
      EXPECT_EQ(WellFormed(picture).fault(), "");
      const auto men = std::ranges::count_if(start.substr(0, start.find(' ')),
                                             [](char ch) { return std::isalpha(static_cast<unsigned char>(ch)) != 0; });
      EXPECT_THAT(all_of(picture, "(<use href=\"#[a-z-]*-[wb][A-Z]\" x=)"), SizeIs(men)) << picture;
      EXPECT_THAT(picture, Not(HasSubstr("class=\"check\"")));
      EXPECT_LT(picture.size(), 2400u);  // pages have thousands
    }
}

// With rows put in, each man is where it is on a board without them.
TEST(BoardPicture, SharesRowsWithTheOthersOfAPage) {
  for (const Rules* rules : all_games()) {
    BoardRows rows;
    BoardPicture wanted = picture_of(rules->starts[0]);
    const std::string alone = board_picture(*rules, wanted);
    wanted.rows = &rows;
    const std::string shared = board_picture(*rules, wanted);
    EXPECT_EQ(board_picture(*rules, wanted), shared);
    const std::string parts = rows.take_parts();
    EXPECT_EQ(WellFormed(parts).fault(), "");
    EXPECT_LT(shared.size() * 3, alone.size() * 2);
    std::multiset<std::string> men, expected;
    for (const std::string& use : all_of(alone, "<use (href=\"#[a-z-]*-[wb][A-Z]\" x=[^/]*)/>")) expected.insert(use);
    const auto ids = all_of(shared, "<use href=\"#(r\\d+)\" y="), heights = all_of(shared, "\"#r\\d+\" (y=\"\\d+\")");
    ASSERT_EQ(ids.size(), heights.size());
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const auto row = all_of(parts, "<g id=\"" + ids[i] + "\">(.*?)</g>");
      ASSERT_THAT(row, SizeIs(1)) << parts;
      const auto colours = all_of(row[0], "class=\"(white|black)\""),
                 shapes = all_of(row[0], "href=\"#[a-z-]*-([A-Z])\""), columns = all_of(row[0], "(x=\"\\d+\")");
      for (std::size_t man = 0; man < shapes.size(); ++man)
        men.insert("href=\"#" + std::string(rules->name) + '-' + colours.at(man)[0] + shapes[man] + "\" " +
                   columns.at(man) + ' ' + heights[i]);
    }
    EXPECT_EQ(men, expected);
    EXPECT_THAT(all_of(rows.take_parts(), "(<g )"), IsEmpty());
  }
}

TEST(BoardPicture, SaysInWordsWhatItShows) {
  BoardPicture wanted = picture_of("4k3/8/8/8/8/8/4r3/K3B3 b - - 0 1");
  wanted.title = "5 < 6 & \"so\"";
  std::string picture = board_picture(games::chess, wanted);
  EXPECT_THAT(picture, HasSubstr("role=\"img\" aria-labelledby=\"x-t x-d\""));
  EXPECT_THAT(picture, HasSubstr("<title id=\"x-t\">5 &lt; 6 &amp; &quot;so&quot;</title>"));
  EXPECT_THAT(picture, HasSubstr("<desc id=\"x-d\">White Ka1 Be1, Black Re2 Ke8; Black to move</desc>"));
  wanted.fen = "4k3/8/8/8/8/8/8/K3r3 w - - 0 1";
  wanted.last_move = step_of(games::chess, "e5e1");
  wanted.arrows = {{step_of(games::chess, "a1b2"), 0.5, ArrowKind::table}, {step_of(games::chess, "a1a2")}};
  picture = board_picture(games::chess, wanted);
  EXPECT_EQ(WellFormed(picture).fault(), "");
  EXPECT_THAT(picture, HasSubstr("; White to move, in check; last move e5 to e1; arrows: the book's move a1 to a2, the "
                                 "tables' move a1 to b2</desc>"));
}

TEST(BoardPicture, IsNoneOfAFenThatCannotBeRead) { EXPECT_EQ(drawn(games::chess, "nonsense"), ""); }

TEST(BoardPicture, StandsOnItsHeadWhenFlipped) {
  BoardPicture wanted = picture_of(kTwoKings);
  std::string picture = board_picture(games::chess, wanted);
  EXPECT_EQ(middle_of(picture, "chess-wK"), std::pair(180, 300));
  EXPECT_EQ(middle_of(picture, "chess-bK"), std::pair(100, 180));
  EXPECT_THAT(picture, HasSubstr("href=\"#chess-names\""));
  wanted.flipped = true;
  picture = board_picture(games::chess, wanted);
  EXPECT_EQ(middle_of(picture, "chess-wK"), std::pair(140, 20));
  EXPECT_EQ(middle_of(picture, "chess-bK"), std::pair(220, 140));
  EXPECT_THAT(picture, HasSubstr("href=\"#chess-names-flipped\""));
  // The names that belong to it: h is left, 1 is above.
  const auto names = all_of(board_parts(games::chess), "id=\"chess-names-flipped\"[^>]*>(.*?)</g>");
  ASSERT_THAT(names, SizeIs(1));
  EXPECT_THAT(names[0], testing::ContainsRegex("<text x=\"20\" y=\"[0-9]+\">h</text>"));
  EXPECT_THAT(names[0], testing::ContainsRegex("<text x=\"-10\" y=\"26\">1</text>"));
}

TEST(BoardPicture, IsAboutAsWideInEveryGame) {
  EXPECT_THAT(drawn(games::chess, kTwoKings), HasSubstr("width=\"272\" height=\"272\" viewBox=\"-20 0 340 340\""));
  EXPECT_THAT(drawn(games::fragments, games::fragments.starts[0]), HasSubstr("width=\"280\" height=\"280\""));
  BoardPicture wanted = picture_of(games::fragments.starts[0]);
  wanted.coordinates = false;
  const std::string bare = board_picture(games::fragments, wanted);
  EXPECT_THAT(bare, HasSubstr("width=\"255\" height=\"255\" viewBox=\"0 0 200 200\""));
  EXPECT_THAT(bare, Not(HasSubstr("-names")));
}

TEST(BoardPicture, ColoursTheLastMove) {
  BoardPicture wanted = picture_of(kTwoKings);
  EXPECT_THAT(board_picture(games::chess, wanted), Not(HasSubstr("class=\"last\"")));
  wanted.last_move = step_of(games::chess, "b4c4");
  const auto squares = all_of(board_picture(games::chess, wanted), "<path class=\"last\" d=\"([^\"]*)\"");
  EXPECT_THAT(squares, ElementsAre("M40 160h40v40h-40zM80 160h40v40h-40z"));
  wanted.flipped = true;
  EXPECT_THAT(all_of(board_picture(games::chess, wanted), "<path class=\"last\" d=\"([^\"]*)\""),
              ElementsAre("M240 120h40v40h-40zM200 120h40v40h-40z"));
}

// The rules say what a check is: a Right leaps, a Khon steps forward, and Black's men look down.
TEST(BoardPicture, MarksTheKingInCheck) {
  const auto check = [](const Rules& rules, std::string_view fen) {
    return all_of(drawn(rules, fen), "class=\"check\" ([^/]*)/");
  };
  EXPECT_THAT(check(games::chess, "4k3/8/8/8/8/8/8/K3r3 w - - 0 1"), ElementsAre("cx=\"20\" cy=\"300\" r=\"18\""));
  EXPECT_THAT(check(games::chess, "4k3/8/8/8/8/8/4R3/K7 b - - 0 1"), ElementsAre("cx=\"180\" cy=\"20\" r=\"18\""));
  EXPECT_THAT(check(games::chess, "4k3/8/8/8/8/8/3R4/K7 b - - 0 1"), IsEmpty());
  EXPECT_THAT(check(games::fragments, "4k/5/3R1/5/K4 b - - 0 1"), ElementsAre("cx=\"180\" cy=\"20\" r=\"18\""));
  EXPECT_THAT(check(games::gardner, "4k/5/3R1/5/K4 b - - 0 1"), IsEmpty());
  EXPECT_THAT(check(games::makruk, "4k3/4S3/8/8/8/8/8/K7 b - - 0 1"), SizeIs(1));
  EXPECT_THAT(check(games::makruk, "4k3/8/8/8/8/8/s7/K7 w - - 0 1"), SizeIs(1));
  EXPECT_THAT(check(games::makruk, "4k3/4M3/8/8/8/8/8/K7 b - - 0 1"), IsEmpty());
}

TEST(BoardPicture, HasSquaresForClicksWhenAsked) {
  BoardPicture wanted = picture_of(games::gardner.starts[0]);
  EXPECT_THAT(board_picture(games::gardner, wanted), Not(HasSubstr("data-square")));
  wanted.addressable = true;
  for (const bool flipped : {false, true}) {
    wanted.flipped = flipped;
    const std::string picture = board_picture(games::gardner, wanted);
    EXPECT_EQ(WellFormed(picture).fault(), "");
    const auto names = all_of(picture, "data-square=\"([a-e][1-5])\"");
    EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 25u);
    EXPECT_THAT(picture,
                HasSubstr(flipped ? "data-square=\"a1\" x=\"160\" y=\"0\"" : "data-square=\"a1\" x=\"0\" y=\"160\""));
    EXPECT_LT(picture.rfind("<use "), picture.find("data-square"));  // above the men
  }
}

// Along the first rank: all x and y are the arrow's length and width.
std::vector<double> outline_of(const std::string& picture, const std::string& kind) {
  const auto paths = all_of(picture, "<path class=\"arrow " + kind + "\" d=\"([^\"]*)\"");
  EXPECT_THAT(paths, SizeIs(1));
  return paths.empty() ? std::vector<double>() : numbers_in(paths[0]);
}

TEST(Arrows, SayWhoseMovesTheyAre) {
  BoardPicture wanted = picture_of(kTwoKings);
  wanted.arrows = {{step_of(games::chess, "a1b2"), 1, ArrowKind::proof}};
  const std::string picture = board_picture(games::chess, wanted);
  EXPECT_THAT(picture, HasSubstr("arrows: the move by the proof a1 to b2"));
  EXPECT_THAT(all_of(picture, "class=\"arrow ([a-z]*)\""), ElementsAre("proof"));
  EXPECT_THAT(std::string(board_style()), HasSubstr(".arrow.proof{fill:var(--arrow-proof)}"));
}

TEST(Arrows, PointFromSquareToSquareAndAreAsWideAsTheyAreStrong) {
  BoardPicture wanted = picture_of(kTwoKings);
  wanted.arrows = {{step_of(games::chess, "a1d1"), 0.2, ArrowKind::table},
                   {step_of(games::chess, "a1d1"), 1, ArrowKind::book}};
  const std::string picture = board_picture(games::chess, wanted);
  EXPECT_THAT(all_of(picture, "class=\"arrow ([a-z]*)\""), ElementsAre("book", "table"));  // none is hidden
  double wider = 100;
  for (const char* kind : {"book", "table"}) {
    const std::vector<double> outline = outline_of(picture, kind);
    ASSERT_THAT(outline, SizeIs(14)) << kind;
    EXPECT_GT(outline[0], 20);  // the middle of a1
    EXPECT_LT(outline[0], 40);
    EXPECT_NEAR(outline[6], 140, 3);  // the tip is on d1
    EXPECT_EQ(outline[7], 300);
    const double width = std::abs(outline[1] - outline[13]);
    EXPECT_LT(width, wider) << kind;
    wider = width;
  }
  EXPECT_GT(wider, 2);
}

TEST(Arrows, TurnWithTheBoard) {
  BoardPicture wanted = picture_of(kTwoKings);
  wanted.arrows = {{step_of(games::chess, "e1e2")}};
  EXPECT_LT(outline_of(board_picture(games::chess, wanted), "book")[7], 300);  // upwards
  wanted.flipped = true;
  EXPECT_GT(outline_of(board_picture(games::chess, wanted), "book")[7], 20);
}

TEST(Arrows, ThatLeadNowhereAreLeftOut) {
  BoardPicture wanted = picture_of(kTwoKings);
  wanted.arrows = {{step_of(games::chess, "0000")}, {step_of(games::chess, "e1e1")}, {}};
  EXPECT_EQ(board_picture(games::chess, wanted), drawn(games::chess, kTwoKings));
}

TEST(Arrows, AreHalfAsStrongFiftyCentipawnsDown) {
  EXPECT_DOUBLE_EQ(arrow_strength(0), 1);
  EXPECT_DOUBLE_EQ(arrow_strength(-10), 1);
  EXPECT_DOUBLE_EQ(arrow_strength(50), 0.5);
  EXPECT_DOUBLE_EQ(arrow_strength(100), 0.25);
}

TEST(Steps, AreReadFromUci) {
  EXPECT_EQ(step_of(games::chess, "b7b8q"), (Step{49, 57}));
  EXPECT_EQ(step_of(games::fragments, "a2a3"), (Step{5, 10}));
  for (const char* text : {"", "e2", "0000", "e2e9", "i1a1"}) EXPECT_TRUE(step_of(games::chess, text).none()) << text;
  EXPECT_TRUE(step_of(games::fragments, "e5e6").none());
}

}  // namespace
}  // namespace bookends::test
