#include "gen/time_span.h"

#include <stdexcept>

namespace bookends {

namespace {

// Milliseconds; 0 for no unit of time.
double scale_of(const std::string& unit) {
  if (unit == "ms") return 1;
  if (unit.empty() || unit == "s") return 1e3;
  if (unit == "m") return 60e3;
  return unit == "h" ? 3600e3 : 0;
}

}  // namespace

Result<std::chrono::milliseconds> parse_time_span(const std::string& option, const std::string& text) {
  std::size_t used = 0;
  double value = 0;
  try {
    value = std::stod(text, &used);
  } catch (const std::exception&) {
    value = 0;
  }
  if (value > 0) value *= scale_of(text.substr(used));
  if (value > 0 && value < 1e12) return std::chrono::milliseconds(static_cast<std::int64_t>(value));
  return Error{ErrorCode::invalid_argument, option + " " + text + ": a time is expected, as in 60s, 5m or 1.5h"};
}

}  // namespace bookends
