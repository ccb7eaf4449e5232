#include "books/file/score_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <random>
#include <set>

#include "core/eval/score.h"

namespace bookends {
namespace {

std::vector<std::byte> bytes_of(const std::vector<ScoreInterval>& intervals) {
  std::vector<std::byte> out;
  for (const ScoreInterval& interval : intervals) {
    put(out, static_cast<std::uint16_t>(interval.first));
    put(out, interval.code);
  }
  return out;
}

// A table that owns its bytes.
struct OwnedTable {
  std::vector<std::byte> bytes;
  ScoreTable table;

  OwnedTable(const std::vector<ScoreInterval>& intervals, std::uint32_t codes)
      : bytes(bytes_of(intervals)),
        table(bytes.data(), ScoreTable::kInterval, static_cast<std::uint32_t>(intervals.size()), codes) {}
};

bool holds(const std::vector<ScoreInterval>& intervals, std::uint32_t codes) {
  return OwnedTable(intervals, codes).table.holds();
}

// Estimates close to each other, and decided games.
std::vector<std::int16_t> book_scores(std::size_t n, std::uint64_t seed, unsigned spread) {
  std::mt19937_64 random(seed);
  std::vector<std::int16_t> scores(n);
  for (std::int16_t& s : scores) {
    const int size = static_cast<int>(random() % 10 == 0 ? 32000 - random() % 60 : random() % spread);
    s = static_cast<std::int16_t>(random() % 2 == 0 ? size : -size);
  }
  return scores;
}

std::uint64_t bits(std::size_t entries, const ScoreIntervals& chosen) {
  return entries * static_cast<std::uint64_t>(chosen.code_bits()) + 32 * chosen.intervals.size();
}

RC_GTEST_PROP(ScoreTable, EveryScoreHasACodeAndEveryCodeAScore, ()) {
  const std::vector<std::int16_t> scores =
      book_scores(*rc::gen::inRange<std::size_t>(0, 2000), *rc::gen::arbitrary<std::uint64_t>(),
                  *rc::gen::element(1u, 2u, 300u, 5000u, 32000u));
  const ScoreIntervals chosen = choose_intervals(scores);
  const OwnedTable owned(chosen.intervals, chosen.codes);
  RC_ASSERT(owned.table.holds());
  for (const std::int16_t s : scores) {
    RC_ASSERT(chosen.code_of(s) < chosen.codes);
    RC_ASSERT(owned.table.score(chosen.code_of(s)) == s);
  }
  for (std::uint32_t code = 0; code < chosen.codes; ++code) {
    RC_ASSERT(chosen.code_of(owned.table.score(code)) == code);
    if (code > 0) RC_ASSERT(owned.table.score(code - 1) < owned.table.score(code));
  }
}

// The bits of the best of all ways to join neighbours.
std::uint64_t fewest_bits(const std::vector<std::int16_t>& scores) {
  const std::set<std::int16_t> distinct(scores.begin(), scores.end());
  const std::vector<int> ascending(distinct.begin(), distinct.end());
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
  for (unsigned closed = 0; closed < 1u << (ascending.size() - 1); ++closed) {
    std::uint64_t codes = ascending.size();
    for (std::size_t i = 1; i < ascending.size(); ++i)
      if ((closed >> (i - 1) & 1) != 0) codes += static_cast<std::uint64_t>(ascending[i] - ascending[i - 1] - 1);
    const std::uint64_t intervals = ascending.size() - static_cast<std::uint64_t>(std::popcount(closed));
    fewest = std::min(fewest, scores.size() * static_cast<std::uint64_t>(std::bit_width(codes - 1)) + 32 * intervals);
  }
  return fewest;
}

RC_GTEST_PROP(ScoreTable, NoOtherIntervalsMakeASmallerFile, ()) {
  const std::vector<std::int16_t> few =
      book_scores(*rc::gen::inRange<std::size_t>(1, 11), *rc::gen::arbitrary<std::uint64_t>(),
                  *rc::gen::element(3u, 20u, 300u, 32000u));
  std::vector<std::int16_t> scores;
  for (std::size_t times = *rc::gen::inRange<std::size_t>(1, 60); times > 0; --times)
    scores.insert(scores.end(), few.begin(), few.end());
  RC_ASSERT(bits(scores.size(), choose_intervals(scores)) == fewest_bits(scores));
}

TEST(ScoreTable, TheOrderOfTheScoresDoesNotMatter) {
  std::vector<std::int16_t> scores = book_scores(3000, 5, 900);
  const ScoreIntervals chosen = choose_intervals(scores);
  std::shuffle(scores.begin(), scores.end(), std::mt19937(6));
  EXPECT_EQ(choose_intervals(scores), chosen);
}

TEST(ScoreTable, NoScoresNeedNothing) {
  EXPECT_EQ(choose_intervals({}), ScoreIntervals());
  EXPECT_EQ(choose_intervals({}).code_bits(), 0);
  EXPECT_TRUE(ScoreTable().holds());
}

TEST(ScoreTable, OneScoreNeedsNoBits) {
  const ScoreIntervals chosen = choose_intervals({-7, -7, -7});
  EXPECT_EQ(chosen.intervals, (std::vector<ScoreInterval>{{-7, 0}}));
  EXPECT_EQ(chosen.codes, 1u);
  EXPECT_EQ(chosen.code_bits(), 0);
}

TEST(ScoreTable, AllScoresAreOneInterval) {
  std::vector<std::int16_t> scores;
  for (int s = -kInfinite; s <= kInfinite; ++s) scores.push_back(static_cast<std::int16_t>(s));
  const ScoreIntervals chosen = choose_intervals(scores);
  EXPECT_EQ(chosen.intervals, (std::vector<ScoreInterval>{{-kInfinite, 0}}));
  EXPECT_EQ(chosen.codes, 65001u);
  EXPECT_EQ(chosen.code_bits(), 16);
}

// A code more than 1024 would take a bit more in every entry.
TEST(ScoreTable, GapsAreClosedAsLongAsTheWidthStays) {
  std::vector<std::int16_t> scores;
  for (int s = 0; s < 1000; ++s) scores.push_back(static_cast<std::int16_t>(s));
  scores.push_back(1010);
  scores.push_back(1030);
  const ScoreIntervals chosen = choose_intervals(scores);
  EXPECT_EQ(chosen.intervals, (std::vector<ScoreInterval>{{0, 0}, {1030, 1011}}));
  EXPECT_EQ(chosen.code_bits(), 10);
}

TEST(ScoreTable, WhatContradictsItselfDoesNotHold) {
  EXPECT_TRUE(holds({{-5, 0}, {10, 3}, {12, 5}}, 7));
  EXPECT_FALSE(holds({{-5, 0}, {10, 3}, {11, 5}}, 7));  // 11 is in two
  EXPECT_FALSE(holds({{10, 0}, {-5, 3}}, 7));           // descending
  EXPECT_FALSE(holds({{-5, 1}, {10, 3}}, 7));           // does not begin with code 0
  EXPECT_FALSE(holds({{-5, 0}, {10, 0}}, 7));           // one is empty
  EXPECT_FALSE(holds({{-5, 0}, {10, 7}}, 7));           // the last one is
  EXPECT_FALSE(holds({{-5, 0}, {10, 8}}, 7));           // begins behind the end
  EXPECT_FALSE(holds({{-5, 0}, {10, 4}, {20, 3}}, 7));  // codes descend
  EXPECT_FALSE(holds({}, 1));
  EXPECT_FALSE(holds({{-5, 0}}, 0));
  EXPECT_TRUE(holds({{kInfinite - 1, 0}}, 2));
  EXPECT_FALSE(holds({{kInfinite - 1, 0}}, 3));
  EXPECT_TRUE(holds({{-kInfinite, 0}}, 1));
  EXPECT_FALSE(holds({{-kInfinite - 1, 0}}, 1));
  EXPECT_FALSE(holds({{std::numeric_limits<std::int16_t>::min(), 0}}, 65535));
}

}  // namespace
}  // namespace bookends
