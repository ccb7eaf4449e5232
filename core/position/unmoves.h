// Un-moves: every way a position can have come about by one move.
#pragma once

#include <vector>

#include "core/position/position.h"

namespace bookends {

template <const Rules& R>
struct Unmove {
  Position<R>
      before;  // legal; its clocks are zero, its castling rights those of the later position (plus the one used)
  Move move;   // legal in `before`; leads to the later position in all but clocks and count
};

// All of them: quiet moves, captures of any piece, promotions, double steps, en passant captures, castling. A position
// with an en passant square has only the double step that made it. Not for hot code.
template <const Rules& R>
std::vector<Unmove<R>> unmoves(const Position<R>& position);

#define BOOKENDS_EXTERN_UNMOVES(game) \
  extern template std::vector<Unmove<games::game>> unmoves<games::game>(const Position<games::game>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_UNMOVES)
#undef BOOKENDS_EXTERN_UNMOVES

}  // namespace bookends
