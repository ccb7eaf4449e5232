// What all threads of one search share besides the table: when to stop, and what they have counted.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/search/tree/limits.h"
#include "core/search/tree/statistics.h"

namespace bookends {

class SearchControl {
 public:
  using Time = std::chrono::steady_clock;

  SearchControl(const SearchLimits& limits, const std::atomic<bool>& stop)
      : limits_(limits), stop_(stop), start_(Time::now()) {}

  void halt() { halted_.store(true, std::memory_order_relaxed); }
  bool halted() const { return halted_.load(std::memory_order_relaxed); }

  // Adds what a thread has counted since `told`, which becomes `now`, and tells whether to stop. Called every
  // kPollInterval nodes or sooner.
  bool poll(const SearchCounters& now, SearchCounters& told) {
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      const auto each = kSearchCounters[i];
      sums_[i].fetch_add(now.*each - told.*each, std::memory_order_relaxed);
    }
    told = now;
    if (limits_.nodes != 0 && nodes() >= limits_.nodes) halt();
    if (stop_.load(std::memory_order_relaxed)) halt();
    if (limits_.hard_time && elapsed() >= *limits_.hard_time) halt();
    return halted();
  }
  // How many nodes a thread may search until it polls again.
  std::uint64_t allowance() const {
    if (limits_.nodes == 0) return kPollInterval;
    const std::uint64_t done = nodes();
    return done >= limits_.nodes ? 0 : std::min(kPollInterval, limits_.nodes - done);
  }

  std::uint64_t nodes() const { return sums_[kNodes].load(std::memory_order_relaxed); }
  // Another thread may be telling amid this: the part that is taken off its whole elsewhere is made to fit.
  SearchCounters counted() const {
    SearchCounters counted;
    for (std::size_t i = 0; i < sums_.size(); ++i)
      counted.*kSearchCounters[i] = sums_[i].load(std::memory_order_relaxed);
    counted.quiescence_nodes = std::min(counted.quiescence_nodes, counted.nodes);
    return counted;
  }
  Time::duration elapsed() const { return Time::now() - start_; }
  const SearchLimits& limits() const { return limits_; }

 private:
  static constexpr std::uint64_t kPollInterval = 1024;
  static constexpr std::size_t kNodes = 0;
  static_assert(kSearchCounters[kNodes] == &SearchCounters::nodes);

  const SearchLimits& limits_;
  const std::atomic<bool>& stop_;
  const Time::time_point start_;
  std::atomic<bool> halted_{false};
  std::array<std::atomic<std::uint64_t>, kSearchCounters.size()> sums_{};
};

}  // namespace bookends
