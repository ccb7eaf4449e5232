// How long searches take of each effort, and so those that are left.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>

namespace bookends {

// Most quicker wins are found soon: every place gets a short search before the first gets a longer one.
inline constexpr int kEfforts = 3;
inline constexpr int kEffortShift = 3;  // each has eight times the nodes of the one before

using SearchCounts = std::array<std::uint64_t, kEfforts>;  // by effort

inline std::uint64_t sum_of(const SearchCounts& searches) {
  return std::accumulate(searches.begin(), searches.end(), std::uint64_t{0});
}

// No more than so many in all, those of the least effort first.
inline SearchCounts no_more_than(SearchCounts searches, std::uint64_t most) {
  for (std::uint64_t& n : searches) {
    n = std::min(n, most);
    most -= n;
  }
  return searches;
}

class SearchPace {
 public:
  void note(int effort, std::uint64_t searches, double seconds) {
    const auto at = static_cast<std::size_t>(effort);
    made_[at] += searches;
    seconds_[at] += seconds;
  }

  // Seconds. An effort that none was made of takes as much longer than the one before as it has more nodes. Nothing
  // where that is not known either.
  std::optional<double> left(const SearchCounts& searches) const {
    double left = 0;
    std::optional<double> each;  // what one search takes
    for (std::size_t i = 0; i < searches.size(); ++i) {
      if (made_[i] > 0)
        each = seconds_[i] / static_cast<double>(made_[i]);
      else if (each)
        *each *= 1 << kEffortShift;
      if (searches[i] == 0) continue;
      if (!each) return std::nullopt;
      left += *each * static_cast<double>(searches[i]);
    }
    return left;
  }

 private:
  SearchCounts made_{};
  std::array<double, kEfforts> seconds_{};
};

}  // namespace bookends
