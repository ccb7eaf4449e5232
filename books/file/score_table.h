// The scores of a book file. They lie close together, so the file lists intervals of them, and an entry holds a code
// in place of its score: how many scores of all intervals stand before it. FORMAT.md describes the section.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/io/bytes.h"

namespace bookends {

// The scores from `first` on, up to where the codes of the next interval begin.
struct ScoreInterval {
  std::int16_t first = 0;
  std::uint16_t code = 0;  // of the first

  bool operator==(const ScoreInterval&) const = default;
};

struct ScoreIntervals {
  std::vector<ScoreInterval> intervals;  // ascending, disjoint
  std::uint32_t codes = 0;               // all of them together

  int code_bits() const;
  // The code of a score that is in an interval.
  std::uint32_t code_of(std::int16_t score) const;

  bool operator==(const ScoreIntervals&) const = default;
};

// Intervals with all scores of a book's entries, in any order, none beyond kInfinite, with which its file is smallest.
ScoreIntervals choose_intervals(std::vector<std::int16_t> scores);

// The section as a file holds it; a view.
class ScoreTable {
 public:
  static constexpr std::size_t kInterval = 4;  // bytes
  static constexpr std::size_t kSingle = 2;    // before version 3 every interval was a single score, and had no code

  ScoreTable() = default;
  // `stride`: kInterval or kSingle. The caller guarantees intervals * stride bytes.
  ScoreTable(const std::byte* section, std::size_t stride, std::uint32_t intervals, std::uint32_t codes)
      : section_(section), stride_(stride), intervals_(intervals), codes_(codes) {}

  // Whether the intervals are ascending, disjoint and not empty, have `codes` scores, and none beyond kInfinite.
  bool holds() const;

  // The score of a code below `codes`, in a table that holds. Takes time by the logarithm of the intervals.
  std::int16_t score(std::uint64_t code) const {
    std::uint64_t i = code;
    if (intervals_ < codes_) {
      i = 0;
      for (std::uint64_t n = intervals_; n > 1; n -= n / 2) i += at(i + n / 2).code <= code ? n / 2 : 0;
    }
    const ScoreInterval interval = at(i);
    return static_cast<std::int16_t>(interval.first + static_cast<int>(code - interval.code));
  }

 private:
  ScoreInterval at(std::uint64_t i) const {
    const std::byte* bytes = section_ + i * stride_;
    const auto code = stride_ == kSingle ? static_cast<std::uint16_t>(i) : get<std::uint16_t>(bytes + 2);
    return {static_cast<std::int16_t>(get<std::uint16_t>(bytes)), code};
  }

  const std::byte* section_ = nullptr;
  std::size_t stride_ = kInterval;
  std::uint32_t intervals_ = 0, codes_ = 0;
};

}  // namespace bookends
