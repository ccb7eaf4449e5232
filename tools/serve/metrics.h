// What a server counts of itself, in the text format of Prometheus.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace bookends::serve {

class Metrics {
 public:
  // As many routes as there are labels; one of a greater number counts as the first.
  explicit Metrics(std::vector<std::string> route_labels);

  // Any number of threads may count at the same time.
  void count(std::size_t route, int status, std::chrono::nanoseconds took);
  void opened() { ++open_, ++accepted_; }
  void closed() { --open_; }
  void refused() { ++refused_; }

  std::string text() const;

 private:
  // Those that the server sends; all others count as the last.
  static constexpr std::array kStatuses{200, 204, 304, 400, 403, 404, 405, 408, 414, 431, 503, 500};
  static constexpr std::array kBounds{1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 1e-2, 2e-2, 5e-2, 0.1, 0.5, 1.0, 5.0};

  std::vector<std::string> labels_;
  std::vector<std::array<std::atomic<std::uint64_t>, kStatuses.size()>> requests_;  // by route
  std::array<std::atomic<std::uint64_t>, kBounds.size() + 1> within_{};  // the time took no more than the bound
  std::atomic<std::uint64_t> nanoseconds_{0};
  std::atomic<std::int64_t> open_{0};
  std::atomic<std::uint64_t> accepted_{0};
  std::atomic<std::uint64_t> refused_{0};
};

}  // namespace bookends::serve
