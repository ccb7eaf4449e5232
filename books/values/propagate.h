// Minimax values of a game graph that may contain cycles.
//
// Every node is a position. Its mover may step to one of its children, or leave the graph for a value that is known
// (the best move that is not in the book; a finished game). A game that never leaves the graph repeats positions for
// ever and is a draw. Scores are core/eval/score.h's, from the mover's side.
//
// The value of a node is what its mover can be sure of in that game. It is found as retrograde analysis finds the wins
// of an endgame table, with scores in the place of distances: the ways on are looked at from the largest |score| to the
// smallest, and a node is settled once, by the first way that decides it:
// - A way that is good for the mover decides at once. Whatever is looked at later is worth no more.
// - A way that is bad for the mover decides when it is the last one: all ways are bad then, and this is the least bad.
// A way counts when its child is settled, so what a node is worth rests on nodes settled before it: nothing in it goes
// round in a circle, and the better side gets there by following the choices. Nodes that are never settled have no way
// that is good, and one at least that is not bad, which leads to another such node or out of the graph for a draw: both
// sides can hold the draw. That is the same answer as going by strongly connected parts (values of the parts behind
// first, then each part from "draw" until nothing changes), without looking for the parts and without repeating
// anything: it takes one look at each way.
#pragma once

#include <cstdint>
#include <vector>

#include "books/file/book_entry.h"
#include "core/eval/score.h"

namespace bookends {

// A score as it is kept in numbers.
using StoredScore = std::int16_t;

// "No value": larger than every score.
inline constexpr StoredScore kNoScore = kInfinite + 1;

struct GameGraph {
  // Children of node n: children[first[n]] .. children[first[n + 1]]. first.size() is the number of nodes plus one. A
  // node has fewer than 65535 children.
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> children;
  // What the mover gets by leaving the graph at n, or kNoScore when there is no such way.
  std::vector<StoredScore> outside;

  std::size_t nodes() const { return outside.size(); }
};

// How a node's value is reached.
inline constexpr std::uint32_t kChooseOutside = 0xffffffffu;
inline constexpr std::uint32_t kChooseNothing = 0xfffffffeu;  // a node without any way on; its value is a draw

struct GraphValues {
  std::vector<StoredScore> value;
  // An index into GameGraph::children, or one of the constants above. Following the choices of the side that is
  // better always leaves the graph at the promised value: choices never lead it round in a circle.
  std::vector<std::uint32_t> choice;
};

// Exact, in time linear in the graph and the range of scores. Takes some 11 bytes a node and 8 a child beside the
// graph and the answer.
GraphValues propagate(const GameGraph& graph);

}  // namespace bookends
