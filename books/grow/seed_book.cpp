#include "books/grow/seed_book.h"

#include <algorithm>
#include <string>
#include <utility>

#include "books/edit/book_graph.h"

namespace bookends {

namespace {

TalliedMove tallied(Key key, Move move, const PlayedMove& played) {
  TalliedMove all{.key = key, .move = move.bits(), .year = played.year};
  all.games = played.games;
  all.wins = played.wins;
  all.draws = played.draws;
  all.losses = played.losses;
  all.rated = played.rated;
  all.ratings = std::uint64_t{played.rated} * played.rating;
  return all;
}

template <const Rules& R>
std::vector<TalliedMove> played_of(const BookGraph& graph) {
  std::vector<TalliedMove> all;
  for (const GraphNode& node : graph.nodes) {
    const Position<R> position = position_of<R>(node);
    for (const PlayedMove& played : node.played)
      if (const std::optional<Move> move = book_move(position, played.move_index); move && played.games > 0)
        all.push_back(tallied(node.entry.key, *move, played));
  }
  std::ranges::sort(all, {}, [](const TalliedMove& m) { return std::pair(m.key, m.move); });
  return all;
}

// How each position is reached first, breadth first from the starts.
struct SeedArrival {
  NodeId from = kNoNode;
  Move move;
  bool goes_on = false;  // another position is reached from it
};

std::vector<SeedArrival> arrivals_of(const BookGraph& graph) {
  std::vector<SeedArrival> arrivals(graph.size());
  std::vector<bool> met(graph.size());
  std::vector<NodeId> queue;
  for (const NodeId start : graph.starts)
    if (start != kNoNode && !met[start]) met[start] = true, queue.push_back(start);
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (std::uint32_t e = graph.first[queue[i]]; e < graph.first[queue[i] + 1]; ++e) {
      const GraphEdge& edge = graph.edges[e];
      if (met[edge.child]) continue;
      met[edge.child] = true;
      arrivals[edge.child] = {queue[i], edge.move, false};
      arrivals[queue[i]].goes_on = true;
      queue.push_back(edge.child);
    }
  return arrivals;
}

template <const Rules& R>
SeedLine line_to(const BookGraph& graph, const std::vector<SeedArrival>& arrivals, NodeId node) {
  SeedLine line;
  for (; arrivals[node].from != kNoNode; node = arrivals[node].from) line.moves.push_back(arrivals[node].move);
  std::ranges::reverse(line.moves);
  line.fen = position_of<R>(graph.nodes[node]).fen();
  return line;
}

}  // namespace

template <const Rules& R>
Result<SeedBook> read_seed_book(const Book<R>& book, const std::string& name) {
  const Result<BookGraph> graph = graph_of(book);
  if (!graph) return graph.error();
  if (graph->nodes.empty()) return Error{ErrorCode::invalid_argument, name + ": there is no line in it"};
  SeedBook seeds;
  const std::vector<SeedArrival> arrivals = arrivals_of(*graph);
  std::size_t moves = 0;
  for (NodeId n = 0; n < graph->size(); ++n) {
    if (arrivals[n].goes_on) continue;
    seeds.lines.push_back(line_to<R>(*graph, arrivals, n));
    moves += seeds.lines.back().moves.size();
    if (moves > kMostSeedMoves)
      return Error{ErrorCode::limit, name + ": its lines have over " + std::to_string(kMostSeedMoves) +
                                         " moves; prune it (`bookends book prune`)"};
  }
  seeds.played = played_of<R>(*graph);
  return seeds;
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<SeedBook> read_seed_book<games::game>(const Book<games::game>&, const std::string&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
