// Exits, as sets of squares. An exit is a move that leaves the slice in work: a capture, a promotion or a pawn move.
// What it leads to is solved already (solve/exits.h). Here is what the exits of all positions of a word are worth.
#pragma once

#include "tablebases/rows/value.h"

namespace bookends::tables {

template <class W>
struct ExitSets {
  W any = 0;  // there is an exit; win, draw and loss say what the best one is
  W win = 0;
  W draw = 0;
  W late = 0;  // a win or a loss that takes more than `limit` plies
  W loss() const { return any & ~win & ~draw; }
};

// Positions of a word whose best exit has the same value.
template <class W>
struct ExitGroup {
  Value value = 0;
  W squares = 0;
};

}  // namespace bookends::tables
