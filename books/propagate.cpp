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

// News for `node`: the way `choice` is worth `score` to its mover.
struct News {
  std::uint32_t node;
  std::uint32_t choice;
  Score score;
};

// The mirror image of GameGraph: for every node the edges that lead to it, and the node each edge starts from.
struct Parents {
  std::vector<std::uint32_t> first;
  std::vector<std::uint32_t> edges;
  std::vector<std::uint32_t> from;

  explicit Parents(const GameGraph& graph)
      : first(graph.nodes() + 1), edges(graph.children.size()), from(graph.children.size()) {
    for (const std::uint32_t child : graph.children) ++first[child + 1];
    for (std::size_t n = 0; n < graph.nodes(); ++n) first[n + 1] += first[n];
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (std::uint32_t n = 0; n < graph.nodes(); ++n)
      for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e) {
        edges[next[graph.children[e]]++] = e;
        from[e] = n;
      }
  }
};

// Retrograde analysis over scores instead of distances. Ways are looked at from the largest |score| down:
// - a way that is good for the mover settles its node, for whatever is still to come is worth no more;
// - a way that is bad for the mover settles its node only when it is the last one: all ways are bad then, and this is
//   the least bad.
// Settling a node is news for its parents, and never of larger |score|. Nodes left unsettled have neither a good way
// nor only bad ones: both sides can keep the game inside, or leave it for a draw, so they are draws.
class Propagation {
 public:
  explicit Propagation(const GameGraph& graph)
      : graph_(graph), parents_(graph), open_ways_(graph.nodes()), settled_(graph.nodes()), by_size_(kNoScore) {
    values_.value.assign(graph.nodes(), kDraw);
    values_.choice.assign(graph.nodes(), kChooseNothing);
    for (std::uint32_t n = 0; n < graph.nodes(); ++n) {
      open_ways_[n] = graph.first[n + 1] - graph.first[n];
      if (graph.outside[n] == kNoScore) continue;
      ++open_ways_[n];
      announce({n, kChooseOutside, graph.outside[n]});
    }
  }

  GraphValues run() {
    for (std::size_t size = by_size_.size() - 1; size > 0; --size)
      for (std::size_t i = 0; i < by_size_[size].size(); ++i) hear(by_size_[size][i]);  // grows while it is read
    for (std::uint32_t n = 0; n < graph_.nodes(); ++n)
      if (settled_[n] == 0) choose_draw(n);
    return std::move(values_);
  }

 private:
  void announce(const News& news) {
    assert(std::abs(news.score) <= kInfinite);
    by_size_[static_cast<std::size_t>(std::abs(news.score))].push_back(news);
  }

  void hear(News news) {  // by value: announcing may move the list it stands in
    if (settled_[news.node] != 0) return;
    if (news.score < 0 && --open_ways_[news.node] > 0) return;
    settled_[news.node] = 1;
    values_.value[news.node] = news.score;
    values_.choice[news.node] = news.choice;
    for (std::uint32_t i = parents_.first[news.node]; i < parents_.first[news.node + 1]; ++i) {
      const std::uint32_t edge = parents_.edges[i];
      announce({parents_.from[edge], edge, through_move(news.score)});
    }
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
  Parents parents_;
  std::vector<std::uint32_t> open_ways_;  // ways not yet known to be bad
  std::vector<std::uint8_t> settled_;
  std::vector<std::vector<News>> by_size_;  // [|score|]
  GraphValues values_;
};

}  // namespace

GraphValues propagate(const GameGraph& graph) { return Propagation(graph).run(); }

}  // namespace bookends
