// All that packing asks of a position, in one byte: so that looking at a position out of order costs one cache line,
// not three.
#pragma once

#include <cstdint>

#include "tablebases/solution/solution.h"

namespace bookends::tables {

// The first four are bits of the planes (result_planes.h) as they will be stored; a number without a position has none.
enum Mark : std::uint8_t {
  kMarkWin = 1,
  kMarkNotLoss = 2,
  kMarkWinFixed = 4,  // whether the bit says something, or may be anything
  kMarkNotLossFixed = 8,
  kMarkCursed = 16,   // decided, but not under the move limit
  kMarkDtmFree = 32,  // a conversion has the DTM: see packed_dtm
  kMarkDtzFree = 64,  // a win by a zeroing move
};

// Makes the marks of one side out of its hints, in their place: by PlacementIndex. Without hints there are none, and
// the marks are new. `limit_plies`: the move limit, where the solution has DTZ.
void hints_to_marks(Solution& solution, int side, int limit_plies, int threads);

}  // namespace bookends::tables
