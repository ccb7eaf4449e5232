// An estimate as text.
#pragma once

#include <string>

#include "gen/estimate/estimate.h"

namespace bookends {

// A line for each level, sums, and what breaks first.
std::string estimate_page(const ScaleEstimate& estimate, const Cluster& cluster);

// The same, and more, as one object.
std::string estimate_json(const Rules& rules, int men, const ScaleEstimate& estimate, const Cluster& cluster);

}  // namespace bookends
