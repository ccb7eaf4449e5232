// perft: the number of leaves of the tree of legal moves, the classic check of a move generator.
#pragma once

#include <cstdint>

#include "core/position/position.h"

namespace bookends {

// Leaves at exactly `depth` plies; 1 for depth 0. The last ply is counted without being played.
template <const Rules& R>
std::uint64_t perft(const Position<R>& position, int depth);

#define BOOKENDS_EXTERN_PERFT(game) extern template std::uint64_t perft<games::game>(const Position<games::game>&, int);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_PERFT)
#undef BOOKENDS_EXTERN_PERFT

}  // namespace bookends
