#include "books/proof/plan/plan.h"

#include <algorithm>
#include <limits>

namespace bookends {

namespace {

// Moves that a search did not name are worse than those it did; nobody knows how much.
constexpr int kRestLoss = 100;

// The worst score where there is none.
std::int16_t score_in(std::span<const ReplyScore> glances, Key key) {
  const auto found = std::ranges::find(glances, key, &ReplyScore::key);
  return found == glances.end() ? static_cast<std::int16_t>(-kInfinite) : found->score;
}

}  // namespace

template <const Rules& R>
Position<R> Plan<R>::position(NodeId id) const {
  return *unpack_position<R>(nodes_[id].position);
}

template <const Rules& R>
NodeId Plan<R>::find(Key key) const {
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? kNoNode : found->second;
}

template <const Rules& R>
NodeId Plan<R>::node_of(const Position<R>& position, Score score) {
  const auto [found, is_new] = by_key_.try_emplace(position.key(), static_cast<NodeId>(nodes_.size()));
  if (!is_new) return found->second;
  PlanNode node;
  node.position = pack(R, position.setup());
  node.key = position.key();
  node.score = static_cast<std::int16_t>(score);
  if (solved_.find(node.key)) node.state = PlanState::solved;
  nodes_.push_back(std::move(node));
  return found->second;
}

template <const Rules& R>
NodeId Plan<R>::add_root(const Position<R>& position) {
  roots_.push_back(node_of(position, 0));
  return roots_.back();
}

// The moves that no search has named; none where nobody has looked yet, which stands for all.
template <const Rules& R>
std::vector<Move> Plan<R>::unnamed_moves(NodeId id) const {
  std::vector<Move> unnamed;
  const std::vector<PlanMove>& named = nodes_[id].moves;
  if (named.empty()) return unnamed;
  for (const Move m : position(id).legal_moves())
    if (std::none_of(named.begin(), named.end(), [&](const PlanMove& p) { return p.move == m; })) unnamed.push_back(m);
  return unnamed;
}

template <const Rules& R>
bool Plan<R>::is_due(const PlanNode& node) {
  return node.looks < kMostLooks && node.searches_below >= kSearchesToLook * searches_of_look(node.looks);
}

template <const Rules& R>
CheapestPlan Plan<R>::cheapest(const std::vector<double>& costs) const {
  struct Step {
    NodeId node, from;
  };
  CheapestPlan found{{}, {}, std::vector<NodeId>(nodes_.size(), kNoNode)};
  std::vector<bool> seen(nodes_.size(), false);
  std::vector<Step> open;
  for (std::size_t r = roots_.size(); r-- > 0;) open.push_back({roots_[r], kNoNode});
  while (!open.empty()) {
    const auto [n, from] = open.back();
    open.pop_back();
    const PlanNode& node = nodes_[n];
    if (seen[n] || is_solved(node) || costs[n] >= kNoCost) continue;
    seen[n] = true;
    found.above[n] = from;
    const PlanMove* best = choice(n, costs);
    if (best == nullptr) {
      found.open.push_back({n, unnamed_moves(n), costs[n]});
      continue;
    }
    if (is_due(node)) found.due.push_back({n, {}, costs[n], node.looks + 1});
    for (std::size_t r = best->replies.size(); r-- > 0;) open.push_back({best->replies[r], n});
  }
  std::stable_sort(found.open.begin(), found.open.end(),
                   [](const PlanLeaf& a, const PlanLeaf& b) { return a.cost > b.cost; });
  return found;
}

template <const Rules& R>
void Plan<R>::note_searches(const CheapestPlan& plan, std::span<const PlanLeaf> places) {
  for (const PlanLeaf& place : places)
    for (NodeId n = plan.above[place.node]; n != kNoNode; n = plan.above[n])
      if (nodes_[n].searches_below < std::numeric_limits<std::uint32_t>::max()) ++nodes_[n].searches_below;
}

template <const Rules& R>
PlanMove Plan<R>::plan_move(NodeId parent, const Position<R>& position, const Candidate& candidate,
                            std::span<const ReplyScore> glances) {
  PlanMove plan{candidate.move, true, {}};
  const Position<R> next = position.after(candidate.move);
  if (const KnownFate fate = known_fate(next, attacker_, tables_, aim_); fate.fate != Fate::open) {
    plan.possible = fate.fate == Fate::reached;
    return plan;
  }
  const std::optional<std::vector<Position<R>>> open = open_replies(next, attacker_, tables_, aim_, solved_);
  plan.possible = open.has_value();
  if (!open) return plan;
  for (const Position<R>& reply : *open) {
    const NodeId id = node_of(reply, std::max(candidate.score, score_in(glances, reply.key())));
    std::vector<NodeId>& parents = nodes_[id].parents;
    if (std::find(parents.begin(), parents.end(), parent) == parents.end()) parents.push_back(parent);
    plan.replies.push_back(id);
  }
  return plan;
}

template <const Rules& R>
void Plan<R>::expand(const PlanLeaf& leaf, std::span<const Candidate> candidates, std::span<const ReplyScore> glances) {
  if (is_solved(nodes_[leaf.node])) return;
  const Position<R> here = position(leaf.node);
  const auto has = [&](Move m) {
    return std::ranges::any_of(nodes_[leaf.node].moves, [&](const PlanMove& named) { return named.move == m; });
  };
  int least = kInfinite;
  for (const Candidate& candidate : candidates) {
    least = std::min(least, int{candidate.score});
    if (leaf.look > 0 && has(candidate.move)) continue;
    PlanMove move = plan_move(leaf.node, here, candidate, glances);
    nodes_[leaf.node].moves.push_back(std::move(move));
  }
  PlanNode& node = nodes_[leaf.node];
  node.state = PlanState::planned;
  node.looks = static_cast<std::uint8_t>(std::max<int>(node.looks, leaf.look));
  node.has_rest = node.moves.size() < static_cast<std::size_t>(here.count_legal_moves());
  node.score = static_cast<std::int16_t>(std::max(least - kRestLoss, -kInfinite));
  close({leaf.node});
}

// By one of its moves, when all replies to it are solved.
template <const Rules& R>
bool Plan<R>::try_to_close(NodeId id) {
  PlanNode& node = nodes_[id];
  if (is_solved(node)) return false;
  if (solved_.find(node.key)) {
    node.state = PlanState::solved;
    return true;
  }
  for (const PlanMove& move : node.moves) {
    const bool ready = move.possible && std::all_of(move.replies.begin(), move.replies.end(),
                                                    [&](NodeId reply) { return is_solved(nodes_[reply]); });
    if (!ready) continue;
    const auto distance = closed_distance(position(id).after(move.move), attacker_, tables_,
                                          [this](Key key) { return solved_.find(key); });
    if (!distance || *distance >= 0xffff) continue;
    solved_.add({node.key, {move.move, static_cast<std::uint16_t>(*distance + 1)}});
    node.state = PlanState::solved;
    return true;
  }
  return false;
}

template <const Rules& R>
void Plan<R>::close(std::vector<NodeId> open) {
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (!try_to_close(id)) continue;
    open.insert(open.end(), nodes_[id].parents.begin(), nodes_[id].parents.end());
  }
}

template <const Rules& R>
void Plan<R>::take(std::span<const SolvedEntry> entries) {
  std::vector<NodeId> solved;
  for (const SolvedEntry& entry : entries) {
    solved_.add(entry);
    if (const auto node = by_key_.find(entry.key); node != by_key_.end()) solved.push_back(node->second);
  }
  close(std::move(solved));
}

template <const Rules& R>
std::size_t Plan<R>::moving_bytes(std::size_t nodes, std::size_t solved) const {
  const std::size_t of_nodes = nodes > nodes_.capacity() ? nodes * sizeof(PlanNode) : 0;
  return of_nodes + solved_.moving_bytes(solved);
}

template <const Rules& R>
void Plan<R>::assign(std::vector<PlanNode> nodes, std::vector<NodeId> roots, std::span<const SolvedEntry> solved) {
  nodes_ = std::move(nodes);
  roots_ = std::move(roots);
  by_key_.clear();
  for (NodeId n = 0; n < nodes_.size(); ++n) by_key_.emplace(nodes_[n].key, n);
  solved_ = {};
  solved_.reserve(solved.size());
  for (const SolvedEntry& entry : solved) solved_.add(entry);
}

#define BOOKENDS_INSTANTIATE(game) template class Plan<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
