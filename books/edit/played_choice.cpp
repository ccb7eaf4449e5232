#include "books/edit/played_choice.h"

#include <tuple>

#include "books/file/book_file.h"

namespace bookends {

double played_weight(const PlayedMove& move, double result_weight) {
  if (move.games == 0) return move.weight;
  const double points = 2 * share_of_points(move) * move.games;
  return (1 - result_weight) * move.games + result_weight * points;
}

const PlayedMove* best_played(const std::vector<PlayedMove>& moves, int present, double result_weight) {
  const auto rank = [&](const PlayedMove& move) {
    return std::tuple(played_weight(move, result_weight), move.games, move.move_index == present);
  };
  const PlayedMove* best = nullptr;
  for (const PlayedMove& move : moves)
    if (best == nullptr || rank(move) > rank(*best)) best = &move;
  return best;
}

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
