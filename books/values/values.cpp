#include "books/values/values.h"

#include <algorithm>
#include <cstdlib>
#include <queue>
#include <unordered_set>

#include "books/values/propagate.h"

namespace bookends {

namespace {

bool is_exact(const Node& node) { return node.state == NodeState::over || node.state == NodeState::table; }

// The edges of a workspace as rows of an array, in the order of each node's list. Nodes whose value is given have none.
GameGraph rows_of(const Workspace& workspace) {
  GameGraph graph;
  graph.first.reserve(workspace.size() + 1);
  graph.children.reserve(workspace.edges().size());
  graph.first.push_back(0);
  for (NodeId id = 0; id < workspace.size(); ++id) {
    const Node& node = workspace.node(id);
    const bool given = is_exact(node) || workspace.override_of(id) != nullptr;
    for (EdgeId e = given ? kNoEdge : node.first_edge; e != kNoEdge; e = workspace.edges()[e].next)
      graph.children.push_back(workspace.edges()[e].child);
    graph.first.push_back(static_cast<std::uint32_t>(graph.children.size()));
  }
  graph.outside.assign(workspace.size(), kNoScore);
  return graph;
}

StoredScore search_value(const Workspace& workspace, NodeId id) {
  const Node& node = workspace.node(id);
  if (is_exact(node)) return node.exact;
  if (const Override* held = workspace.override_of(id)) return static_cast<StoredScore>(held->score);
  if (node.edge_count > 0 && workspace.settings().backup == Backup::replace) return kNoScore;
  const Candidate* outside = workspace.best_outside(id);
  return outside != nullptr ? outside->score : kNoScore;
}

// Everything unproved goes against `pessimist`.
StoredScore proved_value(const Workspace& workspace, NodeId id, Color pessimist) {
  const Node& node = workspace.node(id);
  if (is_exact(node)) return node.exact;
  const bool open = node.edge_count < node.legal_count || workspace.override_of(id) != nullptr;
  if (node.state == NodeState::searched && !open) return kNoScore;  // every legal move is in the book
  return static_cast<StoredScore>(node.position.turn() == pessimist ? -kInfinite : kInfinite);
}

void set_outside_move(const Workspace& workspace, NodeId id, NodeValue& value) {
  const Node& node = workspace.node(id);
  if (const Override* held = workspace.override_of(id)) {
    value.best = held->move;
    value.best_child = workspace.child(id, held->move);
  } else if (node.state == NodeState::table) {
    value.best = node.candidates[0].move;
  } else {
    value.best = workspace.best_outside(id)->move;
  }
}

void set_best(const Workspace& workspace, const GameGraph& graph, std::uint32_t choice, NodeId id, NodeValue& value) {
  if (choice == kChooseNothing || workspace.node(id).state == NodeState::over) return;
  value.best_child = kNoNode;
  if (choice == kChooseOutside) {
    set_outside_move(workspace, id, value);
    return;
  }
  EdgeId e = workspace.node(id).first_edge;
  for (std::uint32_t i = graph.first[id]; i < choice; ++i) e = workspace.edges()[e].next;
  value.best = workspace.edges()[e].move;
  value.best_child = workspace.edges()[e].child;
}

// What is proved against one side: the lower bounds where it is to move, the upper bounds of the other.
void set_bounds(const Workspace& workspace, GameGraph& graph, Color pessimist, std::vector<NodeValue>& values) {
  for (NodeId id = 0; id < workspace.size(); ++id) graph.outside[id] = proved_value(workspace, id, pessimist);
  const GraphValues proved = propagate(graph);
  for (NodeId id = 0; id < workspace.size(); ++id) {
    NodeValue& value = values[id];
    if (workspace.node(id).position.turn() != pessimist) {
      value.upper = proved.value[id];
      continue;
    }
    value.lower = proved.value[id];
    // Where a search outside promises no more than what is proved, the proof is played. Its choices never go round in a
    // circle, and no reply leads out of it.
    const bool search_only = value.best_child == kNoNode && !is_exact(workspace.node(id));
    if (value.lower >= kTableWin && value.lower == value.value && search_only && workspace.override_of(id) == nullptr)
      set_best(workspace, graph, proved.choice[id], id, value);
  }
}

std::vector<NodeValue> minimax(const Workspace& workspace) {
  std::vector<NodeValue> values(workspace.size());
  GameGraph graph = rows_of(workspace);
  {
    for (NodeId id = 0; id < workspace.size(); ++id) graph.outside[id] = search_value(workspace, id);
    const GraphValues search = propagate(graph);
    for (NodeId id = 0; id < workspace.size(); ++id) {
      values[id].value = search.value[id];
      set_best(workspace, graph, search.choice[id], id, values[id]);
    }
  }
  set_bounds(workspace, graph, Color::white, values);
  set_bounds(workspace, graph, Color::black, values);
  return values;
}

std::vector<std::uint16_t> distances(const Workspace& workspace) {
  constexpr std::uint16_t kFar = 0xffff;
  std::vector<std::uint16_t> ply(workspace.size(), kFar);
  std::vector<NodeId> queue;
  const auto reach = [&](NodeId id, std::uint16_t distance) {
    if (ply[id] != kFar) return;
    ply[id] = distance;
    queue.push_back(id);
  };
  for (const NodeId start : workspace.starts()) reach(start, 0);
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (EdgeId e = workspace.node(queue[i]).first_edge; e != kNoEdge; e = workspace.edges()[e].next)
      reach(workspace.edges()[e].child, static_cast<std::uint16_t>(std::min(ply[queue[i]] + 1, kFar - 1)));
  return ply;
}

// Dijkstra from all starts at once.
class CheapestPaths {
 public:
  CheapestPaths(const Workspace& workspace, const std::vector<NodeValue>& values)
      : workspace_(workspace),
        values_(values),
        model_(cost_model(workspace.settings())),
        principal_(principal_nodes(workspace, values)),
        cost_(workspace.size(), kUnreached) {}

  std::vector<std::uint32_t> run() {
    for (const NodeId start : workspace_.starts()) queue_.emplace(cost_[start] = 0, start);
    while (!queue_.empty()) {
      const auto [so_far, id] = queue_.top();
      queue_.pop();
      if (so_far == cost_[id]) visit(id);
    }
    return std::move(cost_);
  }

 private:
  using Entry = std::pair<std::uint32_t, NodeId>;

  void visit(NodeId id) {
    const NodeValue& node = values_[id];
    const bool best_only = is_own_turn(workspace_, id);
    for (EdgeId e = workspace_.node(id).first_edge; e != kNoEdge; e = workspace_.edges()[e].next) {
      const Edge& edge = workspace_.edges()[e];
      if (best_only && edge.child != node.best_child) continue;
      WayStep step{through_move(values_[edge.child].value), edge.promised, false, false};
      step.principal = principal_[id] && edge.child == node.best_child;
      if (is_senseless(workspace_, id, node, step.score)) continue;
      const std::uint32_t reached = cost_with(cost_[id], step_cost(model_, node, step));
      if (reached < cost_[edge.child]) queue_.emplace(cost_[edge.child] = reached, edge.child);
    }
  }

  const Workspace& workspace_;
  const std::vector<NodeValue>& values_;
  CostModel model_;
  std::vector<bool> principal_;
  std::vector<std::uint32_t> cost_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

bool is_own_turn(const Workspace& workspace, NodeId id) {
  return is_own_turn(workspace.settings().side, workspace.node(id).position.turn());
}

std::uint32_t cost_with(std::uint32_t line, std::uint32_t step) {
  return line < kDearest - step ? line + step : kDearest;
}

CostModel cost_model(const BuildSettings& settings) {
  CostModel model = settings.cost;
  if (settings.policy == Policy::path) return model;
  model.uncertainty = model.principal = model.best = model.decided = 0;
  model.worst_loss = 2 * kInfinite;
  return model;
}

std::uint32_t step_cost(const CostModel& model, const NodeValue& node, const WayStep& step) {
  std::int64_t cost = model.ply;
  cost += std::int64_t{model.centipawn} * std::clamp(node.value - step.score, 0, model.worst_loss);
  const bool decided = std::abs(node.value) >= kTableWin;
  if (decided) cost += model.decided;
  // Of a decided game nothing more is to be learned.
  if (step.promised != kNoPromise && !decided)
    cost -= std::int64_t{model.uncertainty} * std::min(std::abs(step.promised - step.score), model.worst_loss);
  if (step.principal) cost -= model.principal;
  if (step.unexplored_best) cost -= model.best;
  return static_cast<std::uint32_t>(std::clamp<std::int64_t>(cost, 1, kDearest));
}

bool is_senseless(const Workspace& workspace, NodeId id, const NodeValue& node, Score score) {
  const BuildSettings& settings = workspace.settings();
  if (settings.side == BookSide::both || settings.reply_loss == 0 || is_own_turn(workspace, id)) return false;
  return node.value - score > settings.reply_loss;
}

std::vector<bool> principal_nodes(const Workspace& workspace, const std::vector<NodeValue>& nodes) {
  std::vector<bool> principal(nodes.size());
  for (NodeId id : workspace.starts())
    for (; id != kNoNode && !principal[id]; id = nodes[id].best_child) principal[id] = true;
  return principal;
}

Proof BookValues::proof(NodeId id) const {
  const NodeValue& node = nodes[id];
  if (node.lower >= kTableWin) return Proof::win;
  if (node.upper <= -kTableWin) return Proof::loss;
  return node.lower == kDraw && node.upper == kDraw ? Proof::draw : Proof::none;
}

int BookValues::horizon(const Workspace& workspace, NodeId id) const {
  std::unordered_set<NodeId> seen;
  int plies = 0;
  while (nodes[id].best_child != kNoNode && plies < 255 && seen.insert(id).second) {
    id = nodes[id].best_child;
    ++plies;
  }
  return std::min(255, plies + workspace.node(id).depth);
}

BookValues derive_values(const Workspace& workspace) {
  BookValues values;
  values.nodes = minimax(workspace);
  values.ply = distances(workspace);
  values.cost = CheapestPaths(workspace, values.nodes).run();
  return values;
}

}  // namespace bookends
