// Writes the data files of evaluation weights, which core/eval/weights/text.h reads.
#pragma once

#include <string>

#include "core/eval/weights/weight_list.h"

namespace bookends {

// "squares_middle R c3", "material P end": names a weight to a person, and no two alike.
std::string weight_name(const Rules& rules, const WeightTag& tag);

std::string format_weights(const Rules& rules, const Weights& weights);

}  // namespace bookends
