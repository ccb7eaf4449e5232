// How the positions of a book are reached: what orders them by how likely they are to come about.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "books/edit/book_graph.h"
#include "books/values/values.h"

namespace bookends {

struct BookPaths {
  std::vector<std::uint32_t> cost;  // of the cheapest path from a start, in CostModel's units; kUnreached: none
  std::vector<std::uint16_t> ply;   // moves of that path
  std::vector<NodeId> parent;       // on that path; kNoNode at a start
  std::vector<Move> move;           // from the parent

  bool reached(NodeId node) const { return cost[node] != kUnreached; }
};

struct PathRules {
  BookSide side = BookSide::both;    // that side plays the book's move only, the other every move
  Score worst_loss = 2 * kInfinite;  // centipawns: moves that fall short of the best by more are not taken
};

// The cheapest paths from all starts at once, by the costs of `model` for plies and lost centipawns.
BookPaths cheapest_paths(const BookGraph& graph, const PathRules& rules, const CostModel& model = {});

// "1. d3 b3 2. c3": the moves of the cheapest path to a node, and a further one if there is any, as PGN; "" at a start.
template <const Rules& R>
std::string line_to(const BookGraph& graph, const BookPaths& paths, NodeId node, Move further = Move());

}  // namespace bookends
