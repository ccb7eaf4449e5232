// The "info" lines of a UCI engine that is asked for several variations.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/eval/score.h"

namespace bookends::uci {

struct InfoLine {
  int multipv = 1;   // from 1
  int depth = 0;     // plies
  Score score = 0;   // for the side to move; see score.h
  std::string move;  // the first of the variation
};

// Nothing when the line has no score, a bound for one, or no variation.
std::optional<InfoLine> parse_info(std::string_view line);

}  // namespace bookends::uci
