#include "books/grow/expand.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <set>

#include "core/position/outcome.h"

namespace bookends {

namespace {

constexpr std::size_t kSmallestBatch = 16;
constexpr std::size_t kLargestBatch = 4096;
constexpr std::size_t kBatchShare = 32;  // of the book

// Batches grow with the book, so that the work between them does too and stays a small part of the whole.
std::size_t batch_size(const Workspace& workspace) {
  if (workspace.settings().batch > 0) return static_cast<std::size_t>(workspace.settings().batch);
  return std::clamp(workspace.size() / kBatchShare, kSmallestBatch, kLargestBatch);
}

// Whether the position after a move has to stay out, because a different one holds its key.
template <const Rules& R>
bool leads_to_collision(const Workspace& workspace, NodeId parent, Move move) {
  const Position<R> next = position_of<R>(workspace, parent).after(move);
  return workspace.holds(next.key()) && workspace.collides(next.key(), packed(next));
}

// Collects the moves a book owes; see the top of expand.h.
template <const Rules& R>
class Coverage {
 public:
  Coverage(const Workspace& workspace, const BookValues& values) : workspace_(workspace), values_(values) {}

  std::vector<Growth> owed() {
    for (const NodeId start : workspace_.starts()) {
      const BookSide side = workspace_.settings().side;
      const Color turn = workspace_.node(start).position.turn();
      if (plays_at(side, ~turn)) answer_all_first_moves(start);
      if (plays_at(side, turn)) answer_all_replies(start);
    }
    return std::move(owed_);
  }

 private:
  // What a table answers is covered like the rest: its reader may have no tables.
  bool is_open(NodeId id) const { return id != kNoNode && workspace_.node(id).state != NodeState::over; }

  void owe(NodeId parent, Move move) {
    if (!move || workspace_.has_edge(parent, move) || leads_to_collision<R>(workspace_, parent, move)) return;
    if (asked_.emplace(parent, move.bits()).second) owed_.push_back({parent, move});
  }

  void owe_every_move(NodeId parent) {
    for (const Move m : position_of<R>(workspace_, parent).legal_moves()) owe(parent, m);
  }

  void answer_all_first_moves(NodeId start) {
    if (!is_open(start)) return;
    owe_every_move(start);
    for (EdgeId e = workspace_.node(start).first_edge; e != kNoEdge; e = workspace_.edges()[e].next) {
      const NodeId replying = workspace_.edges()[e].child;
      if (is_open(replying)) owe(replying, values_.nodes[replying].best);
    }
  }

  void answer_all_replies(NodeId start) {
    if (!is_open(start)) return;
    owe(start, values_.nodes[start].best);
    const NodeId replying = workspace_.child(start, values_.nodes[start].best);
    if (is_open(replying)) owe_every_move(replying);
  }

  const Workspace& workspace_;
  const BookValues& values_;
  std::set<std::pair<NodeId, std::uint16_t>> asked_;
  std::vector<Growth> owed_;
};

// The first node that has not been through grow() yet: planted or about to be added. The others have been searched
// since.
NodeId first_unlinked(const Workspace& workspace) {
  NodeId id = 0;
  while (id < workspace.size() && workspace.node(id).state != NodeState::fresh) ++id;
  return id;
}

// Says of most keys at once that no node from `first` on has them, without touching the workspace's large index.
class KeyFilter {
 public:
  KeyFilter(const Workspace& workspace, NodeId first)
      : words_(std::bit_ceil(kBitsPerKey * (workspace.size() - first) / 64 + 1)) {
    for (NodeId id = first; id < workspace.size(); ++id)
      word_of(workspace.node(id).key) |= bit_of(workspace.node(id).key);
  }
  bool may_hold(Key key) const { return (words_[place(key)] & bit_of(key)) != 0; }

 private:
  static constexpr std::size_t kBitsPerKey = 16;
  std::size_t place(Key key) const { return static_cast<std::size_t>(key >> 6) & (words_.size() - 1); }
  std::uint64_t& word_of(Key key) { return words_[place(key)]; }
  static std::uint64_t bit_of(Key key) { return std::uint64_t{1} << (key & 63); }

  std::vector<std::uint64_t> words_;
};

struct Place {
  std::uint32_t cost;
  NodeId node;
  Move move;

  bool operator<(const Place& other) const { return cost != other.cost ? cost < other.cost : node < other.node; }
};

// The cheapest places, as many as grow in one round.
template <const Rules& R>
class Places {
 public:
  Places(const Workspace& workspace, const BookValues& values, int max_ply)
      : workspace_(workspace),
        values_(values),
        max_ply_(max_ply),
        model_(cost_model(workspace.settings())),
        principal_(principal_nodes(workspace, values.nodes)) {}

  std::vector<Growth> cheapest(std::size_t most) {
    for (NodeId id = 0; id < workspace_.size(); ++id) {
      const std::optional<Place> place = place_at(id);
      if (!place || (heap_.size() == most && !(*place < heap_.front()))) continue;
      if (leads_to_collision<R>(workspace_, id, place->move)) continue;
      heap_.push_back(*place);
      std::push_heap(heap_.begin(), heap_.end());
      if (heap_.size() <= most) continue;
      std::pop_heap(heap_.begin(), heap_.end());
      heap_.pop_back();
    }
    std::sort_heap(heap_.begin(), heap_.end());
    std::vector<Growth> growth;
    growth.reserve(heap_.size());
    for (const Place& place : heap_) growth.push_back({place.node, place.move});
    return growth;
  }

 private:
  // The move by which a node would grow: what a person has set, else the best that is not in the book.
  std::optional<Candidate> next_move(NodeId id) const {
    const NodeValue& node = values_.nodes[id];
    if (workspace_.override_of(id) != nullptr && !workspace_.has_edge(id, node.best))
      return Candidate{node.best, node.value};
    const Candidate* outside = workspace_.best_outside(id);
    if (outside == nullptr) return std::nullopt;
    // Our own side needs a second move only when it is better than the first.
    const bool better =
        node.best == outside->move || (workspace_.override_of(id) == nullptr && outside->score > node.value);
    if (is_own_turn(workspace_, id) && !better) return std::nullopt;
    return *outside;
  }

  std::optional<Place> place_at(NodeId id) const {
    if (workspace_.node(id).state != NodeState::searched || values_.cost[id] == kUnreached) return std::nullopt;
    if (max_ply_ > 0 && values_.ply[id] >= max_ply_) return std::nullopt;
    const std::optional<Candidate> next = next_move(id);
    if (!next) return std::nullopt;
    const NodeValue& node = values_.nodes[id];
    if (is_senseless(workspace_, id, node, next->score)) return std::nullopt;
    const bool best = next->move == node.best || next->score > node.value;
    const WayStep step{next->score, kNoPromise, principal_[id] && best, best};
    return Place{cost_with(values_.cost[id], step_cost(model_, node, step)), id, next->move};
  }

  const Workspace& workspace_;
  const BookValues& values_;
  int max_ply_;
  CostModel model_;
  std::vector<bool> principal_;
  std::vector<Place> heap_;  // the dearest first
};

}  // namespace

template <const Rules& R>
Result<void> plant(Workspace& workspace, std::span<const SeedLine> seeds) {
  for (const std::string& fen : workspace.settings().starts) {
    const Result<Position<R>> start = Position<R>::from_fen(fen);
    if (!start) return start.error();
    const NodeId id = find_or_add<R>(workspace, *start);
    const std::vector<NodeId>& known = workspace.starts();
    if (id != kNoNode && std::find(known.begin(), known.end(), id) == known.end()) workspace.add_start(id);
  }
  for (const SeedLine& seed : seeds) {
    Result<Position<R>> position = Position<R>::from_fen(seed.fen);
    if (!position) return position.error();
    NodeId parent = find_or_add<R>(workspace, *position);
    for (const Move m : seed.moves) {
      if (parent == kNoNode || workspace.node(parent).state == NodeState::over) break;
      position->play(m);
      const NodeId child = find_or_add<R>(workspace, *position);
      if (child != kNoNode && !workspace.has_edge(parent, m)) workspace.add_edge(parent, m, child);
      parent = child;
    }
  }
  return {};
}

template <const Rules& R>
std::vector<Growth> owed_moves(const Workspace& workspace, const BookValues& values) {
  return Coverage<R>(workspace, values).owed();
}

template <const Rules& R>
Round next_round(const Workspace& workspace, const BookValues& values, int max_ply) {
  Round round;
  round.growth = owed_moves<R>(workspace, values);
  round.owed = !round.growth.empty();
  if (!round.owed) round.growth = Places<R>(workspace, values, max_ply).cheapest(batch_size(workspace));
  return round;
}

template <const Rules& R>
void grow(Workspace& workspace, const Round& round) {
  const NodeId first_new = first_unlinked(workspace);
  for (const Growth& growth : round.growth) {
    const NodeId child = find_or_add<R>(workspace, position_of<R>(workspace, growth.parent).after(growth.move));
    if (child != kNoNode && !workspace.has_edge(growth.parent, growth.move))
      workspace.add_edge(growth.parent, growth.move, child);
  }
  // Transpositions: any move between two positions of the book is a book move.
  const KeyFilter fresh(workspace, first_new);
  for (NodeId id = 0; id < workspace.size(); ++id) {
    const Node& node = workspace.node(id);
    if (node.state == NodeState::over || node.state == NodeState::table || node.edge_count == node.legal_count)
      continue;
    const Position<R> position = position_of<R>(workspace, id);
    for (const Move m : position.legal_moves()) {
      const Position<R> next = position.after(m);
      if (id < first_new && !fresh.may_hold(next.key())) continue;
      const NodeId child = workspace.holds(next.key()) ? workspace.find(next.key(), packed(next)) : kNoNode;
      if (child != kNoNode && !workspace.has_edge(id, m)) workspace.add_edge(id, m, child);
    }
  }
}

template <const Rules& R>
std::vector<LeafJob> leaf_jobs(const Workspace& workspace) {
  std::vector<LeafJob> jobs;
  for (NodeId id = 0; id < workspace.size(); ++id) {
    if (!workspace.needs_search(id)) continue;
    LeafJob job{id, {workspace.node(id).position, {}}};
    if (workspace.node(id).state != NodeState::fresh)
      for (const Move m : position_of<R>(workspace, id).legal_moves())
        if (!workspace.has_edge(id, m)) job.task.only.push_back(m);
    jobs.push_back(std::move(job));
  }
  return jobs;
}

#define BOOKENDS_INSTANTIATE(game)                                                           \
  template Result<void> plant<games::game>(Workspace&, std::span<const SeedLine>);           \
  template std::vector<Growth> owed_moves<games::game>(const Workspace&, const BookValues&); \
  template Round next_round<games::game>(const Workspace&, const BookValues&, int);          \
  template void grow<games::game>(Workspace&, const Round&);                                 \
  template std::vector<LeafJob> leaf_jobs<games::game>(const Workspace&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
