// The move that a position's record of games speaks for, entered in a book that is edited.
#pragma once

#include "books/edit/book_graph.h"
#include "books/played/record.h"

namespace bookends {

// Gives a node without a score the move that its record speaks for, if there is one. For moves that were never played
// and have no weight it speaks not at all.
template <const Rules& R>
void choose_played(GraphNode& node, double result_weight = kPointsOnly);

}  // namespace bookends
