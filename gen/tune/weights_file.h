// The data files of evaluation weights, core/eval/weights/GAME.inc: the numbers in the order of weight_list.h with
// comments that name them, as C++ that can be included in a list of numbers.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/eval/weight_list.h"
#include "core/result.h"

namespace bookends {

// What a file that format_weights() made begins with.
inline constexpr std::string_view kWeightsHeader = "// The evaluation of ";

// "squares_middle R c3", "material P end": names a weight to a person, and no two alike.
std::string weight_name(const Rules& rules, const WeightTag& tag);

std::string format_weights(const Rules& rules, const Weights& weights);

// Errors: invalid_argument, with the line of a word that is no number, or with the count when it is not that of the
// game's weights.
Result<Weights> parse_weights(const Rules& rules, std::string_view text);

// As parse_weights, with the name of the file in front of the message; and those of read_file.
Result<Weights> read_weights(const Rules& rules, const std::filesystem::path& path);

}  // namespace bookends
