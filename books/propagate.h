// Minimax values of a game graph that may contain cycles.
//
// Every node is a position. Its mover may step to one of its children, or leave the graph for a value that is known
// (the best move that is not in the book; a finished game). A game that never leaves the graph repeats positions for
// ever and is a draw. Scores are core/search/score.h's, from the mover's side.
#pragma once

#include <cstdint>
#include <vector>

#include "core/search/score.h"

namespace bookends {

// "No value": larger than every score.
inline constexpr Score kNoScore = kInfinite + 1;

struct GameGraph {
  // Children of node n: children[first[n]] .. children[first[n + 1]]. first.size() is the number of nodes plus one.
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> children;
  // What the mover gets by leaving the graph at n, or kNoScore when there is no such way.
  std::vector<Score> outside;

  std::size_t nodes() const { return outside.size(); }
};

// How a node's value is reached.
inline constexpr std::uint32_t kChooseOutside = 0xffffffffu;
inline constexpr std::uint32_t kChooseNothing = 0xfffffffeu;  // a node without any way on; its value is a draw

struct GraphValues {
  std::vector<Score> value;
  // An index into GameGraph::children, or one of the constants above. Following the choices of the side that is
  // better always leaves the graph at the promised value: choices never lead it round in a circle.
  std::vector<std::uint32_t> choice;
};

// The value of a child as its parent sees it: negated, and decided games one ply further away.
Score through_move(Score child_value);

// Exact, in time linear in the graph and the range of scores.
GraphValues propagate(const GameGraph& graph);

}  // namespace bookends
