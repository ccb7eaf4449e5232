#include "books/work/sense.h"

#include <algorithm>

#include "core/rules/games.h"

namespace bookends {

namespace {

template <const Rules& R>
bool node_makes_sense(const Workspace& workspace, const Node& node) {
  const Result<Position<R>> position = unpack_position<R>(node.position);
  if (!position || position->key() != node.key) return false;
  const MoveList moves = position->legal_moves();
  if (moves.size() != node.legal_count) return false;
  const bool legal = std::ranges::all_of(
      node.candidates, [&](const Candidate& candidate) { return !candidate.move || moves.contains(candidate.move); });
  if (!legal) return false;
  int edges = 0;
  for (EdgeId e = node.first_edge; e != kNoEdge; e = workspace.edges()[e].next, ++edges) {
    const Edge& edge = workspace.edges()[e];
    if (edges == node.edge_count || !moves.contains(edge.move)) return false;
    if (pack(R, position->after(edge.move).setup()) != workspace.node(edge.child).position) return false;
  }
  return edges == node.edge_count;
}

}  // namespace

template <const Rules& R>
bool makes_sense(const Workspace& workspace) {
  for (NodeId id = 0; id < workspace.size(); ++id)
    if (!node_makes_sense<R>(workspace, workspace.node(id))) return false;
  return true;
}

bool makes_sense(const Rules& rules, const SearchTask& task, const LeafResult& result) {
  const bool answered = result.state == NodeState::searched || result.state == NodeState::table;
  if (!answered || result.candidates.empty() || result.candidates.size() > kMaxCandidates) return false;
  return with_game(rules, [&]<const Rules & R>() {
    const Result<Position<R>> position = unpack_position<R>(task.position);
    if (!position) return false;
    const MoveList moves = position->legal_moves();
    return std::ranges::all_of(result.candidates,
                               [&](const Candidate& candidate) { return moves.contains(candidate.move); });
  });
}

#define BOOKENDS_INSTANTIATE(game) template bool makes_sense<games::game>(const Workspace&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
