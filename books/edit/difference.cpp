#include "books/edit/difference.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

#include "books/edit/paths.h"
#include "core/notation/move_text.h"

namespace bookends {

namespace {

template <const Rules& R>
std::string san_of(const GraphNode& node) {
  return node.move ? format_san(position_of<R>(node), node.move) : "";
}

template <const Rules& R>
class Comparison {
 public:
  Comparison(const BookGraph& first, const BookGraph& second, Score tolerance)
      : graphs_{&first, &second},
        tolerance_(tolerance),
        paths_{cheapest_paths(first, {}), cheapest_paths(second, {})},
        index_{index_of(first), index_of(second)} {}

  BookDifference run() {
    compare_headers();
    for (const NodeId n : likely_order(0)) {
      const auto other = index_[1].find(graphs_[0]->nodes[n].entry.key);
      if (other == index_[1].end())
        found_.only_first.push_back(row(0, n));
      else
        compare_entries(n, other->second);
    }
    for (const NodeId n : likely_order(1))
      if (!index_[0].contains(graphs_[1]->nodes[n].entry.key)) found_.only_second.push_back(row(1, n));
    return std::move(found_);
  }

 private:
  std::vector<NodeId> likely_order(std::size_t which) const {
    std::vector<NodeId> order(graphs_[which]->size());
    std::iota(order.begin(), order.end(), NodeId{0});
    const std::vector<std::uint32_t>& cost = paths_[which].cost;
    std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) { return cost[a] < cost[b]; });
    return order;
  }

  DifferentPosition row(std::size_t which, NodeId n) const {
    const GraphNode& node = graphs_[which]->nodes[n];
    DifferentPosition made;
    made.line = line_to<R>(*graphs_[which], paths_[which], n);
    made.fen = position_of<R>(node).fen();
    made.entries[which] = node.entry;
    made.moves[which] = san_of<R>(node);
    made.remarks[which] = node.remark;
    return made;
  }

  void compare_headers() {
    for (std::size_t which = 0; which < 2; ++which) {
      const BookHeader &own = graphs_[which]->header, &other = graphs_[1 - which]->header;
      found_.sides[which] = own.side;
      std::unordered_set<Key> there;
      for (const std::string& fen : other.starts) there.insert(key_of(fen));
      for (const std::string& fen : own.starts)
        if (there.insert(key_of(fen)).second) found_.only_starts[which].push_back(fen);
    }
  }

  // A graph has no start that is no position.
  static Key key_of(const std::string& fen) {
    const Result<Position<R>> position = Position<R>::from_fen(fen);
    return position ? position->key() : 0;
  }

  void compare_entries(NodeId a, NodeId b) {
    ++found_.common;
    const GraphNode &first = graphs_[0]->nodes[a], &second = graphs_[1]->nodes[b];
    std::vector<DifferentPosition>* rows = where(first, second);
    if (rows == nullptr) return;
    DifferentPosition made = row(0, a);
    made.entries[1] = second.entry;
    made.moves[1] = san_of<R>(second);
    made.remarks[1] = second.remark;
    rows->push_back(std::move(made));
  }

  // Where a difference is listed; null when there is none.
  std::vector<DifferentPosition>* where(const GraphNode& a, const GraphNode& b) {
    const BookEntry &first = a.entry, &second = b.entry;
    if (a.move != b.move) return &found_.other_move;
    if (has_score(first) != has_score(second) || std::abs(first.score - second.score) > tolerance_)
      return &found_.other_score;
    if (first.proof != second.proof || first.from_table != second.from_table) return &found_.other_proof;
    if (a.remark != b.remark || first.manual != second.manual) return &found_.other_word;
    return first.depth != second.depth ? &found_.other_depth : nullptr;
  }

  const BookGraph* graphs_[2];
  Score tolerance_;
  BookPaths paths_[2];
  std::unordered_map<Key, NodeId> index_[2];
  BookDifference found_;
};

}  // namespace

template <const Rules& R>
BookDifference compare(const BookGraph& first, const BookGraph& second, Score tolerance) {
  return Comparison<R>(first, second, tolerance).run();
}

#define BOOKENDS_INSTANTIATE(game) \
  template BookDifference compare<games::game>(const BookGraph&, const BookGraph&, Score);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
