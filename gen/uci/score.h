// The scores that UCI engines say.
#pragma once

#include <optional>
#include <string_view>

#include "core/eval/score.h"

namespace bookends::uci {

// "cp 35" as an estimate, however large the number; "mate 3" and "mate -2", which count moves, as decided games, with
// no end further away than scores can say. "mate 0": the side to move has lost. Nothing for anything else.
std::optional<Score> parse_score(std::string_view unit, std::string_view number);

}  // namespace bookends::uci
