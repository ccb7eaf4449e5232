// Charts: that what they draw is what they were given.
#include "tools/pages/charts/charts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/boards/svg.h"
#include "tests/cli/well_formed.h"
#include "tools/pages/charts/score_axis.h"

namespace bookends::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

std::vector<std::string> texts_of(const Axis& axis) {
  std::vector<std::string> texts;
  for (const auto& [value, text] : axis.ticks) texts.push_back(text);
  return texts;
}

// What all charts have for those who read and for those who listen.
void expect_whole(const std::string& svg, const ChartHead& head) {
  EXPECT_EQ(WellFormed(svg).fault(), "") << svg;
  EXPECT_THAT(svg, HasSubstr("role=\"img\" aria-labelledby=\"" + head.id + "-t " + head.id + "-d\""));
  EXPECT_THAT(all_of(svg, "<title id=\"" + head.id + "-t\">([^<]*)<"), ElementsAre(head.title));
  EXPECT_THAT(all_of(svg, "<desc id=\"" + head.id + "-d\">([^<]*)<"), ElementsAre(head.words));
  EXPECT_THAT(all_of(svg, "<text class=\"t l\"[^>]*>([^<]*)<"), ElementsAre(head.title)) << "to be seen, too";
}

TEST(Axis, HasRoundNumbers) {
  EXPECT_THAT(texts_of(axis_between("", 0, 9)), ElementsAre("0", "2", "4", "6", "8", "10"));
  EXPECT_THAT(texts_of(axis_between("", 0, 23'456)), ElementsAre("0", "5,000", "10,000", "15,000", "20,000", "25,000"));
  EXPECT_THAT(texts_of(axis_between("", 0, 5'400'000)), ElementsAre("0", "2M", "4M", "6M"));
  EXPECT_THAT(texts_of(axis_between("", -0.31, 0.12)), ElementsAre("-0.4", "-0.3", "-0.2", "-0.1", "0", "0.1", "0.2"));
  EXPECT_THAT(texts_of(axis_between("", 0, 0)), SizeIs(testing::Ge(2u)));
  EXPECT_THAT(texts_of(axis_of_counts("", 7, 10)), ElementsAre("0", "1", "2", "3", "4", "5", "6", "7"));
  EXPECT_THAT(texts_of(axis_of_counts("", 255, 10)), ElementsAre("0", "50", "100", "150", "200", "250"));
}

TEST(Axis, IsInTheUnitThatSuits) {
  EXPECT_EQ(time_unit(100).name, "seconds");
  EXPECT_EQ(time_unit(1000).name, "minutes");
  EXPECT_EQ(time_unit(100'000).name, "hours");
  EXPECT_EQ(time_unit(1e6).name, "days");
}

TEST(Axis, OfScoresHasRoomForWhatIsDecided) {
  const ScoreAxis plain = score_axis("", {-31, 240});
  EXPECT_LE(plain.axis.low, -0.31);
  EXPECT_GE(plain.axis.high, 2.4);
  EXPECT_THAT(texts_of(plain.axis), Not(testing::Contains("won")));
  EXPECT_EQ(plain.place(240), 2.4);
  const ScoreAxis decided = score_axis("", {-31, 240, 31990, -31990});
  EXPECT_THAT(texts_of(decided.axis), testing::IsSupersetOf({"won", "lost"}));
  EXPECT_EQ(decided.place(31980), decided.axis.high);
  EXPECT_EQ(decided.place(-31980), decided.axis.low);
  EXPECT_GT(decided.axis.high, 2.4) << "more than any score";
  EXPECT_LT(decided.axis.high, 10) << "but not so that nothing else is seen";
}

TEST(LineChart, GoesThroughItsPoints) {
  const ChartHead head{"a", "Growth & more", "From 1 to 9."};
  const Axis x = axis_between("time", 0, 10), y = axis_between("positions", 0, 10);
  ChartHead told = head;
  const std::string svg = line_chart(head, x, y, {{"one", {{0, 0}, {5, 10}, {10, 5}}}, {"two", {{0, 99}}}});
  told.title = "Growth &amp; more";
  expect_whole(svg, told);
  const auto paths = all_of(svg, "<path class=\"line s[01]\" d=\"(M[^\"]*)\"");
  ASSERT_THAT(paths, SizeIs(4)) << "two in the key";
  const auto first = numbers_in(paths[2]), second = numbers_in(paths[3]);
  ASSERT_THAT(first, SizeIs(6));
  EXPECT_NEAR(first[2] - first[0], first[4] - first[2], 0.11);
  EXPECT_NEAR(first[1] - first[3], 2 * (first[1] - first[5]), 0.21);
  EXPECT_EQ(second[1], first[3]) << "what is beyond the axis is at its end";
  EXPECT_THAT(svg, HasSubstr(">one</text>"));
  EXPECT_THAT(svg, HasSubstr(">time</text>"));
  EXPECT_THAT(svg, HasSubstr(">positions</text>"));
}

TEST(BarChart, StacksWhatItCounts) {
  const ChartHead head{"b", "Ends", "Some."};
  const std::string svg = bar_chart(head, "plies", "lines", {{"low", {0, 4, 2}}, {"high", {0, 4, 0, 1}}});
  expect_whole(svg, head);
  const auto low = numbers_in(all_of(svg, "<path class=\"f0\" d=\"([^\"]*)\"").at(0)),
             high = numbers_in(all_of(svg, "<path class=\"f1\" d=\"([^\"]*)\"").at(0));
  ASSERT_THAT(low, SizeIs(10)) << "left, foot, right, top, left of two bars";
  ASSERT_THAT(high, SizeIs(10));
  const double unit = (low[1] - low[3]) / 4;
  EXPECT_GT(unit, 1);
  EXPECT_NEAR(low[6] - low[8], 2 * unit, 0.02);
  EXPECT_NEAR(high[1], low[3], 0.011) << "stands on the other one";
  EXPECT_NEAR(high[1] - high[3], 4 * unit, 0.02);
  EXPECT_NEAR(high[6], low[1], 0.011) << "alone: from the ground";
  EXPECT_THAT(bar_chart(head, "plies", "lines", {}), Not(HasSubstr("<path class=\"f")));
  EXPECT_EQ(WellFormed(bar_chart(head, "plies", "lines", {{"none", {}}})).fault(), "");
}

TEST(DotChart, HasADotForEach) {
  const ChartHead head{"c", "Sure", "Two."};
  const ScoreAxis axis = score_axis("pawns", {-100, 100});
  const std::string svg = dot_chart(head, axis.axis, axis.axis, {{0.5, 0.5, false}, {1, -1, true}});
  expect_whole(svg, head);
  const auto even = numbers_in(all_of(svg, "<path class=\"even\" d=\"([^\"]*)\"").at(0)),
             x = numbers_in(all_of(svg, "cx=\"([^\"]*)\"").at(0)), y = numbers_in(all_of(svg, "cy=\"([^\"]*)\"").at(0));
  const double slope = (even[3] - even[1]) / (even[2] - even[0]);
  EXPECT_NEAR(y[0], even[1] + slope * (x[0] - even[0]), 0.2) << "on the line";
  EXPECT_THAT(all_of(svg, "<circle class=\"dot ([^\"]*)\""), ElementsAre("f0", "f1 flag"));
}

TEST(NumbersTable, IsMarkup) {
  const std::string table = numbers_table({"a & b", "c"}, {{"<1>", "2"}});
  EXPECT_EQ(WellFormed(table).fault(), "");
  EXPECT_THAT(table, HasSubstr("<td>&lt;1&gt;</td><td>2</td>"));
}

}  // namespace
}  // namespace bookends::test
