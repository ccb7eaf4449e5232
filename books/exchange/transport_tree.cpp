#include "books/exchange/transport_tree.h"

#include <algorithm>

#include "books/values/propagate.h"

namespace bookends::transport {

Move implied_move(const BookGraph& graph, NodeId n) {
  for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e)
    if (through_move(graph.nodes[graph.edges[e].child].entry.score) == graph.nodes[n].entry.score)
      return graph.edges[e].move;
  return {};
}

std::vector<NodeId> successors(const BookGraph& graph) {
  std::vector<NodeId> next(graph.size());
  for (NodeId n = 0; n < graph.size(); ++n) next[n] = graph.child(n, graph.nodes[n].move);
  return next;
}

std::uint8_t implied_depth(const BookGraph& graph, const std::vector<NodeId>& next, const Chains& chains, NodeId n) {
  if (next[n] == kNoNode || chains.on_cycle[n]) return 0;
  return static_cast<std::uint8_t>(std::min(255, graph.nodes[next[n]].entry.depth + 1));
}

}  // namespace bookends::transport
