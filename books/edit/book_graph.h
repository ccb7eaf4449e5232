// A probe book taken apart: every position that can be reached from the starts, and the moves between them. What
// commands work on that change a book, and what its other file forms are made from.
//
// To change a book: take it apart, change `nodes` (entries, moves, whole positions), relink(), revalue(), encode().
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "books/file/packed_position.h"
#include "books/probe/probe.h"
#include "books/work/ids.h"
#include "core/base/result.h"

namespace bookends {

struct GraphNode {
  PackedPosition position;
  BookEntry entry;                 // with the whole key; move_index counts only while `move` is none
  Move move;                       // the book's; none when the entry names one that is not legal
  std::string remark;              // "" when there is none
  std::vector<PlayedMove> played;  // what games say of its moves, ascending by move_index; empty: nothing
  // A search of it looks further ahead than the book does below it, as after a merge: revalue() keeps its score.
  bool far_sighted = false;
};

struct GraphEdge {
  Move move;
  NodeId child = kNoNode;

  bool operator==(const GraphEdge&) const = default;
};

struct BookGraph {
  BookHeader header;
  std::vector<GraphNode> nodes;      // breadth first from the starts
  std::vector<std::uint32_t> first;  // edges of node n: edges[first[n]] .. edges[first[n + 1]]; one more than nodes
  std::vector<GraphEdge> edges;      // every legal move to another position of the book; of a node, ascending by bits
  std::vector<NodeId> starts;        // of header.starts, in their order; kNoNode where the book has no entry
  std::uint64_t unreached = 0;       // entries of the file that no line from the starts leads to: they are not here
  // Positions that the file takes for its own, though their entry fits another one better: they are not here either.
  std::vector<Key> strangers;

  std::size_t size() const { return nodes.size(); }
  // The position a legal move leads to, or kNoNode when that is not in the book.
  NodeId child(NodeId node, Move move) const;
};

// The nodes by the keys of their positions.
std::unordered_map<Key, NodeId> index_of(const BookGraph& graph);

// What the mover gives up by a move to another position of the book, in centipawns; at least 0, and 0 where one of the
// two has no score.
Score move_loss(const BookGraph& graph, NodeId node, const GraphEdge& edge);

// Errors: invalid_argument (a start of the header that is no position).
template <const Rules& R>
Result<BookGraph> graph_of(const Book<R>& book);

// The position of a node, its clocks at zero.
template <const Rules& R>
Position<R> position_of(const GraphNode& node);

// A node for a position, without clocks, with nothing but its key in the entry.
template <const Rules& R>
GraphNode node_of(const Position<R>& position);

// Makes `first`, `edges` and `starts` anew from the nodes and the header. Node numbers stay; `unreached` too. Positions
// have to differ in their keys. Errors: invalid_argument (a start that is no position).
template <const Rules& R>
Result<void> relink(BookGraph& graph);

// Leaves out every node that no line from the starts leads to, and puts the others in breadth-first order; the number
// of those left out. Linked before and after. A move into a position that goes leaves the book from then on.
template <const Rules& R>
std::size_t drop_unreached(BookGraph& graph);

// Makes scores, depths, moves and proofs of a linked graph agree again after a change:
// - leaves, positions answered by tables and those set by a person keep what they have;
// - so do far-sighted ones, unless the book looks as far, it is certain where their move leads, a line behind that move
//   comes to what a person has set, or another move is better by what is certain or set by a person;
// - a position whose move leaves the book keeps its score as the value of leaving it there;
// - all others are worth the best of their moves in the book, by propagate.h; moves that still reach the value stay;
// - a position without a score gets that of what its own move leads to; where that has none either, or the line comes
//   round to itself, nothing is known of it: it stays as it is, and counts for nothing in the positions before it.
// What is proved stays proved, unless it rests on what a person has set, and what follows from it is proved too. An
// unchanged graph stays as it is.
// Of a book that was grown by games all values stay.
template <const Rules& R>
void revalue(BookGraph& graph);

// Whether the values are what games have come to (build_against.h): means, of which none follows from another.
bool is_grown_by_games(const BookHeader& header);

// Marks the far-sighted positions of a linked graph: those whose entry looks further ahead than the book does behind
// its move. Of a book that was just read or put together, whose values have not been changed.
void mark_far_sighted(BookGraph& graph);
std::size_t far_sighted_count(const BookGraph& graph);

// The book file of a graph: the bytes it was taken from when nothing was changed or unreached. Errors: those of
// encode_book().
template <const Rules& R>
Result<std::vector<std::byte>> encode(const BookGraph& graph);

}  // namespace bookends
