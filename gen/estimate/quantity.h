// Amounts as options take them.
#pragma once

#include <string>

#include "core/base/result.h"

namespace bookends {

// Bytes: "256G", "1.5T", binary units. Errors: invalid_argument, naming the option.
Result<double> parse_memory(const std::string& option, const std::string& text);

// Bytes in a second: "1.25G" (decimal units), or bits: "10gbit". The same errors.
Result<double> parse_rate(const std::string& option, const std::string& text);

}  // namespace bookends
