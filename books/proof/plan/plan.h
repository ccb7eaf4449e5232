// The plan of a proof: which positions the attacker would have to win, by which moves, and how much work that may be.
//
// An AND/OR graph of positions with the attacker to move. For each it holds some of its moves, as a search named them,
// and for each move the positions that the defender can reach. A position costs as much as its cheapest move; a move
// as much as the dearest of its replies and a share of the others (they have all to be done, but much of what one
// needs serves another); a position that nobody looked into costs what its score says. Moves that no search has named
// yet are one more choice of its own, for when the named ones turn out dear.
//
// A search of the core is shallow where the plan has grown deep. So a position gets a longer look when many places
// below it have been looked into: a search for its best moves of all, with a share of the nodes that such searches
// spent below. Those that are new come in beside the others.
//
// Of a win these costs are the least ones that fulfil the equations, by Knuth's generalisation of Dijkstra's algorithm
// (1977; the cost of a move is never less than that of a reply): a cycle cannot make itself cheap. A position without a
// finite cost has been refuted: whatever the attacker does, the defender reaches the end of the game, a table that says
// no, or moves in circles.
//
// Where the draw is to be held it is the other way round: a cycle is what the attacker wants. Costs are handed up twice
// from the latest positions to the first ones, what is not known yet counting nothing: exact where there are no cycles,
// a guess elsewhere, which decides only where to look next. Refuted is what the defender can force out of the plan
// (plan_costs.cpp). The proof is there when the chosen moves lead to no place that has not been looked into.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "books/file/packed_position.h"
#include "books/proof/plan/closing.h"
#include "books/work/workspace.h"

namespace bookends {

enum class PlanState : std::uint8_t { fresh, planned, solved };

struct PlanMove {
  Move move;
  bool possible = true;         // no reply is known to miss the aim
  std::vector<NodeId> replies;  // those that were open when the move came in
};

struct PlanNode {
  PackedPosition position;
  Key key = 0;
  PlanState state = PlanState::fresh;
  std::int16_t score = 0;  // for the attacker: what the search before it promised; later, of the moves not named
  bool has_rest = true;    // there are moves that no search has named
  std::uint8_t looks = 0;  // longer ones that it had
  std::uint32_t searches_below = 0;  // of places, while it was on the cheapest plan's way to them
  std::vector<PlanMove> moves;
  std::vector<NodeId> parents;  // with a move that leads here, each once, in the order in which they came to know it
};

// What a glance at a position promises the attacker.
struct ReplyScore {
  Key key = 0;
  std::int16_t score = 0;
};

// What is to be looked into next.
struct PlanLeaf {
  NodeId node = kNoNode;
  std::vector<Move> only;  // moves that no search has named; empty: all, of a position that nobody has looked into
  double cost = 0;
  int look = 0;  // else the how manieth longer look at all its moves this is
};

// The cheapest plan for the roots, as a walk from them finds it.
struct CheapestPlan {
  std::vector<PlanLeaf> open;  // its places, dearest first
  std::vector<PlanLeaf> due;   // positions above them that get a longer look, in the order of the walk
  std::vector<NodeId> above;   // by node: where the walk came from; kNoNode at a root, and where it did not come
};

// The first longer look at a position comes after so many searches below it, the next ones after four times as many
// each. It takes as many times the nodes of a search as searches_of_look() says: a sixteenth of what these have spent
// below.
inline constexpr std::uint32_t kSearchesToLook = 64;
inline constexpr int kMostLooks = 4;
constexpr std::uint64_t searches_of_look(int look) { return std::uint64_t{1} << 2 * look; }

inline constexpr double kNoCost = 1e300;

template <const Rules& R>
class Plan {
 public:
  Plan(Color attacker, const Oracle<R>* tables, ProofAim aim) : attacker_(attacker), tables_(tables), aim_(aim) {}

  // A position in which the aim is to be reached, the attacker to move and the game not over.
  NodeId add_root(const Position<R>& position);
  const std::vector<NodeId>& roots() const { return roots_; }
  const std::vector<PlanNode>& nodes() const { return nodes_; }
  Solved& solved() { return solved_; }
  const Solved& solved() const { return solved_; }
  Color attacker() const { return attacker_; }
  const Oracle<R>* tables() const { return tables_; }
  ProofAim aim() const { return aim_; }

  Position<R> position(NodeId id) const;
  // kNoNode when the plan does not have it.
  NodeId find(Key key) const;
  // By node.
  std::vector<double> costs() const;
  // The cheapest move; null when those that no search has named are cheaper, or when there is none.
  const PlanMove* choice(NodeId id, const std::vector<double>& costs) const;
  CheapestPlan cheapest(const std::vector<double>& costs) const;
  // These of its places have been looked into.
  void note_searches(const CheapestPlan& plan, std::span<const PlanLeaf> places);
  // Takes the moves that a search has named for a leaf, best first; those that it has already stay as they are. A reply
  // that is new costs what its move promises, or less where a glance at it promises more: a move is worth no more than
  // its hardest reply.
  void expand(const PlanLeaf& leaf, std::span<const Candidate> candidates, std::span<const ReplyScore> glances);
  // Finds out what has been solved by `entries`, and all that follows from it.
  void take(std::span<const SolvedEntry> entries);

  // What it takes beside what it holds, for a moment, to come to so many positions: while it moves to where there is
  // room for them.
  std::size_t moving_bytes(std::size_t nodes, std::size_t solved) const;

  // For snapshots.
  void assign(std::vector<PlanNode> nodes, std::vector<NodeId> roots, std::span<const SolvedEntry> solved);

 private:
  NodeId node_of(const Position<R>& position, Score score);
  PlanMove plan_move(NodeId parent, const Position<R>& position, const Candidate& candidate,
                     std::span<const ReplyScore> glances);
  std::vector<double> win_costs() const;
  std::vector<double> hold_costs() const;
  std::vector<bool> lost() const;
  double rest_cost(const PlanNode& node) const;
  double move_cost(const PlanMove& move, const std::vector<double>& costs) const;
  std::vector<Move> unnamed_moves(NodeId id) const;
  static bool is_due(const PlanNode& node);
  bool try_to_close(NodeId id);
  void close(std::vector<NodeId> open);
  bool is_solved(const PlanNode& node) const { return node.state == PlanState::solved; }

  Color attacker_;
  const Oracle<R>* tables_;
  ProofAim aim_;
  std::vector<PlanNode> nodes_;
  std::vector<NodeId> roots_;
  std::unordered_map<Key, NodeId> by_key_;
  Solved solved_;
};

#define BOOKENDS_EXTERN_PLAN(game) extern template class Plan<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_PLAN)
#undef BOOKENDS_EXTERN_PLAN

}  // namespace bookends
