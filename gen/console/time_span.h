// Times as options take them.
#pragma once

#include <chrono>
#include <string>

#include "core/base/result.h"

namespace bookends {

// "90", "90s", "5m", "1.5h", "250ms", a millisecond or more. Errors: invalid_argument, naming the option.
Result<std::chrono::milliseconds> parse_time_span(const std::string& option, const std::string& text);

}  // namespace bookends
