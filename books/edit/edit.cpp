#include "books/edit/edit.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <set>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "books/edit/played_choice.h"
#include "books/values/propagate.h"
#include "core/base/printable.h"

namespace bookends {

namespace {

constexpr std::string_view kEdited = "edited=";
constexpr std::size_t kLongestEdit = 500;
constexpr std::string_view kCut = "...";      // what ends a longer one
constexpr std::size_t kMostSettings = 30000;  // of the 65535 bytes there are: starts and rules of growth need some too

template <const Rules& R>
std::size_t keep_only(BookGraph& graph, const std::vector<bool>& keep) {
  const std::size_t before = graph.size();
  std::size_t left = 0;
  for (std::size_t n = 0; n < before; ++n)
    if (keep[n]) {
      if (left != n) graph.nodes[left] = std::move(graph.nodes[n]);
      ++left;
    }
  graph.nodes.resize(left);
  const Result<void> linked = relink<R>(graph);
  assert(linked);  // it was linked before
  drop_unreached<R>(graph);
  revalue<R>(graph);
  return before - graph.size();
}

// Breadth first: the fewest moves from a start.
std::vector<int> plies_from_starts(const BookGraph& graph) {
  std::vector<int> ply(graph.size(), -1);
  std::vector<NodeId> queue;
  const auto reach = [&](NodeId node, int distance) {
    if (node == kNoNode || ply[node] >= 0) return;
    ply[node] = distance;
    queue.push_back(node);
  };
  for (const NodeId start : graph.starts) reach(start, 0);
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (std::uint32_t e = graph.first[queue[i]]; e < graph.first[queue[i] + 1]; ++e)
      reach(graph.edges[e].child, ply[queue[i]] + 1);
  return ply;
}

// The starts, which cost nothing, are never left out.
void keep_cheapest(const BookPaths& paths, std::size_t count, std::vector<bool>& keep) {
  std::vector<NodeId> order;
  for (NodeId n = 0; n < keep.size(); ++n)
    if (keep[n]) order.push_back(n);
  const auto is_start = [&](NodeId n) { return paths.cost[n] == 0; };
  count = std::max(count, static_cast<std::size_t>(std::ranges::count_if(order, is_start)));
  if (order.size() <= count) return;
  std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) { return paths.cost[a] < paths.cost[b]; });
  for (std::size_t i = count; i < order.size(); ++i) keep[order[i]] = false;
}

// Whether `rival` is to stand in the place of `present`.
bool outranks(const BookEntry& rival, const BookEntry& present) {
  if (rival.manual != present.manual) return rival.manual;
  if (is_certain(rival) != is_certain(present)) return is_certain(rival);
  if (has_score(rival) != has_score(present)) return has_score(rival);
  return rival.depth > present.depth;
}

// Whether the move is what the record speaks for: it may change with the record. Else somebody has named it.
template <const Rules& R>
bool is_by_points(const GraphNode& node) {
  if (!node.move || node.played.empty()) return false;
  const int present = book_move_index(position_of<R>(node), node.move);
  return best_played(node.played, present)->move_index == present;
}

// What `theirs` says of the position as well.
template <const Rules& R>
void take_in(GraphNode& node, const GraphNode& theirs) {
  std::vector<PlayedMove> played = together(node.played, theirs.played);
  const bool by_points = is_by_points<R>(outranks(theirs.entry, node.entry) ? theirs : node);
  if (outranks(theirs.entry, node.entry)) {
    std::string remark = theirs.remark.empty() ? node.remark : theirs.remark;
    node = theirs;
    node.remark = std::move(remark);
  } else if (node.remark.empty()) {
    node.remark = theirs.remark;
  }
  node.played = std::move(played);
  if (by_points) choose_played<R>(node);
}

template <const Rules& R>
NodeId find(const BookGraph& graph, const Position<R>& position) {
  for (NodeId n = 0; n < graph.size(); ++n)
    if (graph.nodes[n].entry.key == position.key()) return n;
  return kNoNode;
}

// 0 for a start that is no position, which linking will complain of.
template <const Rules& R>
Key key_of(const std::string& fen) {
  const Result<Position<R>> position = Position<R>::from_fen(fen);
  return position ? position->key() : 0;
}

// Changes the graph's links and values after nodes were added or changed.
template <const Rules& R>
Result<void> settle(BookGraph& graph) {
  const Result<void> linked = relink<R>(graph);
  if (!linked) return linked;
  drop_unreached<R>(graph);
  revalue<R>(graph);
  return {};
}

// A move in place of one that is not legal: the best that the book knows, with what it promises; without a score where
// nothing is known of any.
bool give_move(BookGraph& graph, NodeId node) {
  const auto worth = [&](const GraphEdge& edge) {
    const BookEntry& after = graph.nodes[edge.child].entry;
    return std::pair(has_score(after), through_move(after.score));
  };
  const std::span edges(graph.edges.begin() + graph.first[node], graph.edges.begin() + graph.first[node + 1]);
  const auto best = std::ranges::max_element(edges, {}, worth);
  if (best == edges.end()) return false;
  GraphNode& at = graph.nodes[node];
  at.move = best->move;
  at.entry.score = static_cast<std::int16_t>(worth(*best).second);
  if (!worth(*best).first) at.entry.depth = 0;
  at.entry.proof = Proof::none;  // it was of the other move
  at.entry.from_table = at.entry.manual = false;
  return true;
}

}  // namespace

template <const Rules& R>
std::size_t prune(BookGraph& graph, const PruneRules& rules) {
  PathRules walk;
  walk.side = graph.header.side;
  if (rules.max_loss) walk.worst_loss = *rules.max_loss;
  const BookPaths paths = cheapest_paths(graph, walk);
  const std::vector<int> ply = plies_from_starts(graph);
  std::vector<bool> keep(graph.size());
  for (NodeId n = 0; n < graph.size(); ++n) {
    const BookEntry& entry = graph.nodes[n].entry;
    const bool shallow = rules.min_depth && entry.depth < *rules.min_depth && !is_certain(entry) && !entry.manual;
    keep[n] = (paths.reached(n) || !rules.max_loss) && !shallow && (!rules.max_ply || ply[n] <= *rules.max_ply);
  }
  for (const NodeId start : graph.starts)
    if (start != kNoNode) keep[start] = true;
  if (rules.positions) keep_cheapest(paths, std::max<std::size_t>(*rules.positions, 1), keep);
  return keep_only<R>(graph, keep);
}

template <const Rules& R>
Result<std::size_t> take_subtree(BookGraph& graph, const std::vector<std::string>& fens) {
  std::set<Key> met;
  std::vector<std::string> starts;
  for (const std::string& fen : fens) {
    const Result<Position<R>> position = Position<R>::from_fen(fen);
    if (!position) return position.error();
    if (find(graph, *position) == kNoNode) return Error{ErrorCode::not_found, "the book does not know " + fen};
    if (met.insert(position->key()).second) starts.push_back(fen);
  }
  graph.header.starts = starts;
  const Result<void> linked = relink<R>(graph);
  if (!linked) return linked.error();
  return drop_unreached<R>(graph);
}

template <const Rules& R>
Repair repair(BookGraph& graph) {
  Repair done{graph.unreached, 0, 0, 0};
  graph.unreached = 0;
  std::unordered_map<Key, std::pair<BookEntry, Move>> before;
  for (const GraphNode& node : graph.nodes)
    if (node.move) before.emplace(node.entry.key, std::pair(node.entry, node.move));
  std::vector<bool> keep(graph.size(), true);
  for (NodeId n = 0; n < graph.size(); ++n) {
    if (graph.nodes[n].move) continue;
    ++done.illegal;
    keep[n] = give_move(graph, n);
  }
  if (std::find(keep.begin(), keep.end(), false) != keep.end()) {
    const std::size_t gone = keep_only<R>(graph, keep);
    done.unreached += gone - static_cast<std::size_t>(std::count(keep.begin(), keep.end(), false));
  }
  revalue<R>(graph);
  for (const GraphNode& node : graph.nodes) {
    const auto was = before.find(node.entry.key);
    if (was == before.end()) continue;  // counted as illegal
    BookEntry now = node.entry;
    now.move_index = was->second.first.move_index;
    if (now != was->second.first || node.move != was->second.second) ++done.revalued;
  }
  done.far_sighted = far_sighted_count(graph);
  return done;
}

template <const Rules& R>
Result<void> merge(BookGraph& graph, const BookGraph& other, bool first_counts) {
  if (graph.header.side != other.header.side)
    return Error{ErrorCode::invalid_argument,
                 "a book for " + std::string(side_name(graph.header.side)) + " and one for " +
                     std::string(side_name(other.header.side)) +
                     " are not one: where one has the moves that it is for, the other has what it only expects; "
                     "BookFile and `book test` take several"};
  std::unordered_map<Key, NodeId> index = index_of(graph);
  for (const GraphNode& theirs : other.nodes) {
    const auto [at, added] = index.try_emplace(theirs.entry.key, static_cast<NodeId>(graph.size()));
    if (added)
      graph.nodes.push_back(theirs);
    else if (!first_counts)
      take_in<R>(graph.nodes[at->second], theirs);
  }
  if (is_grown_by_games(other.header) && !is_grown_by_games(graph.header))  // then no value follows from others
    graph.header.settings += "opponent=" + settings_named(other.header.settings, "opponent").front() + "\n";
  std::set<Key> starts;
  for (const std::string& start : graph.header.starts) starts.insert(key_of<R>(start));
  for (const std::string& start : other.header.starts)
    if (starts.insert(key_of<R>(start)).second) graph.header.starts.push_back(start);
  if (const Result<void> linked = relink<R>(graph); !linked) return linked;
  drop_unreached<R>(graph);
  mark_far_sighted(graph);
  revalue<R>(graph);
  return {};
}

template <const Rules& R>
Result<std::size_t> set_by_hand(BookGraph& graph, const Position<R>& position, std::optional<Move> move,
                                std::optional<Score> score, const std::optional<std::string>& remark) {
  if (move && !position.is_legal(*move))
    return Error{ErrorCode::invalid_argument, "the move is not legal in " + position.fen()};
  NodeId node = find(graph, position);
  if (node == kNoNode) {
    if (!move || !score)
      return Error{ErrorCode::invalid_argument, "the book does not know " + position.fen() + ": give move and score"};
    node = static_cast<NodeId>(graph.size());
    graph.nodes.push_back(node_of(position));
  }
  GraphNode& at = graph.nodes[node];
  if (move && !score && !has_score(at.entry))
    return Error{ErrorCode::invalid_argument, "the book has no score for " + position.fen() + ": give one, too"};
  if (move || score) at.entry.manual = true;
  if (score || (move && *move != at.move)) {  // what was proved was proved of another move or value
    at.entry.proof = Proof::none;
    at.entry.from_table = false;
  }
  if (move) at.move = *move;
  if (score) at.entry.score = static_cast<std::int16_t>(*score);
  if (remark) at.remark = *remark;
  if (at.entry.manual) at.far_sighted = false;
  const std::size_t far_sighted = far_sighted_count(graph);
  if (const Result<void> settled = settle<R>(graph); !settled) return settled.error();
  if (find(graph, position) == kNoNode)
    return Error{ErrorCode::invalid_argument, "no line of the book leads to " + position.fen()};
  return far_sighted - far_sighted_count(graph);
}

template <const Rules& R>
Result<Cleared> clear_by_hand(BookGraph& graph, const Position<R>& position) {
  const NodeId node = find(graph, position);
  if (node == kNoNode) return Error{ErrorCode::not_found, "the book does not know " + position.fen()};
  GraphNode& at = graph.nodes[node];
  if (!at.entry.manual && at.remark.empty()) return Cleared::nothing;
  const bool marked = at.entry.manual;
  const NodeId child = graph.child(node, at.move);
  const bool follows =
      child != kNoNode && has_score(graph.nodes[child].entry) && !is_grown_by_games(graph.header);  // revalue()
  const bool value_stays = marked && !follows;
  if (value_stays) at.entry.depth = 1;  // no search's: whatever is known of the position otherwise looks further
  at.entry.manual = false;
  at.remark.clear();
  const Result<void> settled = settle<R>(graph);
  if (!settled) return settled.error();
  if (!marked) return Cleared::remark;
  return value_stays ? Cleared::value_stays : Cleared::yes;
}

void note_edit(BookGraph& graph, const std::string& what) {
  std::string& settings = graph.header.settings;
  if (!settings.empty() && settings.back() != '\n') settings += '\n';
  std::string shown = printable_ascii(what);
  if (shown.size() > kLongestEdit) shown.replace(kLongestEdit - kCut.size(), std::string::npos, kCut);
  settings += std::string(kEdited) + shown + '\n';
  while (settings.size() > kMostSettings) {
    const std::size_t oldest = settings.find('\n' + std::string(kEdited));
    if (oldest == std::string::npos) break;
    settings.erase(oldest + 1, settings.find('\n', oldest + 1) - oldest);
  }
}

std::vector<std::string> edits_of(const BookHeader& header) { return settings_named(header.settings, "edited"); }

bool is_edited(const BookHeader& header) { return !edits_of(header).empty(); }

#define BOOKENDS_INSTANTIATE(game)                                                                                     \
  template std::size_t prune<games::game>(BookGraph&, const PruneRules&);                                              \
  template Result<std::size_t> take_subtree<games::game>(BookGraph&, const std::vector<std::string>&);                 \
  template Repair repair<games::game>(BookGraph&);                                                                     \
  template Result<void> merge<games::game>(BookGraph&, const BookGraph&, bool);                                        \
  template Result<std::size_t> set_by_hand<games::game>(BookGraph&, const Position<games::game>&, std::optional<Move>, \
                                                        std::optional<Score>, const std::optional<std::string>&);      \
  template Result<Cleared> clear_by_hand<games::game>(BookGraph&, const Position<games::game>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
