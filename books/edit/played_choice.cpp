#include "books/edit/played_choice.h"

#include "books/file/book_file.h"

namespace bookends {

template <const Rules& R>
void choose_played(GraphNode& node, double result_weight) {
  if (has_score(node.entry) || node.played.empty()) return;
  const Position<R> position = position_of<R>(node);
  const int present = node.move ? book_move_index(position, node.move) : -1;
  const PlayedMove* best = best_played(node.played, present, result_weight);
  if (best->games == 0 && best->weight == 0) return;  // a Polyglot book lists them, but not to be played
  node.move = book_move(position, best->move_index).value_or(node.move);
}

#define BOOKENDS_INSTANTIATE(game) template void choose_played<games::game>(GraphNode&, double);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
