#include "gen/console/meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace bookends::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// A meter on a clock that the test moves, with everything it wrote.
struct Bench {
  explicit Bench(MeterMode mode)
      : meter(
            mode, [this] { return now; }, [this](std::string_view text) { written.emplace_back(text); },
            [this] { return stop; }, [this] { return columns; }) {}

  void at(double seconds, double done, double total = 100, std::string_view task = "KRvK",
          std::string_view unit = "x") {
    now = 1000 + seconds;
    meter.update({.task = task, .done = done, .total = total, .unit = unit, .detail = ""});
  }

  double now = 1000;
  bool stop = false;
  std::size_t columns = 0;
  std::vector<std::string> written;
  Meter meter;
};

MeterReading reading(double done, double total) {
  return {.update = {.task = "KRPvKQ", .done = done, .total = total, .unit = "endings", .detail = ""},
          .elapsed = 19,
          .rate = {},
          .left = {}};
}

TEST(MeterText, SaysTaskPercentRateElapsedAndLeft) {
  MeterReading r = reading(61, 145);
  r.rate = 3.21;
  r.left = 26.4;
  r.update.detail = "ply 12";
  EXPECT_EQ(format_reading(r), "KRPvKQ  42%  61/145 endings  3.21/s  elapsed 0:19  left 0:26  ply 12");
  EXPECT_EQ(format_reading(r, 20), "KRPvKQ  42%  61/145 ");
  r.update.task = "K\xC3\xB6nig";
  EXPECT_EQ(format_reading(r, 2), "K") << "no half of a character";
  r.update.task = "a\nb";
  EXPECT_EQ(format_reading(r, 3), "a?b") << "one line";
}

TEST(MeterText, ClaimsNothingItDoesNotKnow) {
  EXPECT_EQ(format_reading(reading(12345, 0)), "KRPvKQ  12.3k endings  elapsed 0:19");
  EXPECT_THAT(format_reading(reading(999, 1000)), HasSubstr("  99%")) << "100% only when it is done";
}

TEST(MeterText, JsonIsOneObjectOnOneLine) {
  MeterReading r = reading(61, 145);
  r.update.detail = "bad \xff byte\nand line";
  r.left = 2;
  const std::string line = format_reading_json(r);
  EXPECT_THAT(line, Not(HasSubstr("\n")));
  const auto json = nlohmann::json::parse(line);
  EXPECT_EQ(json["task"], "KRPvKQ");
  EXPECT_EQ(json["done"], 61);
  EXPECT_EQ(json["left"], 2);
  EXPECT_FALSE(json.contains("rate"));
}

TEST(MeterText, Durations) {
  EXPECT_EQ(format_duration(0.4), "0:00");
  EXPECT_EQ(format_duration(59.6), "1:00");
  EXPECT_EQ(format_duration(3600 * 3 + 60 * 5 + 9), "3:05:09");
  EXPECT_EQ(format_duration(86400 * 2 + 3600 * 3), "2d 03:00");
}

TEST(Meter, KnowsItsModes) {
  EXPECT_EQ(parse_meter_mode("auto", true).value(), MeterMode::redraw);
  EXPECT_EQ(parse_meter_mode("auto", false).value(), MeterMode::plain);
  EXPECT_EQ(parse_meter_mode("json", true).value(), MeterMode::json);
  EXPECT_EQ(parse_meter_mode("loud", true).error().code, ErrorCode::invalid_argument);
}

TEST(Meter, PlainModeWritesNowAndThen) {
  Bench bench(MeterMode::plain);
  for (int i = 0; i <= 50; ++i) bench.at(i * 0.1, i);
  EXPECT_THAT(bench.written, ElementsAre("KRvK  20%  20/100 x  10/s  elapsed 0:02  left 0:08\n",
                                         "KRvK  40%  40/100 x  10/s  elapsed 0:04  left 0:06\n"));
}

TEST(Meter, ShowsTheEndOnceUnlessItCameAtOnce) {
  Bench slow(MeterMode::plain);
  slow.at(0, 0);
  slow.at(2.5, 50);
  slow.at(3, 100);
  slow.at(3.1, 100);
  EXPECT_EQ(slow.written.size(), 2u);
  EXPECT_THAT(slow.written.back(), HasSubstr("100%"));
  Bench quick(MeterMode::plain);
  quick.at(0, 0);
  quick.at(0.1, 100);
  EXPECT_THAT(quick.written, IsEmpty());
}

// Work found done at the start has no part in the rate.
TEST(Meter, RateIsOfThisRun) {
  Bench bench(MeterMode::plain);
  bench.at(0, 90);
  bench.at(2, 92);
  EXPECT_THAT(bench.written, ElementsAre(HasSubstr("  1/s  elapsed 0:02  left 0:08")));
}

TEST(Meter, TheWorkMayKnowBetterHowLongItTakes) {
  Bench bench(MeterMode::plain);
  const auto at = [&](double seconds, double done) {
    bench.now = 1000 + seconds;
    bench.meter.update(
        {.task = "KRvK", .done = done, .total = 100, .unit = "x", .detail = "", .knows_left = true, .left = 77});
  };
  at(0, 0);
  at(2, 50);
  at(4, 100);
  EXPECT_THAT(bench.written, ElementsAre(HasSubstr("25/s  elapsed 0:02  left 1:17"), Not(HasSubstr("left"))));
}

TEST(Meter, TheWorkMayNotKnowYetHowLongItTakes) {
  Bench bench(MeterMode::plain);
  for (const double done : {0.0, 50.0}) {
    bench.now = 1000 + done;
    bench.meter.update({.task = "KRvK", .done = done, .total = 100, .unit = "x", .detail = "", .knows_left = true});
  }
  EXPECT_THAT(bench.written, ElementsAre(testing::Not(HasSubstr("left"))));
}

TEST(Meter, StartsAnewForAnotherUnitButNotForAnotherTask) {
  Bench bench(MeterMode::plain);
  bench.at(0, 0, 100, "KRvK", "endings");
  bench.at(4, 40, 100, "KQvK", "endings");
  EXPECT_THAT(bench.written.back(), HasSubstr("10/s  elapsed 0:04"));
  bench.at(5, 0, 50, "verify", "positions");
  bench.at(8, 30, 50, "verify", "positions");
  EXPECT_THAT(bench.written.back(), HasSubstr("10/s  elapsed 0:03  left 0:02"));
}

TEST(Meter, RedrawsOneLineAndCanTakeItAway) {
  Bench bench(MeterMode::redraw);
  bench.at(0, 0);
  bench.at(0.5, 50);
  ASSERT_EQ(bench.written.size(), 1u);
  EXPECT_THAT(bench.written[0], testing::StartsWith("\r\x1b[KKRvK  50%"));
  EXPECT_THAT(bench.written[0], Not(HasSubstr("\n")));
  bench.meter.clear_line();
  bench.meter.clear_line();
  EXPECT_EQ(bench.written.size(), 2u) << "cleared once";
}

// A line that wraps stays on the screen. The terminal may be made wider meanwhile.
TEST(Meter, ALineFitsIntoTheTerminal) {
  Bench bench(MeterMode::redraw);
  const auto length = [&](std::size_t columns, double seconds) {
    bench.columns = columns;
    bench.at(seconds, seconds, 1000, std::string(300, 'x'));
    return bench.written.back().size() - std::string_view("\r\x1b[K").size();
  };
  bench.at(0, 0);
  EXPECT_EQ(length(40, 1), 39u);
  EXPECT_EQ(length(132, 2), 131u);
  EXPECT_EQ(length(0, 3), 79u) << "not known";
}

TEST(Meter, JsonModeWritesLines) {
  Bench bench(MeterMode::json);
  bench.at(0, 0);
  bench.at(0.1, 100);
  ASSERT_EQ(bench.written.size(), 1u) << "the end is always told";
  EXPECT_EQ(nlohmann::json::parse(bench.written[0])["percent"], 100);
}

TEST(Meter, NoneIsSilentAndStillStops) {
  Bench bench(MeterMode::none);
  bench.at(0, 0);
  bench.at(100, 100);
  EXPECT_THAT(bench.written, IsEmpty());
  EXPECT_FALSE(bench.meter.stop_requested());
  bench.stop = true;
  EXPECT_TRUE(bench.meter.stop_requested());
}

}  // namespace
}  // namespace bookends::test
