#include "tools/serve/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace bookends::serve {
namespace {

void head(std::string& out, std::string_view name, std::string_view type, std::string_view help) {
  fmt::format_to(std::back_inserter(out), "# HELP {0} {2}\n# TYPE {0} {1}\n", name, type, help);
}

void single(std::string& out, std::string_view name, std::string_view type, std::string_view help, auto value) {
  head(out, name, type, help);
  fmt::format_to(std::back_inserter(out), "{} {}\n", name, value);
}

}  // namespace

Metrics::Metrics(std::vector<std::string> route_labels) : labels_(std::move(route_labels)), requests_(labels_.size()) {}

void Metrics::count(std::size_t route, int status, std::chrono::nanoseconds took) {
  const auto relaxed = std::memory_order_relaxed;
  const auto found = std::ranges::find(kStatuses, status);
  const auto column = std::min(static_cast<std::size_t>(found - kStatuses.begin()), kStatuses.size() - 1);
  requests_[route < requests_.size() ? route : 0][column].fetch_add(1, relaxed);
  const double seconds = std::chrono::duration<double>(took).count();
  const auto bound = std::ranges::lower_bound(kBounds, seconds);
  within_[static_cast<std::size_t>(bound - kBounds.begin())].fetch_add(1, relaxed);
  nanoseconds_.fetch_add(static_cast<std::uint64_t>(took.count()), relaxed);
}

std::string Metrics::text() const {
  std::string out;
  const auto add = std::back_inserter(out);
  head(out, "bookends_http_requests_total", "counter", "Requests answered, by route and status.");
  for (std::size_t route = 0; route < labels_.size(); ++route)
    for (std::size_t i = 0; i < kStatuses.size(); ++i)
      if (const std::uint64_t n = requests_[route][i])
        fmt::format_to(add, "bookends_http_requests_total{{route=\"{}\",status=\"{}\"}} {}\n", labels_[route],
                       kStatuses[i], n);
  head(out, "bookends_http_request_duration_seconds", "histogram", "From a request's first byte to its answer's last.");
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < kBounds.size(); ++i)
    fmt::format_to(add, "bookends_http_request_duration_seconds_bucket{{le=\"{}\"}} {}\n", kBounds[i],
                   sum += within_[i]);
  sum += within_.back();
  fmt::format_to(add, "bookends_http_request_duration_seconds_bucket{{le=\"+Inf\"}} {}\n", sum);
  fmt::format_to(add, "bookends_http_request_duration_seconds_sum {}\n", static_cast<double>(nanoseconds_) * 1e-9);
  fmt::format_to(add, "bookends_http_request_duration_seconds_count {}\n", sum);
  single(out, "bookends_http_connections_open", "gauge", "Connections that are open now.", open_.load());
  single(out, "bookends_http_connections_total", "counter", "Connections accepted.", accepted_.load());
  single(out, "bookends_http_connections_refused_total", "counter", "Connections for which there was no room.",
         refused_.load());
  head(out, "bookends_build_info", "gauge", "The program that answers.");
  fmt::format_to(add, "bookends_build_info{{version=\"{}\",compiler=\"{}\"}} 1\n", BOOKENDS_VERSION, __VERSION__);
  return out;
}

}  // namespace bookends::serve
