#include "books/edit/book_graph.h"

#include <algorithm>
#include <cassert>
#include <optional>

#include "books/file/writer.h"
#include "books/values/propagate.h"
#include "books/work/key_index.h"
#include "books/work/settings.h"

namespace bookends {

NodeId BookGraph::child(NodeId node, Move move) const {
  const auto begin = edges.begin() + first[node], end = edges.begin() + first[node + 1];
  const auto found =
      std::lower_bound(begin, end, move.bits(), [](const GraphEdge& e, int b) { return e.move.bits() < b; });
  return found != end && found->move == move ? found->child : kNoNode;
}

std::unordered_map<Key, NodeId> index_of(const BookGraph& graph) {
  std::unordered_map<Key, NodeId> index;
  index.reserve(graph.size());
  for (NodeId n = 0; n < graph.size(); ++n) index.emplace(graph.nodes[n].entry.key, n);
  return index;
}

Score move_loss(const BookGraph& graph, NodeId node, const GraphEdge& edge) {
  if (!has_score(graph.nodes[node].entry) || !has_score(graph.nodes[edge.child].entry)) return 0;
  const Score after = through_move(graph.nodes[edge.child].entry.score);
  return std::max(0, graph.nodes[node].entry.score - after);
}

namespace {

Error no_position(const std::string& fen, const Error& why) {
  return {ErrorCode::invalid_argument, "the start " + fen + " of the book is no position: " + why.message};
}

// Finds the position of every entry by playing from the starts. A file knows keys by their leading bits only: once in
// very many books a position that is not in it is taken for one that is. Two positions of one entry are therefore both
// followed, and the one that knows more moves into the book stays.
template <const Rules& R>
class Discovery {
 public:
  explicit Discovery(const Book<R>& book) : file_(book.file()) { graph_.header = file_.header(); }

  Result<BookGraph> run() {
    for (const std::string& fen : graph_.header.starts) {
      const Result<Position<R>> start = Position<R>::from_fen(fen);
      if (!start) return no_position(fen, start.error());
      meet(*start);
    }
    for (NodeId n = 0; n < graph_.size(); ++n) {
      const Position<R> position = position_of<R>(graph_.nodes[n].position);
      for (const Move m : position.legal_moves()) meet(position.after(m));
    }
    drop_strangers();
    if (const Result<void> linked = relink<R>(graph_); !linked) return linked.error();
    if (!graph_.strangers.empty()) drop_unreached<R>(graph_);  // what they alone led to, and their place in the order
    graph_.unreached = file_.positions() - graph_.size();
    mark_far_sighted(graph_);
    return std::move(graph_);
  }

 private:
  // A key knows no clocks, which is what most positions are asked for.
  void meet(const Position<R>& with_clocks) {
    const std::optional<BookEntry> entry = file_.find(with_clocks.key());
    if (!entry || !met_.insert({with_clocks.key(), static_cast<NodeId>(graph_.size())}).second) return;
    const Position<R> position = without_clocks(with_clocks);
    GraphNode node = node_of(position);
    node.entry = *entry;
    node.move = book_move(position, entry->move_index).value_or(Move());
    node.remark = file_.remark(entry->key);
    node.played = file_.played(entry->key);
    const auto moves = static_cast<std::size_t>(position.legal_moves().size());
    std::erase_if(node.played, [&](const PlayedMove& played) { return played.move_index >= moves; });  // a stranger's
    graph_.nodes.push_back(std::move(node));
  }

  std::size_t known_moves(const GraphNode& node) const {
    const Position<R> position = position_of<R>(node.position);
    std::size_t known = 0;
    for (const Move m : position.legal_moves()) known += met_.count(position.after(m).key());
    return known + (node.move ? 1 : 0);
  }

  void drop_strangers() {
    std::unordered_map<Key, NodeId> kept;
    std::vector<bool> drop(graph_.size());
    for (NodeId n = 0; n < graph_.size(); ++n) {
      const auto [rival, added] = kept.try_emplace(file_.known_key(graph_.nodes[n].entry.key), n);
      if (added) continue;
      const bool newcomer = known_moves(graph_.nodes[n]) > known_moves(graph_.nodes[rival->second]);
      drop[newcomer ? rival->second : n] = true;
      if (newcomer) rival->second = n;
    }
    if (kept.size() == graph_.size()) return;
    std::size_t left = 0;
    for (std::size_t n = 0; n < drop.size(); ++n)
      if (drop[n]) {
        graph_.strangers.push_back(graph_.nodes[n].entry.key);
      } else {
        if (left != n) graph_.nodes[left] = std::move(graph_.nodes[n]);
        ++left;
      }
    graph_.nodes.resize(left);
  }

  const BookFile& file_;
  BookGraph graph_;
  std::unordered_map<Key, NodeId> met_;
};

}  // namespace

template <const Rules& R>
Position<R> position_of(const GraphNode& node) {
  return position_of<R>(node.position);
}

template <const Rules& R>
GraphNode node_of(const Position<R>& position) {
  GraphNode node;
  node.position = pack(R, position.setup());
  node.entry.key = position.key();
  return node;
}

bool is_grown_by_games(const BookHeader& header) { return !settings_named(header.settings, "opponent").empty(); }

template <const Rules& R>
Result<BookGraph> graph_of(const Book<R>& book) {
  return Discovery<R>(book).run();
}

template <const Rules& R>
Result<void> relink(BookGraph& graph) {
  KeyIndex index(graph.size());
  for (NodeId n = 0; n < graph.size(); ++n) index.insert(graph.nodes[n].entry.key, n);
  graph.starts.clear();
  for (const std::string& fen : graph.header.starts) {
    const Result<Position<R>> start = Position<R>::from_fen(fen);
    if (!start) return no_position(fen, start.error());
    graph.starts.push_back(index.find(start->key()));
  }
  graph.first.assign(1, 0);
  graph.edges.clear();
  std::vector<Key> keys;  // of the positions after a node's moves
  for (const GraphNode& node : graph.nodes) {
    const Position<R> position = position_of<R>(node);
    const std::size_t begin = graph.edges.size();
    const MoveList moves = position.legal_moves();
    keys.clear();
    for (const Move m : moves) index.prefetch(keys.emplace_back(position.after(m).key()));
    for (int i = 0; i < moves.size(); ++i)
      if (const NodeId child = index.find(keys[static_cast<std::size_t>(i)]); child != kNoNode)
        graph.edges.push_back({moves[i], child});
    std::sort(graph.edges.begin() + static_cast<std::ptrdiff_t>(begin), graph.edges.end(),
              [](const GraphEdge& a, const GraphEdge& b) { return a.move.bits() < b.move.bits(); });
    graph.first.push_back(static_cast<std::uint32_t>(graph.edges.size()));
  }
  return {};
}

// Only these nodes, in that order. Their edges lead to none but themselves: they are what the starts reach.
void reorder(BookGraph& graph, const std::vector<NodeId>& order) {
  std::vector<NodeId> place(graph.size(), kNoNode);
  for (std::size_t i = 0; i < order.size(); ++i) place[order[i]] = static_cast<NodeId>(i);
  std::vector<GraphNode> nodes;
  std::vector<std::uint32_t> first{0};
  std::vector<GraphEdge> edges;
  nodes.reserve(order.size());
  first.reserve(order.size() + 1);
  for (const NodeId n : order) {
    nodes.push_back(std::move(graph.nodes[n]));
    for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e)
      edges.push_back({graph.edges[e].move, place[graph.edges[e].child]});
    first.push_back(static_cast<std::uint32_t>(edges.size()));
  }
  for (NodeId& start : graph.starts)
    if (start != kNoNode) start = place[start];
  graph.nodes = std::move(nodes);
  graph.first = std::move(first);
  graph.edges = std::move(edges);
}

template <const Rules& R>
std::size_t drop_unreached(BookGraph& graph) {
  std::vector<NodeId> order;
  std::vector<bool> reached(graph.size());
  const auto reach = [&](NodeId n) {
    if (n == kNoNode || reached[n]) return;
    reached[n] = true;
    order.push_back(n);
  };
  for (const NodeId start : graph.starts) reach(start);
  for (std::size_t i = 0; i < order.size(); ++i)
    for (std::uint32_t e = graph.first[order[i]]; e < graph.first[order[i] + 1]; ++e) reach(graph.edges[e].child);
  const std::size_t dropped = graph.size() - order.size();
  if (dropped == 0 && std::ranges::is_sorted(order)) return 0;  // it is as it should be
  reorder(graph, order);
  return dropped;
}

template <const Rules& R>
Result<std::vector<std::byte>> encode(const BookGraph& graph) {
  std::vector<BookEntry> entries;
  std::vector<BookRemark> remarks;
  std::vector<BookPlayed> played;
  entries.reserve(graph.size());
  for (const GraphNode& node : graph.nodes) {
    entries.push_back(node.entry);
    if (node.move)
      entries.back().move_index = static_cast<std::uint16_t>(book_move_index(position_of<R>(node), node.move));
    if (!node.remark.empty()) remarks.push_back({node.entry.key, node.remark});
    if (!node.played.empty()) played.push_back({node.entry.key, node.played});
  }
  return encode_book(graph.header, std::move(entries), std::move(remarks), std::move(played));
}

#define BOOKENDS_INSTANTIATE(game)                                            \
  template Position<games::game> position_of<games::game>(const GraphNode&);  \
  template GraphNode node_of<games::game>(const Position<games::game>&);      \
  template Result<BookGraph> graph_of<games::game>(const Book<games::game>&); \
  template Result<void> relink<games::game>(BookGraph&);                      \
  template std::size_t drop_unreached<games::game>(BookGraph&);               \
  template Result<std::vector<std::byte>> encode<games::game>(const BookGraph&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
