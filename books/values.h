// What follows from the facts of a workspace: values, best moves, proofs, distances and costs.
#pragma once

#include <cstdint>
#include <vector>

#include "books/workspace.h"

namespace bookends {

enum class Proof : std::uint8_t { none, win, draw, loss };  // for the side to move

struct NodeValue {
  // Minimax of the searches, for the side to move. A position is worth the best of its book moves and of its best
  // move that is not in the book ("min" backup: nobody is bound to our book).
  std::int16_t value = 0;
  // What is proved by finished games, tables and repetition alone; -kInfinite and kInfinite when nothing is.
  std::int16_t lower = -kInfinite;
  std::int16_t upper = kInfinite;
  Move best;                    // none where the game is over
  NodeId best_child = kNoNode;  // none when the best move leaves the book
};

inline constexpr std::uint32_t kUnreached = 0xffffffffu;

// Cost of the cheapest path from a start: what decides where the book grows.
struct CostModel {
  std::uint32_t ply = 1000;        // for every move played
  std::uint32_t centipawn = 20;    // for every centipawn by which the move falls short of the best one
  std::int32_t worst_loss = 1000;  // centipawns; a greater loss costs no more
  std::uint32_t decided = 4000;    // added for a ply in a position that is decided already
};

struct BookValues {
  std::vector<NodeValue> nodes;
  std::vector<std::uint16_t> ply;   // moves from the nearest start
  std::vector<std::uint32_t> cost;  // kUnreached when no path that the book would play leads there

  Proof proof(NodeId id) const;
  // Plies the value looks ahead: the book's moves and then the depth of the search at their end, at most 255.
  int horizon(const Workspace& workspace, NodeId id) const;
};

// Whether the book is to answer for the side to move here with its best move only.
bool is_own_turn(const Workspace& workspace, NodeId id);

BookValues derive_values(const Workspace& workspace, const CostModel& model = {});

// The cost of playing a move of value `score` (the mover's) at a node.
std::uint32_t move_cost(const CostModel& model, const NodeValue& node, Score score);

}  // namespace bookends
