#include "tablebases/pack/result_planes.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>

namespace bookends::tables {
namespace {

// Free bits of a plane repeat the highest fixed bit below them; `carry` is the last bit of the word before.
std::uint64_t run_filled(std::uint64_t bits, std::uint64_t fixed, bool& carry) {
  // Every fixed bit spreads upwards over free ones, doubling its reach each time.
  std::uint64_t known = fixed, ones = bits & fixed;
  for (int by = 1; by < 64; by *= 2) {
    ones |= ones << by & ~known;
    known |= known << by;
  }
  if (carry) ones |= ~known;
  carry = (ones >> 63) != 0;
  return ones;
}

bool agrees(const ResultWord& wanted, const ResultWord& earlier) {
  return (((wanted.win ^ earlier.win) & wanted.win_fixed) |
          ((wanted.not_loss ^ earlier.not_loss) & wanted.not_loss_fixed)) == 0;
}

void fill_runs(ResultPlanes& planes) {
  bool win = false, not_loss = true;
  for (ResultWord& w : planes) {
    w.win = run_filled(w.win, w.win_fixed, win);
    w.not_loss = run_filled(w.not_loss, w.not_loss_fixed, not_loss);
  }
}

// Distances in words at which words resemble each other: neighbours, and the rows and boards of two slower men.
constexpr std::array<std::size_t, 27> kDistances{1,  8,  2,  16, 3,  4,  7,  9,   24,  32,  6,   5,   10, 40,
                                                 48, 56, 64, 63, 65, 72, 57, 128, 192, 256, 320, 512, 576};
constexpr std::size_t kLongest = 64;  // a match is looked for again after so many words
constexpr std::size_t kRemembered = 8;

// The distances that served last, the latest first.
class RecentDistances {
 public:
  void use(std::size_t distance) {
    const auto end = recent_.begin() + static_cast<std::ptrdiff_t>(size_);
    auto at = std::find(recent_.begin(), end, distance);
    if (at == end) at = size_ < kRemembered ? recent_.begin() + static_cast<std::ptrdiff_t>(size_++) : end - 1;
    std::copy_backward(recent_.begin(), at, at + 1);
    recent_[0] = distance;
  }
  std::span<const std::size_t> all() const { return {recent_.data(), size_}; }

 private:
  std::array<std::size_t, kRemembered> recent_{};
  std::size_t size_ = 0;
};

struct Match {
  std::size_t distance = 0;
  std::size_t length = 0;
};

// How many words from `at` on agree with the filled words `distance` before them (which may be these themselves).
std::size_t match_length(const ResultPlanes& planes, std::size_t at, std::size_t distance) {
  const std::size_t end = std::min(planes.size(), at + kLongest);
  std::size_t i = at;
  while (i < end && agrees(planes[i], planes[at - distance + (i - at) % distance])) ++i;
  return i - at;
}

Match best_match(const ResultPlanes& planes, std::size_t at, const RecentDistances& recent) {
  Match best;
  const auto attempt = [&](std::span<const std::size_t> distances) {
    for (const std::size_t d : distances) {
      if (d > at || best.length == kLongest) continue;
      const std::size_t length = match_length(planes, at, d);
      if (length > best.length) best = {d, length};
    }
  };
  attempt(recent.all());
  attempt(kDistances);
  return best;
}

// Words as they are chosen, one after the other.
class MatchFiller {
 public:
  explicit MatchFiller(ResultPlanes& planes) : planes_(planes) {}

  void run() {
    while (at_ < planes_.size()) {
      const Match match = best_match(planes_, at_, recent_);
      if (match.length == 0) {
        fill_one();
        continue;
      }
      for (std::size_t i = 0; i < match.length; ++i, ++at_) take(planes_[at_ - match.distance]);
      recent_.use(match.distance);
    }
  }

 private:
  void take(const ResultWord& from) {
    planes_[at_].win = from.win;
    planes_[at_].not_loss = from.not_loss;
  }

  // As the newest of the different words of the block that agrees: another one would be one more row.
  void fill_one() {
    ResultWord& w = planes_[at_];
    const auto like = std::find_if(different_.rbegin(), different_.rend(), [&](const auto& r) { return agrees(w, r); });
    if (like != different_.rend()) {
      take(*like);
    } else {
      bool win = at_ != 0 && (planes_[at_ - 1].win >> 63) != 0;
      bool not_loss = at_ == 0 || (planes_[at_ - 1].not_loss >> 63) != 0;
      w.win = run_filled(w.win, w.win_fixed, win);
      w.not_loss = run_filled(w.not_loss, w.not_loss_fixed, not_loss);
      different_.push_back(w);
    }
    ++at_;
  }

  ResultPlanes& planes_;
  std::size_t at_ = 0;
  RecentDistances recent_;
  std::vector<ResultWord> different_;  // that no earlier word agreed with
};

// Bit `mark` of eight bytes, as eight bits.
std::uint64_t gathered(std::uint64_t bytes, std::uint8_t mark) {
  const std::uint64_t low = bytes >> std::countr_zero(mark) & 0x0101010101010101;
  return low * 0x0102040810204080 >> 56;
}

}  // namespace

ResultPlanes result_planes(const BlockValues& values) {
  const std::size_t n = values.marks.size();
  ResultPlanes planes((n + 63) / 64);
  for (std::size_t at = 0; at < n; at += 8) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, values.marks.data() + at, std::min<std::size_t>(8, n - at));
    ResultWord& w = planes[at / 64];
    w.win |= gathered(bytes, kMarkWin) << at % 64;
    w.not_loss |= gathered(bytes, kMarkNotLoss) << at % 64;
    w.win_fixed |= gathered(bytes, kMarkWinFixed) << at % 64;
    w.not_loss_fixed |= gathered(bytes, kMarkNotLossFixed) << at % 64;
  }
  return planes;
}

void fill(ResultPlanes& planes, Fill how) { how == Fill::runs ? fill_runs(planes) : MatchFiller(planes).run(); }

std::vector<ResultRow> result_rows(const ResultPlanes& planes) {
  std::vector<ResultRow> rows;
  rows.reserve(planes.size());
  for (const ResultWord& w : planes) rows.push_back({w.win, w.not_loss});
  return rows;
}

}  // namespace bookends::tables
