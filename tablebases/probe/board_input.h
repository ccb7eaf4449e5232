// Boards out of what callers have: checked, so that a lookup may trust them.
#pragma once

#include <span>

#include "tablebases/probe/board.h"
#include "tablebases/probe/probe.h"

namespace bookends::tables {

// An empty board when they are no placement: a square off the board or taken twice, a pawn where none can stand, not
// one king each, kings side by side. (std::optional would clear it first, which takes as long as all the rest.)
template <const Rules& R>
Board<R> board_of_men(std::span<const Man> men, Color turn);

// The same; and empty when a man is of no kind or of two, or the piece is none of the game's.
template <const Rules& R>
Board<R> board_of_sets(const PieceSets& sets);

}  // namespace bookends::tables
