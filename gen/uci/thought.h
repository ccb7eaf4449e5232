// What a UCI engine said of a move.
#pragma once

#include <cstdint>
#include <optional>

#include "core/eval/score.h"

namespace bookends::uci {

// What an engine said of its move, and how long it took by our watch. What bookends-agent tells of a move of its book
// is not kept: it has not been searched.
struct Thought {
  std::optional<Score> score;  // centipawns for the side to move; a mate as core/eval/score.h has it
  int depth = 0;               // plies; 0 = not said
  std::uint64_t nodes = 0;     // 0 = not said
  double seconds = 0;          // from "go" to "bestmove"
  bool by_book = false;        // bookends-agent said that its book answers
};

}  // namespace bookends::uci
