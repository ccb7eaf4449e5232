#include "books/values.h"

#include <algorithm>
#include <cstdlib>
#include <queue>
#include <unordered_set>

#include "books/propagate.h"

namespace bookends {

namespace {

bool is_exact(const Node& node) { return node.state == NodeState::over || node.state == NodeState::table; }

// The edges of a workspace as rows of an array, with the edge behind each entry.
struct Rows {
  GameGraph graph;
  std::vector<EdgeId> edge_of;
};

Rows rows_of(const Workspace& workspace) {
  Rows rows;
  rows.graph.first.reserve(workspace.size() + 1);
  rows.graph.first.push_back(0);
  for (NodeId id = 0; id < workspace.size(); ++id) {
    const Node& node = workspace.node(id);
    for (EdgeId e = is_exact(node) ? kNoEdge : node.first_edge; e != kNoEdge; e = workspace.edges()[e].next) {
      rows.graph.children.push_back(workspace.edges()[e].child);
      rows.edge_of.push_back(e);
    }
    rows.graph.first.push_back(static_cast<std::uint32_t>(rows.graph.children.size()));
  }
  rows.graph.outside.assign(workspace.size(), kNoScore);
  return rows;
}

void set_search_values(const Workspace& workspace, GameGraph& graph) {
  for (NodeId id = 0; id < workspace.size(); ++id) {
    const Candidate* outside = workspace.best_outside(id);
    if (is_exact(workspace.node(id)))
      graph.outside[id] = workspace.node(id).exact;
    else
      graph.outside[id] = outside != nullptr ? outside->score : kNoScore;
  }
}

// Everything unproved goes against `pessimist`.
void set_proved_values(const Workspace& workspace, Color pessimist, GameGraph& graph) {
  for (NodeId id = 0; id < workspace.size(); ++id) {
    const Node& node = workspace.node(id);
    if (is_exact(node))
      graph.outside[id] = node.exact;
    else if (node.state == NodeState::searched && node.edge_count == node.legal_count)
      graph.outside[id] = kNoScore;  // every legal move is in the book
    else
      graph.outside[id] = node.position.turn() == pessimist ? -kInfinite : kInfinite;
  }
}

void set_best(const Workspace& workspace, const Rows& rows, std::uint32_t choice, NodeId id, NodeValue& value) {
  const Node& node = workspace.node(id);
  if (choice == kChooseNothing || node.state == NodeState::over) return;
  if (choice != kChooseOutside) {
    const Edge& edge = workspace.edges()[rows.edge_of[choice]];
    value.best = edge.move;
    value.best_child = edge.child;
  } else if (node.state == NodeState::table) {
    if (node.candidate_count > 0) value.best = node.candidates[0].move;
  } else {
    value.best = workspace.best_outside(id)->move;
  }
}

std::vector<NodeValue> minimax(const Workspace& workspace) {
  std::vector<NodeValue> values(workspace.size());
  Rows rows = rows_of(workspace);
  set_search_values(workspace, rows.graph);
  const GraphValues search = propagate(rows.graph);
  set_proved_values(workspace, Color::white, rows.graph);
  const GraphValues against_white = propagate(rows.graph);
  set_proved_values(workspace, Color::black, rows.graph);
  const GraphValues against_black = propagate(rows.graph);
  for (NodeId id = 0; id < workspace.size(); ++id) {
    NodeValue& value = values[id];
    const bool white = workspace.node(id).position.turn() == Color::white;
    value.value = static_cast<std::int16_t>(search.value[id]);
    value.lower = static_cast<std::int16_t>((white ? against_white : against_black).value[id]);
    value.upper = static_cast<std::int16_t>((white ? against_black : against_white).value[id]);
    // Where a search outside promises no more than what is proved, the proof is played. Its choices never go round in a
    // circle, and no reply leads out of it.
    const bool proved = value.lower >= kTableWin && value.lower == value.value;
    const bool search_only = search.choice[id] == kChooseOutside && !is_exact(workspace.node(id));
    const GraphValues& chosen = !proved || !search_only ? search : white ? against_white : against_black;
    set_best(workspace, rows, chosen.choice[id], id, value);
  }
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
std::vector<std::uint32_t> path_costs(const Workspace& workspace, const BookValues& values, const CostModel& model) {
  using Entry = std::pair<std::uint32_t, NodeId>;
  std::vector<std::uint32_t> cost(workspace.size(), kUnreached);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (const NodeId start : workspace.starts()) queue.emplace(cost[start] = 0, start);
  while (!queue.empty()) {
    const auto [so_far, id] = queue.top();
    queue.pop();
    if (so_far != cost[id]) continue;
    const bool best_only = is_own_turn(workspace, id);
    for (EdgeId e = workspace.node(id).first_edge; e != kNoEdge; e = workspace.edges()[e].next) {
      const NodeId child = workspace.edges()[e].child;
      if (best_only && child != values.nodes[id].best_child) continue;
      const std::uint32_t reached =
          so_far + move_cost(model, values.nodes[id], through_move(values.nodes[child].value));
      if (reached < cost[child]) queue.emplace(cost[child] = reached, child);
    }
  }
  return cost;
}

}  // namespace

bool is_own_turn(const Workspace& workspace, NodeId id) {
  const Color turn = workspace.node(id).position.turn();
  switch (workspace.settings().side) {
    case BookSide::white:
      return turn == Color::white;
    case BookSide::black:
      return turn == Color::black;
    case BookSide::both:
      break;
  }
  return false;
}

std::uint32_t move_cost(const CostModel& model, const NodeValue& node, Score score) {
  const Score loss = std::clamp(node.value - score, 0, model.worst_loss);
  return model.ply + model.centipawn * static_cast<std::uint32_t>(loss) +
         (std::abs(node.value) >= kTableWin ? model.decided : 0);
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

BookValues derive_values(const Workspace& workspace, const CostModel& model) {
  BookValues values;
  values.nodes = minimax(workspace);
  values.ply = distances(workspace);
  values.cost = path_costs(workspace, values, model);
  return values;
}

}  // namespace bookends
