#include "gen/console/time_span.h"

#include <algorithm>
#include <cstdlib>

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
  const std::size_t used = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string number = text.substr(0, used);
  char* end = nullptr;
  const double value = std::strtod(number.c_str(), &end) * (*end == '\0' ? scale_of(text.substr(used)) : 0);
  if (value >= 1 && value < 1e12) return std::chrono::milliseconds(static_cast<std::int64_t>(value));
  return Error{ErrorCode::invalid_argument, option + " " + text + ": a time is expected, as in 60s, 5m or 1.5h"};
}

}  // namespace bookends
