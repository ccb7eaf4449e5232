// What positions of a plan cost (plan.h).
#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>

#include "books/proof/plan/plan.h"

namespace bookends {

namespace {

// A won game of unclear length costs a search; each so many centipawns less, twice as much.
constexpr double kOnce = 1, kEven = 4000, kDouble = 150;
// Of the replies to a move other than the dearest.
constexpr double kShare = 0.25;
// Shares add up along lines without end; what is dear is not yet refuted.
constexpr double kMostCost = 1e200;
static_assert(kMostCost < kNoCost);
// How often costs are handed up where the draw is to be held.
constexpr int kSweeps = 2;

double cost_of_score(Score score) { return kOnce + kEven * std::exp2(std::clamp(-score / kDouble, -12.0, 30.0)); }

// What is known of a move while costs are handed on: how many replies are still missing, and what the others come to.
struct Tally {
  std::uint32_t missing = 0;
  double greatest = 0;
  double sum = 0;

  void add(double cost) {
    greatest = std::max(greatest, cost);
    sum += cost;
  }
  double cost(double own) const { return std::min(kMostCost, own + greatest + kShare * (sum - greatest)); }
};

// Those of all moves of a plan.
class Tallies {
 public:
  explicit Tallies(const std::vector<PlanNode>& nodes) : first_(nodes.size() + 1, 0) {
    for (std::size_t n = 0; n < nodes.size(); ++n)
      first_[n + 1] = first_[n] + static_cast<std::uint32_t>(nodes[n].moves.size());
    tallies_.resize(first_.back());
    for (std::size_t n = 0; n < nodes.size(); ++n)
      for (std::size_t m = 0; m < nodes[n].moves.size(); ++m)
        for (const NodeId reply : nodes[n].moves[m].replies)
          if (nodes[reply].state != PlanState::solved) ++of(n, m).missing;
  }
  Tally& of(std::size_t node, std::size_t move) { return tallies_[first_[node] + move]; }

 private:
  std::vector<std::uint32_t> first_;  // of each node's moves, among all tallies
  std::vector<Tally> tallies_;
};

struct Waiting {
  double cost;
  NodeId node;
  bool operator>(const Waiting& other) const { return cost != other.cost ? cost > other.cost : node > other.node; }
};

// Settles what is cheapest first, as Dijkstra's algorithm does.
class CheapestFirst {
 public:
  explicit CheapestFirst(std::size_t nodes) : costs_(nodes, kNoCost), settled_(nodes, false) {}

  void offer(NodeId n, double cost) {
    if (settled_[n] || cost >= costs_[n]) return;
    costs_[n] = cost;
    queue_.push({cost, n});
  }
  // What is settled now; nothing when no more was offered.
  std::optional<Waiting> next() {
    while (!queue_.empty()) {
      const Waiting top = queue_.top();
      queue_.pop();
      if (settled_[top.node]) continue;
      settled_[top.node] = true;
      return top;
    }
    return std::nullopt;
  }
  bool is_settled(NodeId n) const { return settled_[n]; }
  std::vector<double> costs() && { return std::move(costs_); }

 private:
  std::vector<double> costs_;
  std::vector<bool> settled_;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> queue_;
};

bool leads_to(const PlanMove& move, NodeId n) {
  return std::find(move.replies.begin(), move.replies.end(), n) != move.replies.end();
}

}  // namespace

template <const Rules& R>
std::vector<double> Plan<R>::costs() const {
  return aim_ == ProofAim::win ? win_costs() : hold_costs();
}

template <const Rules& R>
std::vector<double> Plan<R>::win_costs() const {
  Tallies tallies(nodes_);
  CheapestFirst order(nodes_.size());
  for (NodeId n = 0; n < nodes_.size(); ++n)
    if (!is_solved(nodes_[n])) order.offer(n, rest_cost(nodes_[n]));
  while (const std::optional<Waiting> settled = order.next())
    for (const NodeId parent : nodes_[settled->node].parents) {
      if (is_solved(nodes_[parent]) || order.is_settled(parent)) continue;
      const std::vector<PlanMove>& moves = nodes_[parent].moves;
      for (std::size_t m = 0; m < moves.size(); ++m) {
        if (!moves[m].possible || !leads_to(moves[m], settled->node)) continue;
        Tally& tally = tallies.of(parent, m);
        tally.add(settled->cost);
        if (--tally.missing == 0) order.offer(parent, tally.cost(kOnce));
      }
    }
  return std::move(order).costs();
}

template <const Rules& R>
double Plan<R>::rest_cost(const PlanNode& node) const {
  if (!node.has_rest) return kNoCost;
  return cost_of_score(node.score) * (node.moves.empty() ? 1 : 2);
}

template <const Rules& R>
double Plan<R>::move_cost(const PlanMove& move, const std::vector<double>& costs) const {
  if (!move.possible) return kNoCost;
  Tally tally;
  for (const NodeId reply : move.replies) {
    if (is_solved(nodes_[reply])) continue;
    if (costs[reply] >= kNoCost) return kNoCost;
    tally.add(costs[reply]);
  }
  // A circle that holds the draw is whole: nothing is left to do there.
  return tally.cost(aim_ == ProofAim::win ? kOnce : 0);
}

template <const Rules& R>
const PlanMove* Plan<R>::choice(NodeId id, const std::vector<double>& costs) const {
  const PlanMove* best = nullptr;
  double least = rest_cost(nodes_[id]);
  for (const PlanMove& move : nodes_[id].moves) {
    const double cost = move_cost(move, costs);
    if (cost >= least) continue;
    least = cost;
    best = &move;
  }
  return best;
}

// Positions from which the defender forces the attacker out of the plan, to where the aim is missed: those without a
// move that is possible and leads to none of them. A position whose moves are not all named is none.
template <const Rules& R>
std::vector<bool> Plan<R>::lost() const {
  std::vector<bool> lost(nodes_.size(), false);
  std::vector<NodeId> open;
  const auto keeps = [&](const PlanMove& move) {
    return move.possible &&
           std::none_of(move.replies.begin(), move.replies.end(), [&](NodeId reply) { return lost[reply]; });
  };
  const auto look = [&](NodeId n) {
    const PlanNode& node = nodes_[n];
    if (lost[n] || is_solved(node) || node.has_rest || std::any_of(node.moves.begin(), node.moves.end(), keeps)) return;
    lost[n] = true;
    open.push_back(n);
  };
  for (NodeId n = 0; n < nodes_.size(); ++n) look(n);
  while (!open.empty()) {
    const NodeId n = open.back();
    open.pop_back();
    for (const NodeId parent : nodes_[n].parents) look(parent);
  }
  return lost;
}

template <const Rules& R>
std::vector<double> Plan<R>::hold_costs() const {
  const std::vector<bool> no = lost();
  std::vector<double> costs(nodes_.size(), 0);
  for (NodeId n = 0; n < nodes_.size(); ++n)
    if (no[n]) costs[n] = kNoCost;
  for (int sweep = 0; sweep < kSweeps; ++sweep)
    for (NodeId n = static_cast<NodeId>(nodes_.size()); n-- > 0;) {
      if (no[n] || is_solved(nodes_[n])) continue;
      const PlanMove* best = choice(n, costs);
      costs[n] = best == nullptr ? rest_cost(nodes_[n]) : move_cost(*best, costs);
    }
  return costs;
}

#define BOOKENDS_INSTANTIATE(game)                                                                 \
  template std::vector<double> Plan<games::game>::costs() const;                                   \
  template std::vector<double> Plan<games::game>::win_costs() const;                               \
  template std::vector<double> Plan<games::game>::hold_costs() const;                              \
  template std::vector<bool> Plan<games::game>::lost() const;                                      \
  template double Plan<games::game>::rest_cost(const PlanNode&) const;                             \
  template double Plan<games::game>::move_cost(const PlanMove&, const std::vector<double>&) const; \
  template const PlanMove* Plan<games::game>::choice(NodeId, const std::vector<double>&) const;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
