// What all threads of one search share besides the table: when to stop, and how many nodes there were.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>

#include "core/search/search.h"

namespace bookends {

class SearchControl {
 public:
  using Time = std::chrono::steady_clock;

  SearchControl(const SearchLimits& limits, const std::atomic<bool>& stop)
      : limits_(limits), stop_(stop), start_(Time::now()) {}

  void halt() { halted_.store(true, std::memory_order_relaxed); }
  bool halted() const { return halted_.load(std::memory_order_relaxed); }

  // Adds the nodes since the last call and tells whether to stop. Called every kPollInterval nodes or sooner.
  bool poll(std::uint64_t new_nodes) {
    const std::uint64_t total = nodes_.fetch_add(new_nodes, std::memory_order_relaxed) + new_nodes;
    if (limits_.nodes != 0 && total >= limits_.nodes) halt();
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

  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  Time::duration elapsed() const { return Time::now() - start_; }
  const SearchLimits& limits() const { return limits_; }

 private:
  static constexpr std::uint64_t kPollInterval = 1024;

  const SearchLimits& limits_;
  const std::atomic<bool>& stop_;
  const Time::time_point start_;
  std::atomic<bool> halted_{false};
  std::atomic<std::uint64_t> nodes_{0};
};

}  // namespace bookends
