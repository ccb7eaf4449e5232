#include "books/propagate.h"

#include <cassert>
#include <cstdlib>

namespace bookends {

Score through_move(Score child_value) {
  // Beyond kMate lie the bounds of the unknown, which no distance changes.
  if (child_value > kMateBound && child_value <= kMate) return -child_value + 1;
  if (child_value < -kMateBound && child_value >= -kMate) return -child_value - 1;
  return -child_value;
}

namespace {

// The mirror image of GameGraph: for every node the edges that lead to it, and the node each edge starts from.
struct Parents {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> edges;
  std::vector<std::uint32_t> from;

  explicit Parents(const GameGraph& graph)
      : first(graph.nodes() + 1), edges(graph.children.size()), from(graph.children.size()) {
    for (const std::uint32_t child : graph.children) ++first[child];
    for (std::size_t n = 0; n < graph.nodes(); ++n) first[n + 1] += first[n];
    // first[n] is the end of the row now; filling the rows from their ends makes it the beginning.
    for (auto n = static_cast<std::uint32_t>(graph.nodes()); n-- > 0;)
      for (std::uint32_t e = graph.first[n + 1]; e-- > graph.first[n];) {
        edges[--first[graph.children[e]]] = e;
        from[e] = n;
      }
  }
};

// A way on: the number of an edge, or beyond all edges the number of a node, for leaving the graph there. News that a
// way has a value wait in queues by |score|; each way waits in one queue at most, so the queues are threaded through
// one array.
class Propagation {
 public:
  explicit Propagation(const GameGraph& graph)
      : graph_(graph),
        edges_(static_cast<std::uint32_t>(graph.children.size())),
        parents_(graph),
        open_ways_(graph.nodes()),
        settled_(graph.nodes()),
        first_(kNoScore, kNone),
        last_(kNoScore, kNone),
        next_(edges_ + graph.nodes(), kNone) {
    values_.value.assign(graph.nodes(), kDraw);
    values_.choice.assign(graph.nodes(), kChooseNothing);
    for (std::uint32_t n = 0; n < graph.nodes(); ++n) {
      open_ways_[n] = static_cast<std::uint16_t>(graph.first[n + 1] - graph.first[n]);
      if (graph.outside[n] == kNoScore) continue;
      ++open_ways_[n];
      announce(edges_ + n);
    }
  }

  GraphValues run() {
    for (std::size_t size = first_.size() - 1; size > 0; --size)
      for (std::uint32_t way = first_[size]; way != kNone; way = next_[way]) hear(way);  // grows while it is read
    for (std::uint32_t n = 0; n < graph_.nodes(); ++n)
      if (settled_[n] == 0) choose_draw(n);
    return std::move(values_);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  std::uint32_t node_of(std::uint32_t way) const { return way < edges_ ? parents_.from[way] : way - edges_; }
  Score score_of(std::uint32_t way) const {
    return way < edges_ ? through_move(values_.value[graph_.children[way]]) : graph_.outside[way - edges_];
  }

  void announce(std::uint32_t way) {
    assert(std::abs(score_of(way)) <= kInfinite);
    const auto size = static_cast<std::size_t>(std::abs(score_of(way)));
    (last_[size] == kNone ? first_[size] : next_[last_[size]]) = way;
    last_[size] = way;
  }

  void hear(std::uint32_t way) {
    const std::uint32_t node = node_of(way);
    const Score score = score_of(way);
    if (settled_[node] != 0) return;
    if (score < 0 && --open_ways_[node] > 0) return;
    settled_[node] = 1;
    values_.value[node] = static_cast<StoredScore>(score);
    values_.choice[node] = way < edges_ ? way : kChooseOutside;
    for (std::uint32_t i = parents_.first[node]; i < parents_.first[node + 1]; ++i) announce(parents_.edges[i]);
  }

  // Leaving the book for an even game is preferred to a repetition that the book is sure of.
  void choose_draw(std::uint32_t n) {
    if (graph_.outside[n] == kDraw) {
      values_.choice[n] = kChooseOutside;
      return;
    }
    for (std::uint32_t e = graph_.first[n]; e < graph_.first[n + 1]; ++e)
      if (settled_[graph_.children[e]] == 0) {
        values_.choice[n] = e;
        return;
      }
  }

  const GameGraph& graph_;
  std::uint32_t edges_;
  Parents parents_;
  std::vector<std::uint16_t> open_ways_;  // ways not yet known to be bad
  std::vector<std::uint8_t> settled_;
  std::vector<std::uint32_t> first_, last_;  // [|score|]: the queue
  std::vector<std::uint32_t> next_;          // [way]
  GraphValues values_;
};

}  // namespace

GraphValues propagate(const GameGraph& graph) { return Propagation(graph).run(); }

}  // namespace bookends
