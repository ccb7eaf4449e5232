// Whether a plan that was read from a file is one that Plan could have made: every position, move and link of it. What
// it says is solved is taken as it is; the certificate's checker does not.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "books/proof/plan/plan.h"

namespace bookends {

template <const Rules& R>
class PlanSense {
 public:
  PlanSense(const Plan<R>& of, const std::vector<PlanNode>& nodes, std::span<const SolvedEntry> solved)
      : of_(of), nodes_(nodes) {
    solved_.reserve(solved.size());
    for (const SolvedEntry& entry : solved) solved_.add(entry);
  }

  bool holds(const std::vector<NodeId>& roots) const {
    for (NodeId n = 0; n < nodes_.size(); ++n)
      if (!holds(n)) return false;
    return std::all_of(roots.begin(), roots.end(), [&](NodeId n) { return n < nodes_.size(); });
  }

 private:
  static bool has_twins(std::vector<NodeId> ids) {
    std::sort(ids.begin(), ids.end());
    return std::adjacent_find(ids.begin(), ids.end()) != ids.end();
  }
  static bool has(const std::vector<NodeId>& ids, NodeId id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  }

  bool holds(NodeId id) const {
    const PlanNode& node = nodes_[id];
    const Result<Position<R>> position = unpack_position<R>(node.position);
    if (!position || position->key() != node.key || position->turn() != of_.attacker()) return false;
    if (node.state > PlanState::solved || node.looks > kMostLooks || verdict(*position).over()) return false;
    if ((node.state == PlanState::solved) != solved_.find(node.key).has_value()) return false;
    const bool all_named = node.moves.size() == static_cast<std::size_t>(position->count_legal_moves());
    if (node.has_rest == all_named || has_twins(node.parents)) return false;
    for (std::size_t m = 0; m < node.moves.size(); ++m)
      for (std::size_t other = 0; other < m; ++other)
        if (node.moves[m].move == node.moves[other].move) return false;
    return std::all_of(node.parents.begin(), node.parents.end(), [&](NodeId parent) { return leads_to(parent, id); }) &&
           std::all_of(node.moves.begin(), node.moves.end(),
                       [&](const PlanMove& move) { return holds(id, move, *position); });
  }

  bool leads_to(NodeId parent, NodeId id) const {
    return parent < nodes_.size() && std::any_of(nodes_[parent].moves.begin(), nodes_[parent].moves.end(),
                                                 [&](const PlanMove& move) { return has(move.replies, id); });
  }

  // Whether it is right about which replies there are, and whether one of them misses the aim.
  bool holds(NodeId id, const PlanMove& move, const Position<R>& position) const {
    if (!position.is_legal(move.move) || has_twins(move.replies)) return false;
    const Position<R> next = position.after(move.move);
    const auto fate_of = [&](const Position<R>& p) {
      return known_fate(p, of_.attacker(), of_.tables(), of_.aim()).fate;
    };
    const Fate fate = fate_of(next);
    if (fate != Fate::open) return move.possible == (fate == Fate::reached) && move.replies.empty();
    std::vector<Key> open;
    bool missed = false;
    for (const Move m : next.legal_moves()) {
      const Position<R> reply = next.after(m);
      const Fate after = fate_of(reply);
      if (after == Fate::missed) missed = true;
      if (after == Fate::open) open.push_back(reply.key());
    }
    if (move.possible == missed) return false;
    if (missed) return move.replies.empty();
    return names(id, move.replies, open);
  }

  // All open replies but those that were solved by then, and no others; each knows where it comes from.
  bool names(NodeId id, const std::vector<NodeId>& replies, const std::vector<Key>& open) const {
    std::vector<Key> keys;
    for (const NodeId reply : replies) {
      if (reply >= nodes_.size() || !has(nodes_[reply].parents, id)) return false;
      keys.push_back(nodes_[reply].key);
    }
    const auto is_in = [](const std::vector<Key>& all, Key key) {
      return std::find(all.begin(), all.end(), key) != all.end();
    };
    return std::all_of(keys.begin(), keys.end(), [&](Key key) { return is_in(open, key); }) &&
           std::all_of(open.begin(), open.end(),
                       [&](Key key) { return is_in(keys, key) || solved_.find(key).has_value(); });
  }

  const Plan<R>& of_;
  const std::vector<PlanNode>& nodes_;
  Solved solved_;
};

}  // namespace bookends
