// Makruk's counting rules: the one rule that is no datum of Rules.
//
// While a count runs, `plies` grows by one a ply; it is even when the side that counts (the bare Khun, or the weaker
// side) is to move. Reaching `limit` without mate draws. Both are plies, as in fields 4 and 5 of the FEN.
#pragma once

#include <array>
#include <cstdint>

#include "core/rules/rules.h"

namespace bookends {

struct Count {
  std::uint16_t limit = 0;  // plies; 0 = no count is running
  std::uint16_t plies = 0;

  constexpr bool running() const { return limit != 0; }
  constexpr bool exhausted() const { return running() && plies >= limit; }
  constexpr bool operator==(const Count&) const = default;
};

// How many pieces of each slot each colour has; the unpromoted Bia is the pawn slot.
using PieceCounts = std::array<std::array<int, kKinds>, 2>;

// Whether a count can have that limit, in plies.
bool is_count_limit(int plies);

// The count after a move. `before` is the count before it, `pieces` the material after it, `turn` the side to move
// now, `bared` whether the move was the capture that left `turn` or its opponent with the bare Khun.
Count next_count(Count before, const PieceCounts& pieces, Color turn, bool bared);

}  // namespace bookends
