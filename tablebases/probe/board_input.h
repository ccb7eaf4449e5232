// Boards out of what callers have: checked, so that a lookup may trust them.
#pragma once

#include <optional>
#include <span>

#include "tablebases/probe/board.h"
#include "tablebases/probe/probe.h"

namespace bookends::tables {

// Nothing when they are no placement: a square off the board or taken twice, a pawn where none can stand, not one king
// each, kings side by side.
template <const Rules& R>
std::optional<Board<R>> board_of_men(std::span<const Man> men, Color turn);

// The same; and nothing when a man is of no kind or of two, or the piece is none of the game's.
template <const Rules& R>
std::optional<Board<R>> board_of_sets(const PieceSets& sets);

}  // namespace bookends::tables
