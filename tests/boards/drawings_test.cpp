// The drawings of men, and the parts that pictures are made of.
#include "tools/pages/board/drawings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "core/rules/games.h"
#include "tests/boards/svg.h"
#include "tests/cli/well_formed.h"
#include "tools/pages/board/frame.h"
#include "tools/pages/board/parts.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::Not;

// What keeps a path from being one that stays on its square: empty when nothing does.
std::string path_fault(std::string_view path) {
  static const std::map<char, std::size_t> kNumbers{{'M', 2}, {'L', 2}, {'H', 1}, {'V', 1},
                                                    {'C', 6}, {'A', 7}, {'a', 7}, {'Z', 0}};
  static const std::regex kCommand("([A-Za-z])([^A-Za-z]*)");
  const std::string text(path);
  if (!text.empty() && text[0] != 'M') return "begins nowhere";
  for (std::sregex_iterator it(text.begin(), text.end(), kCommand), last; it != last; ++it) {
    const auto known = kNumbers.find(it->str(1)[0]);
    if (known == kNumbers.end()) return "unknown: " + it->str();
    const std::vector<double> numbers = numbers_in(it->str(2));
    if (known->second == 0 ? !numbers.empty() : numbers.empty() || numbers.size() % known->second != 0)
      return "wants other numbers: " + it->str();
    for (const double n : numbers)
      if (std::abs(n) > kSquareUnits / 2.0) return "leaves the square: " + it->str();
  }
  return "";
}

TEST(Drawings, FaultsOfPathsAreFound) {
  EXPECT_EQ(path_fault("M1-2.5C1 2 3 4 5-.6Z"), "");
  for (const char* path : {"L1 2", "M1", "M1 2X3", "M1 2C1 2 3 4 5", "M1 20.5", "M1 2Z3"})
    EXPECT_NE(path_fault(path), "") << path;
}

TEST(Drawings, EveryPieceOfEveryGameHasOneOfItsOwn) {
  for (const Rules* rules : all_games()) {
    std::set<std::string_view> bodies;
    for (const char letter : rules->strength) {
      SCOPED_TRACE(std::string(rules->name) + " " + letter);
      const Drawing* drawing = drawing_of(*rules, static_cast<Kind>(rules->slot_of(letter)));
      ASSERT_NE(drawing, nullptr);
      EXPECT_FALSE(drawing->body.empty());
      EXPECT_FALSE(drawing->lines.empty());
      EXPECT_TRUE(bodies.insert(drawing->body).second);
      for (const std::string_view path : {drawing->back, drawing->body, drawing->lines, drawing->spots})
        EXPECT_EQ(path_fault(path), "");
    }
  }
}

TEST(Drawings, AreThoseOfTheGamesOwnMen) {
  const auto body = [](const Rules& rules, Kind kind) { return drawing_of(rules, kind)->body; };
  EXPECT_EQ(body(games::chess, Kind::king), body(games::fragments, Kind::king));
  EXPECT_NE(body(games::chess, Kind::rook), body(games::fragments, Kind::rook));  // the Right
  for (const Kind kind : kAllKinds) EXPECT_NE(body(games::chess, kind), body(games::makruk, kind));
}

TEST(Drawings, APieceThatHasNoneIsADiscWithItsLetter) {
  Rules other = games::chess;
  other.pieces[slot(Kind::queen)] = {'A', movement::knight, diagonal};
  other.strength = "KARBNP";
  EXPECT_EQ(drawing_of(other, Kind::queen), nullptr);
  EXPECT_NE(drawing_of(other, Kind::rook), nullptr);
  const std::string parts = board_parts(other);
  EXPECT_THAT(parts, testing::ContainsRegex("<g id=\"chess-A\"><circle [^>]*/><circle class=\"body\" [^>]*/><text "
                                            "class=\"letter\" [^>]*>A</text></g>"));
  EXPECT_THAT(board_parts(games::chess), Not(HasSubstr("<circle")));
  other.pieces[slot(Kind::rook)].leaps = movement::met;  // moves like no rook
  EXPECT_EQ(drawing_of(other, Kind::rook), nullptr);
  other.pieces[slot(Kind::bishop)].slides = any_line;
  EXPECT_EQ(drawing_of(other, Kind::bishop), nullptr);
}

TEST(BoardParts, AreWellFormedAndReferToThemselves) {
  std::string page;
  for (const Rules* rules : all_games()) page += board_parts(*rules);
  EXPECT_EQ(WellFormed(page).fault(), "");
  const auto ids = all_of(page, " id=\"([^\"]*)\"");
  const std::set<std::string> unique(ids.begin(), ids.end());
  EXPECT_EQ(ids.size(), unique.size());
  for (const std::string& part : all_of(page, "href=\"#([^\"]*)\"")) EXPECT_TRUE(unique.contains(part)) << part;
  for (const Rules* rules : all_games()) {
    EXPECT_TRUE(unique.contains(board_part(*rules)));
    for (const bool flipped : {false, true}) EXPECT_TRUE(unique.contains(names_part(*rules, flipped)));
    for (const char letter : rules->strength)
      for (const Color color : kColors)
        EXPECT_TRUE(unique.contains(man_part(*rules, color, static_cast<Kind>(rules->slot_of(letter)))));
  }
}

// Custom properties reach what is used elsewhere; each that is asked for is set.
TEST(BoardParts, HaveAllTheirColours) {
  const std::string style(board_style());
  std::set<std::string> set;
  for (const std::string& name : all_of(style, "(--[a-z-]+):")) set.insert(name);
  const auto wanted = all_of(style, "var\\((--[a-z-]+)\\)");
  EXPECT_GT(wanted.size(), 10u);
  for (const std::string& name : wanted) EXPECT_TRUE(set.contains(name)) << name;
}

}  // namespace
}  // namespace bookends::test
