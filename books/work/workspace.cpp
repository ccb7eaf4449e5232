#include "books/work/workspace.h"

#include <algorithm>
#include <cassert>

namespace bookends {

namespace {

std::int16_t promise(const Node& parent, Move move) {
  if (parent.state != NodeState::searched) return kNoPromise;
  for (const Candidate& candidate : parent.candidates)
    if (candidate.move == move) return candidate.score;
  return kNoPromise;
}

}  // namespace

std::size_t Workspace::slot_of(Key key) const {
  assert(!index_.empty());
  const std::size_t mask = index_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(key >> 32) & mask;
  while (index_[slot] != kNoNode && nodes_[index_[slot]].key != key) slot = (slot + 1) & mask;
  return slot;
}

NodeId Workspace::find(Key key, const PackedPosition& position) const {
  if (index_.empty()) return kNoNode;
  const NodeId id = index_[slot_of(key)];
  return id != kNoNode && nodes_[id].position == position ? id : kNoNode;
}

bool Workspace::collides(Key key, const PackedPosition& position) const {
  if (index_.empty()) return false;
  const NodeId id = index_[slot_of(key)];
  return id != kNoNode && nodes_[id].position != position;
}

bool Workspace::holds(Key key) const { return !index_.empty() && index_[slot_of(key)] != kNoNode; }

NodeId Workspace::child(NodeId parent, Move move) const {
  for (EdgeId e = nodes_[parent].first_edge; e != kNoEdge; e = edges_[e].next)
    if (edges_[e].move == move) return edges_[e].child;
  return kNoNode;
}

void Workspace::grow_index() {
  std::size_t size = 64;
  while (3 * size < 4 * (nodes_.size() + 1)) size *= 2;
  if (size <= index_.size()) return;
  std::vector<NodeId>().swap(index_);  // given back before the new one is asked for
  index_.assign(size, kNoNode);
  for (NodeId id = 0; id < nodes_.size(); ++id) index_[slot_of(nodes_[id].key)] = id;
}

NodeId Workspace::add_node(Key key, const PackedPosition& position, int legal_count) {
  grow_index();
  const auto id = static_cast<NodeId>(nodes_.size());
  const std::size_t slot = slot_of(key);
  assert(index_[slot] == kNoNode);
  Node node;
  node.position = position;
  node.key = key;
  node.legal_count = static_cast<std::uint16_t>(legal_count);
  nodes_.push_back(node);
  index_[slot] = id;
  return id;
}

void Workspace::set_overrides(const std::vector<Override>& overrides) {
  overrides_.clear();
  for (const Override& held : overrides) overrides_.insert_or_assign(held.key, held);
}

const Override* Workspace::override_of(NodeId id) const {
  const Node& node = nodes_[id];
  if (overrides_.empty() || node.state == NodeState::over || node.state == NodeState::table) return nullptr;
  const auto found = overrides_.find(node.key);
  return found != overrides_.end() && found->second.position == node.position ? &found->second : nullptr;
}

void Workspace::add_edge(NodeId parent, Move move, NodeId child) {
  assert(!has_edge(parent, move));
  const auto id = static_cast<EdgeId>(edges_.size());
  edges_.push_back({child, kNoEdge, move, promise(nodes_[parent], move)});
  EdgeId* last = &nodes_[parent].first_edge;
  while (*last != kNoEdge) last = &edges_[*last].next;
  *last = id;
  ++nodes_[parent].edge_count;
}

void Workspace::set_over(NodeId id, Score exact) {
  nodes_[id].state = NodeState::over;
  nodes_[id].exact = static_cast<std::int16_t>(exact);
}

void Workspace::set_result(NodeId id, const LeafResult& result) {
  Node& node = nodes_[id];
  node.state = result.state;
  node.exact = result.exact;
  // A later search of the remaining moves says nothing about the depth behind the best one.
  node.depth = std::max(node.depth, result.depth);
  const std::size_t n = std::min<std::size_t>(result.candidates.size(), kMaxCandidates);
  node.candidates = {};
  std::copy_n(result.candidates.begin(), n, node.candidates.begin());
}

const Candidate* Workspace::best_outside(NodeId id) const {
  const Node& node = nodes_[id];
  for (const Candidate& candidate : node.candidates)
    if (candidate.move && !has_edge(id, candidate.move)) return &candidate;
  return nullptr;
}

bool Workspace::needs_search(NodeId id) const {
  const Node& node = nodes_[id];
  if (node.state == NodeState::fresh) return true;
  return node.state == NodeState::searched && node.edge_count < node.legal_count && best_outside(id) == nullptr;
}

bool Workspace::assign(Blocks<Node> nodes, Blocks<Edge> edges, std::vector<NodeId> starts) {
  const auto bad_node = [&](NodeId id) { return id >= nodes.size(); };
  const auto bad_edge = [&](EdgeId id) { return id != kNoEdge && id >= edges.size(); };
  for (NodeId id = 0; id < nodes.size(); ++id)
    if (bad_edge(nodes[id].first_edge) || nodes[id].state > NodeState::table) return false;
  for (EdgeId e = 0; e < edges.size(); ++e)  // an edge only points on to a later one: no list runs in a circle
    if (bad_node(edges[e].child) || bad_edge(edges[e].next) || edges[e].next <= e) return false;
  if (std::any_of(starts.begin(), starts.end(), bad_node)) return false;
  nodes_ = std::move(nodes);
  edges_ = std::move(edges);
  starts_ = std::move(starts);
  index_.clear();
  grow_index();
  return true;
}

}  // namespace bookends
