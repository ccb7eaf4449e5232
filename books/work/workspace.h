// What a book is grown in: the graph of its positions with everything the searches have said about them.
//
// The workspace holds facts only (positions, moves between them, results of searches). What follows from them (values,
// best moves, proofs, costs) is derived anew whenever it is needed, see values.h, so that a resumed build cannot differ
// from one that was never interrupted.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "books/file/packed_position.h"
#include "books/work/blocks.h"
#include "books/work/ids.h"
#include "books/work/overrides.h"
#include "books/work/settings.h"
#include "core/base/result.h"
#include "core/eval/score.h"
#include "core/position/move.h"
#include "core/position/position.h"

namespace bookends {

inline constexpr int kMaxCandidates = 4;

// A move and what a search of its position said of it, for the mover.
struct Candidate {
  Move move;
  std::int16_t score = 0;

  bool operator==(const Candidate&) const = default;
};

enum class NodeState : std::uint8_t {
  fresh,     // not searched yet; only inside a round of expansion
  searched,  // `candidates` hold the best moves of the last search
  over,      // the game has ended here; `exact` is its value
  table,     // a table gave `exact`; candidates[0] is its move
};

// In the order that leaves no gaps: a book of millions has as many of these.
struct Node {
  Key key = 0;
  PackedPosition position;
  EdgeId first_edge = kNoEdge;
  std::uint16_t edge_count = 0;
  std::uint16_t legal_count = 0;
  std::int16_t exact = 0;
  NodeState state = NodeState::fresh;
  std::uint8_t depth = 0;                              // plies, of the search
  std::array<Candidate, kMaxCandidates> candidates{};  // best first; the rest have no move

  int candidate_count() const {
    int n = 0;
    while (n < kMaxCandidates && candidates[slot(n)].move) ++n;
    return n;
  }
};
static_assert(sizeof(Node) == 72);

// "Nothing was promised": less than every score.
inline constexpr std::int16_t kNoPromise = -32768;

// A move of the book from one of its positions to another.
struct Edge {
  NodeId child = kNoNode;
  EdgeId next = kNoEdge;  // the next edge of the same parent, in the order in which they were added
  Move move;
  std::int16_t promised = kNoPromise;  // what the parent's search said of the move when it came into the book
};
static_assert(sizeof(Edge) == 12);

// What one search said.
struct LeafResult {
  NodeState state = NodeState::searched;  // searched or table
  std::uint8_t depth = 0;
  std::int16_t exact = 0;
  std::vector<Candidate> candidates;  // best first; at most kMaxCandidates

  bool operator==(const LeafResult&) const = default;
};

class Workspace {
 public:
  explicit Workspace(BuildSettings settings) : settings_(std::move(settings)) {}
  // To be set before anything is derived; they are no part of the files.
  void set_overrides(const std::vector<Override>& overrides);

  const BuildSettings& settings() const { return settings_; }
  const Blocks<Node>& nodes() const { return nodes_; }
  const Blocks<Edge>& edges() const { return edges_; }
  const std::vector<NodeId>& starts() const { return starts_; }
  const Node& node(NodeId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }

  // The node of a position; kNoNode when there is none. A node of another position with the same key is not found.
  NodeId find(Key key, const PackedPosition& position) const;
  // Whether a different position already holds this key. Such positions stay out of the book.
  bool collides(Key key, const PackedPosition& position) const;
  bool holds(Key key) const;  // whether any position with this key is there
  // What a person has said of the position; nullptr for nothing. A finished game and a table know better.
  const Override* override_of(NodeId id) const;
  // The child reached by a move, or kNoNode.
  NodeId child(NodeId parent, Move move) const;
  bool has_edge(NodeId parent, Move move) const { return child(parent, move) != kNoNode; }

  NodeId add_node(Key key, const PackedPosition& position, int legal_count);  // neither found nor colliding
  void add_edge(NodeId parent, Move move, NodeId child);                      // not there yet
  void add_start(NodeId start) { starts_.push_back(start); }
  void set_over(NodeId id, Score exact);
  void set_result(NodeId id, const LeafResult& result);

  // The best candidate that is no book move; nullptr when the search named none.
  const Candidate* best_outside(NodeId id) const;
  // Whether moves remain that neither the book nor the last search has a value for, and nothing else outside has one.
  bool needs_search(NodeId id) const;

  // Replaces the content (a snapshot was read); false when it contradicts itself.
  bool assign(Blocks<Node> nodes, Blocks<Edge> edges, std::vector<NodeId> starts);

 private:
  std::size_t slot_of(Key key) const;
  void grow_index();

  BuildSettings settings_;
  Blocks<Node> nodes_;
  Blocks<Edge> edges_;
  std::vector<NodeId> starts_;
  std::vector<NodeId> index_;  // open addressing by key, a power of two, at most three quarters full
  std::unordered_map<Key, Override> overrides_;
};

}  // namespace bookends
