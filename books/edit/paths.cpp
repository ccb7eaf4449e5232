#include "books/edit/paths.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>

#include "core/notation/move_text.h"

namespace bookends {

namespace {

constexpr int kLongestPath = 0xffff;  // plies; what is longer counts as this long

class Paths {
 public:
  Paths(const BookGraph& graph, const PathRules& rules, const CostModel& model)
      : graph_(graph), rules_(rules), model_(model) {
    paths_.cost.assign(graph.size(), kUnreached);
    paths_.ply.assign(graph.size(), 0);
    paths_.parent.assign(graph.size(), kNoNode);
    paths_.move.assign(graph.size(), Move());
  }

  BookPaths run() {
    for (const NodeId start : graph_.starts)
      if (start != kNoNode) queue_.emplace(paths_.cost[start] = 0, start);
    while (!queue_.empty()) {
      const auto [cost, node] = queue_.top();
      queue_.pop();
      if (cost == paths_.cost[node]) leave(node);
    }
    return std::move(paths_);
  }

 private:
  void leave(NodeId node) {
    const bool best_only = is_own_turn(rules_.side, graph_.nodes[node].position.turn());
    for (std::uint32_t e = graph_.first[node]; e < graph_.first[node + 1]; ++e) {
      const GraphEdge& edge = graph_.edges[e];
      const bool best = edge.move == graph_.nodes[node].move;
      if (best_only && !best) continue;
      const Score loss = best ? 0 : move_loss(graph_, node, edge);
      if (loss > rules_.worst_loss) continue;
      reach(node, edge, by_games_ && !best_only && !best ? std::max(loss, kRarer) : loss);
    }
  }

  void reach(NodeId node, const GraphEdge& edge, Score loss) {
    const std::int64_t step = model_.ply + std::int64_t{model_.centipawn} * std::min<Score>(loss, model_.worst_loss);
    const auto dear = static_cast<std::uint32_t>(std::clamp<std::int64_t>(step, 1, kDearest));
    const std::uint32_t cost = cost_with(paths_.cost[node], dear);
    if (cost >= paths_.cost[edge.child]) return;
    paths_.cost[edge.child] = cost;
    paths_.ply[edge.child] = static_cast<std::uint16_t>(std::min(paths_.ply[node] + 1, kLongestPath));
    paths_.parent[edge.child] = node;
    paths_.move[edge.child] = edge.move;
    queue_.emplace(cost, edge.child);
  }

  // Where games were played, a position's own move is the reply that came most often, be it ever so bad.
  static constexpr Score kRarer = 200;

  using Entry = std::pair<std::uint32_t, NodeId>;

  const BookGraph& graph_;
  const PathRules& rules_;
  const CostModel& model_;
  bool by_games_ = is_grown_by_games(graph_.header);
  BookPaths paths_;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue_;
};

}  // namespace

BookPaths cheapest_paths(const BookGraph& graph, const PathRules& rules, const CostModel& model) {
  return Paths(graph, rules, model).run();
}

template <const Rules& R>
std::string line_to(const BookGraph& graph, const BookPaths& paths, NodeId node, Move further) {
  std::vector<std::pair<NodeId, Move>> line;  // from where, which
  if (further) line.emplace_back(node, further);
  for (; paths.parent[node] != kNoNode; node = paths.parent[node])
    line.emplace_back(paths.parent[node], paths.move[node]);
  std::string text;
  int number = 1;
  for (auto step = line.rbegin(); step != line.rend(); ++step) {
    const Position<R> before = position_of<R>(graph.nodes[step->first]);
    const bool white = before.turn() == Color::white;
    if (white || text.empty()) text += (text.empty() ? "" : " ") + std::to_string(number) + (white ? "." : "...");
    text += ' ' + format_san(before, step->second);
    if (!white) ++number;
  }
  return text;
}

#define BOOKENDS_INSTANTIATE(game) \
  template std::string line_to<games::game>(const BookGraph&, const BookPaths&, NodeId, Move);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
