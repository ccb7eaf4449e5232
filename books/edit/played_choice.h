// Which move a position's record of games speaks for.
#pragma once

#include <vector>

#include "books/edit/book_graph.h"
#include "books/file/played.h"

namespace bookends {

// How much results count: with 1 a win 2, a draw or a game without a result 1, a loss 0, as Polyglot weighs the moves
// of its books; with 0 every game the same; in between a mixture of both.
inline constexpr double kPointsOnly = 1;

// Of a move that was never played what a Polyglot book says.
double played_weight(const PlayedMove& move, double result_weight = kPointsOnly);

// The move of the greatest weight, of equal ones that of more games; of those `present` if it is one, else the first.
// nullptr where there is no move.
const PlayedMove* best_played(const std::vector<PlayedMove>& moves, int present, double result_weight = kPointsOnly);

// Gives a node without a score the move that its record speaks for, if there is one. For moves that were never played
// and have no weight it speaks not at all.
template <const Rules& R>
void choose_played(GraphNode& node, double result_weight = kPointsOnly);

}  // namespace bookends
