// Overrides: values and moves that a person has set, which outrank what searches say.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "books/file/packed_position.h"
#include "core/base/result.h"
#include "core/eval/score.h"
#include "core/position/move.h"
#include "core/position/position.h"

namespace bookends {

// Beyond lie the scores of decided games, which nobody sets by hand.
inline constexpr Score kLargestSetScore = kTableWin - kMaxPly - 1;

// Holds wherever the position occurs in the book: the book plays the move, and the value is the position's whatever
// follows. It proves nothing. A finished game and a table's answer stay what they are.
struct Override {
  Key key = 0;
  PackedPosition position;
  Move move;
  Score score = 0;     // centipawns for the side to move
  std::string remark;  // UTF-8; may be empty
};

// One a line, as in EPD: `FEN bm MOVE; ce CENTIPAWNS; c0 "remark";` The FEN may lack its clocks; the move is SAN or
// UCI; the operations come in any order, `bm` and `ce` are needed, others are passed over. Empty lines and those that
// begin with # count for nothing. `name` is the file's, for messages. Errors: invalid_argument, with the line.
template <const Rules& R>
Result<std::vector<Override>> read_overrides(std::string_view text, const std::string& name);

// What decides of them, in hexadecimal; empty for none. For BuildSettings.
std::string digest(std::span<const Override> overrides);

}  // namespace bookends
