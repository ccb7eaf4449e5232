// What follows from the facts of a workspace: values, best moves, proofs, distances and costs.
#pragma once

#include <cstdint>
#include <vector>

#include "books/file/book_entry.h"
#include "books/work/workspace.h"

namespace bookends {

struct NodeValue {
  // Minimax of the searches and of what a person has set, for the side to move. Which moves a position is worth the
  // best of is said by Backup.
  std::int16_t value = 0;
  // What is proved by finished games, tables and repetition alone; -kInfinite and kInfinite when nothing is.
  std::int16_t lower = -kInfinite;
  std::int16_t upper = kInfinite;
  Move best;                    // none where the game is over
  NodeId best_child = kNoNode;  // none when the best move leaves the book
};

inline constexpr std::uint32_t kUnreached = 0xffffffffu;
// What costs more counts as this much: lines that are dearer, thousands of plies of the largest options, are alike.
inline constexpr std::uint32_t kDearest = kUnreached - 1;
// The cost of a line and one more step.
std::uint32_t cost_with(std::uint32_t line, std::uint32_t step);

struct BookValues {
  std::vector<NodeValue> nodes;
  std::vector<std::uint16_t> ply;   // moves from the nearest start
  std::vector<std::uint32_t> cost;  // kUnreached when nobody who plays by the book gets there

  Proof proof(NodeId id) const;
  // Plies the value looks ahead: the book's moves and then the depth of the search at their end, at most 255.
  int horizon(const Workspace& workspace, NodeId id) const;
};

// Of the workspace's side and the node's side to move.
bool is_own_turn(const Workspace& workspace, NodeId id);

// By the settings of the workspace.
BookValues derive_values(const Workspace& workspace);

// A step along a move, or what it would be.
struct WayStep {
  Score score = 0;               // what the move is worth to its mover
  Score promised = kNoPromise;   // what the search said of it when it came into the book
  bool principal = false;        // on the principal variation of a start
  bool unexplored_best = false;  // the best move of its position, and not in the book
};

// The terms of the settings' cost model that the policy uses; the others are 0.
CostModel cost_model(const BuildSettings& settings);

// The cost of a step from a node, 1 to kDearest.
std::uint32_t step_cost(const CostModel& model, const NodeValue& node, const WayStep& step);

// Whether a one-sided book grows no such reply, because it gives away too much. The settings say how much that is.
bool is_senseless(const Workspace& workspace, NodeId id, const NodeValue& node, Score score);

// The nodes on the principal variations of all starts, those included.
std::vector<bool> principal_nodes(const Workspace& workspace, const std::vector<NodeValue>& nodes);

}  // namespace bookends
