#include "books/values/propagate.h"

#include <cassert>
#include <cstdlib>

namespace bookends {

namespace {

// The mirror image of GameGraph: for every node those that have it as a child, from[first[n]] .. from[first[n + 1]].
struct Parents {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> from;

  explicit Parents(const GameGraph& graph) : first(graph.nodes() + 1), from(graph.children.size()) {
    for (const std::uint32_t child : graph.children) ++first[child];
    for (std::size_t n = 0; n < graph.nodes(); ++n) first[n + 1] += first[n];
    // first[n] is the end of the row now; filling the rows from their ends makes it the beginning.
    for (auto n = static_cast<std::uint32_t>(graph.nodes()); n-- > 0;)
      for (std::uint32_t e = graph.first[n + 1]; e-- > graph.first[n];) from[--first[graph.children[e]]] = n;
  }
};

// A way on: an index into Parents::from, or beyond those the number of a node, for leaving the graph there. News that a
// way has a value wait in queues, one for each score; each way waits in one of them at most, so that they are threaded
// through one array. A queue knows its score, so a way need not know its child.
class Propagation {
 public:
  explicit Propagation(const GameGraph& graph)
      : graph_(graph),
        edges_(static_cast<std::uint32_t>(graph.children.size())),
        parents_(graph),
        open_ways_(graph.nodes()),
        settled_(graph.nodes()),
        first_(2 * kInfinite + 1, kNone),
        last_(2 * kInfinite + 1, kNone),
        next_(edges_ + graph.nodes(), kNone) {
    values_.value.assign(graph.nodes(), kDraw);
    values_.choice.assign(graph.nodes(), kChooseNothing);
    for (std::uint32_t n = 0; n < graph.nodes(); ++n) {
      open_ways_[n] = static_cast<std::uint16_t>(graph.first[n + 1] - graph.first[n]);
      if (graph.outside[n] == kNoScore) continue;
      ++open_ways_[n];
      announce(edges_ + n, graph.outside[n]);
    }
  }

  GraphValues run() {
    for (Score size = kInfinite; size > 0; --size) hear_all(size);
    for (std::uint32_t n = 0; n < graph_.nodes(); ++n)
      if (settled_[n] == 0) choose_draw(n);
    return std::move(values_);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffu;

  static std::size_t queue_of(Score score) { return static_cast<std::size_t>(score + kInfinite); }

  void announce(std::uint32_t way, Score score) {
    assert(std::abs(score) <= kInfinite);
    std::uint32_t& last = last_[queue_of(score)];
    (last == kNone ? first_[queue_of(score)] : next_[last]) = way;
    last = way;
  }

  // What is announced while a queue is read has the same size at most, but may belong to the queue of the other sign,
  // which may have been read: so both are read until nothing is left in either.
  void hear_all(Score score) {
    while (first_[queue_of(score)] != kNone || first_[queue_of(-score)] != kNone) {
      if (first_[queue_of(score)] == kNone) score = -score;
      const std::uint32_t way = first_[queue_of(score)];
      first_[queue_of(score)] = next_[way];
      if (next_[way] == kNone) last_[queue_of(score)] = kNone;
      hear(way, score);
    }
  }

  void hear(std::uint32_t way, Score score) {
    const std::uint32_t node = way < edges_ ? parents_.from[way] : way - edges_;
    if (settled_[node] != 0) return;
    if (score < 0 && --open_ways_[node] > 0) return;
    values_.value[node] = static_cast<StoredScore>(score);
    values_.choice[node] = way < edges_ ? edge_worth(node, score) : kChooseOutside;
    settled_[node] = 1;
    for (std::uint32_t i = parents_.first[node]; i < parents_.first[node + 1]; ++i) announce(i, through_move(score));
  }

  // The first edge of the node that leads to a settled child and is worth as much; there is one.
  std::uint32_t edge_worth(std::uint32_t node, Score score) const {
    std::uint32_t e = graph_.first[node];
    while (settled_[graph_.children[e]] == 0 || through_move(values_.value[graph_.children[e]]) != score) ++e;
    return e;
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
