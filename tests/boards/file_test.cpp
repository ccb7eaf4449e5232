// Boards that are files of their own.
#include "tools/pages/board/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/rules/games.h"
#include "tests/boards/svg.h"
#include "tests/cli/well_formed.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;
using testing::StartsWith;

TEST(BoardFile, HasAllThatItRefersTo) {
  for (const Rules* rules : all_games())
    for (const bool flipped : {false, true}) {
      const std::string svg = board_file(
          *rules, {.fen = std::string(rules->starts[0]), .id = "b", .title = "The start", .flipped = flipped});
      EXPECT_EQ(WellFormed(svg).fault(), "") << rules->name;
      EXPECT_THAT(svg, StartsWith("<svg xmlns=\"http://www.w3.org/2000/svg\" "));
      EXPECT_THAT(svg, HasSubstr("role=\"img\""));
      EXPECT_THAT(svg, HasSubstr("<title id=\"b-t\">The start</title>"));
      EXPECT_THAT(svg, HasSubstr("prefers-color-scheme:dark"));
      const auto used = all_of(svg, "href=\"#([^\"]*)\""), ids = all_of(svg, " id=\"([^\"]*)\"");
      EXPECT_THAT(ids, IsSupersetOf(std::set<std::string>(used.begin(), used.end()))) << rules->name;
      EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size()) << rules->name;
    }
}

TEST(BoardFile, HasOnlyTheMenOnTheBoard) {
  const Rules& rules = games::fragments;
  const std::string svg = board_file(rules, {.fen = "4k/5/2K2/5/R4 w - - 0 1", .id = "b", .title = "A rook"});
  EXPECT_THAT(svg, HasSubstr("id=\"fragments-R\""));
  EXPECT_THAT(svg, HasSubstr("id=\"fragments-wR\""));
  EXPECT_THAT(svg, Not(HasSubstr("id=\"fragments-bR\"")));
  EXPECT_THAT(svg, Not(HasSubstr("id=\"fragments-Q\"")));
  EXPECT_THAT(svg, Not(HasSubstr("names-flipped")));
  EXPECT_LT(svg.size(), 6000u);
}

TEST(BoardFile, IsNoneOfWhatIsNoPosition) {
  EXPECT_EQ(board_file(games::fragments, {.fen = "nothing", .id = "b", .title = "x"}), "");
}

}  // namespace
}  // namespace bookends::test
