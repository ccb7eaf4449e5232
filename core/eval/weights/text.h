// Reads the data files of evaluation weights, core/eval/weights/GAME.inc: the numbers in the order of weight_list.h
// with comments that name them, as C++ that can be included in a list of numbers. Written by gen/tune/weights_file.h.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/result.h"
#include "core/eval/weights/weight_list.h"

namespace bookends {

// What such a file begins with; then comes the name of the game, and a comma. Who may be given another file as well
// tells it by that; parse_weights() takes one without.
inline constexpr std::string_view kWeightsHeader = "// The evaluation of ";
constexpr bool is_weights_text(std::string_view text) { return text.starts_with(kWeightsHeader); }

// Errors: invalid_argument, with the line of a word that is no number or outside of its weight's range, or with the
// count when it is not that of the game's weights; unsupported, when the text says that it is another game's.
Result<Weights> parse_weights(const Rules& rules, std::string_view text);

// As parse_weights, with the name of the file in front of the message; and those of read_file.
Result<Weights> read_weights(const Rules& rules, const std::filesystem::path& path);

}  // namespace bookends
