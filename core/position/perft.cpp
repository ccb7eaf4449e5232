#include "core/position/perft.h"

namespace bookends {

template <const Rules& R>
std::uint64_t perft(const Position<R>& position, int depth) {
  if (depth <= 0) return 1;
  if (depth == 1) return static_cast<std::uint64_t>(position.count_legal_moves());
  MoveList moves;
  position.legal_moves(moves);
  std::uint64_t leaves = 0;
  for (const Move m : moves) leaves += perft<R>(position.after(m), depth - 1);
  return leaves;
}

#define BOOKENDS_INSTANTIATE(game) template std::uint64_t perft<games::game>(const Position<games::game>&, int);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
