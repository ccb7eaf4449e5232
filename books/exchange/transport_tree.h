// What packing and expanding a book conclude from its tree alike, so that it need not be said.
#pragma once

#include <cstdint>
#include <vector>

#include "books/edit/book_graph.h"
#include "books/edit/chains.h"

namespace bookends::transport {

// How a node was first met.
struct Arrival {
  NodeId parent = kNoNode;
  Move move;
};

// The move that the scores speak for: the first that leads to a position worth as much; none when there is none.
Move implied_move(const BookGraph& graph, NodeId n);

// Where the book's move leads to from each node, or kNoNode.
std::vector<NodeId> successors(const BookGraph& graph);

// The depth that follows from that of the next position; 0 where there is none, or a circle. `next`: successors().
std::uint8_t implied_depth(const BookGraph& graph, const std::vector<NodeId>& next, const Chains& chains, NodeId n);

}  // namespace bookends::transport
