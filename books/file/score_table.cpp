#include "books/file/score_table.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/eval/score.h"
#include "core/io/bits.h"

namespace bookends {

namespace {

constexpr int kMostCodeBits = 16;

// Scores that no entry has, between one that some entry has and the next.
struct Gap {
  std::uint32_t size = 0;
  std::size_t after = 0;  // which of the distinct scores
};

std::vector<Gap> gaps_by_size(const std::vector<std::int16_t>& distinct) {
  std::vector<Gap> gaps;
  for (std::size_t i = 1; i < distinct.size(); ++i)
    gaps.push_back({static_cast<std::uint32_t>(distinct[i] - distinct[i - 1] - 1), i - 1});
  std::stable_sort(gaps.begin(), gaps.end(), [](const Gap& a, const Gap& b) { return a.size < b.size; });
  return gaps;
}

// How many gaps are best closed. Every code of n bits leaves room for 2^n scores, and closing the smallest gaps first
// makes the fewest intervals of so many; of the 17 widths the best one, the narrowest of equals, is taken.
std::size_t best_closed(const std::vector<Gap>& gaps, std::size_t entries) {
  std::size_t best = 0, closed = 0;
  std::uint64_t codes = gaps.size() + 1, least = std::numeric_limits<std::uint64_t>::max();
  for (int width = bits_for(codes - 1); width <= kMostCodeBits; ++width) {
    while (closed < gaps.size() && codes + gaps[closed].size <= std::uint64_t{1} << width) codes += gaps[closed++].size;
    const std::uint64_t intervals = gaps.size() + 1 - closed;
    const std::uint64_t bits = entries * static_cast<std::uint64_t>(width) + intervals * 8 * ScoreTable::kInterval;
    if (bits < least) {
      least = bits;
      best = closed;
    }
  }
  return best;
}

}  // namespace

int ScoreIntervals::code_bits() const { return codes == 0 ? 0 : bits_for(codes - 1); }

std::uint32_t ScoreIntervals::code_of(std::int16_t score) const {
  const auto after = std::upper_bound(intervals.begin(), intervals.end(), score,
                                      [](std::int16_t s, const ScoreInterval& interval) { return s < interval.first; });
  const ScoreInterval& interval = *(after - 1);
  return interval.code + static_cast<std::uint32_t>(score - interval.first);
}

ScoreIntervals choose_intervals(std::vector<std::int16_t> scores) {
  ScoreIntervals out;
  if (scores.empty()) return out;
  const std::size_t entries = scores.size();
  std::sort(scores.begin(), scores.end());
  scores.erase(std::unique(scores.begin(), scores.end()), scores.end());
  const std::vector<Gap> gaps = gaps_by_size(scores);
  std::vector<bool> open(scores.size(), true);  // whether an interval begins with this score
  for (std::size_t i = 0, closed = best_closed(gaps, entries); i < closed; ++i) open[gaps[i].after + 1] = false;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (open[i])
      out.intervals.push_back({scores[i], static_cast<std::uint16_t>(out.codes++)});
    else
      out.codes += static_cast<std::uint32_t>(scores[i] - scores[i - 1]);
  }
  return out;
}

bool ScoreTable::holds() const {
  int last = -kInfinite - 1;  // the highest score so far
  for (std::uint32_t i = 0; i < intervals_; ++i) {
    const ScoreInterval interval = at(i);
    const std::uint32_t end = i + 1 < intervals_ ? at(i + 1).code : codes_;
    if (interval.first <= last || interval.code >= end || (i == 0 && interval.code != 0)) return false;
    last = interval.first + static_cast<int>(end - interval.code) - 1;
  }
  return last <= kInfinite && (intervals_ > 0 || codes_ == 0);
}

}  // namespace bookends
