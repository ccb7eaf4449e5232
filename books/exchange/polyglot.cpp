#include "books/exchange/polyglot.h"

#include <algorithm>
#include <concepts>
#include <tuple>

#include "books/probe/polyglot_entry.h"
#include "books/work/workspace.h"

namespace bookends {

namespace {

using polyglot::coded;
using polyglot::Entry;

template <std::unsigned_integral T>
void put_big(std::vector<std::byte>& out, T value) {
  for (int i = static_cast<int>(sizeof value) - 1; i >= 0; --i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
}

bool has_weights(const std::vector<PlayedMove>& played) {
  return std::ranges::any_of(played, [](const PlayedMove& move) { return move.weight > 0 || move.learned > 0; });
}

bool has_games(const std::vector<PlayedMove>& played) {
  return std::ranges::any_of(played, [](const PlayedMove& move) { return move.games > 0; });
}

// Twice the points.
std::uint64_t points_of(const PlayedMove& move) {
  return 2 * std::uint64_t{move.wins} + (move.games - move.wins - move.losses);
}

// How often the numbers of a position are halved.
int halvings(const std::vector<PlayedMove>& played) {
  std::uint32_t most = 0;
  for (const PlayedMove& move : played) most = std::max(most, move.games);
  int times = 0;
  for (; most >= kPolyglotMostGames; most = most / 2 + most % 2) ++times;
  return times;
}

std::uint16_t halved(std::uint64_t number, int times) {
  for (; times > 0; --times) number = (number + 1) / 2;
  return static_cast<std::uint16_t>(number);
}

// A move with its weight.
struct Weighed {
  Move move;
  std::uint16_t weight = 0;
};

// The entries of a graph's positions.
template <const Rules& R>
class PolyglotListing {
 public:
  PolyglotListing(const BookGraph& graph, const PolyglotOptions& options)
      : graph_(graph),
        options_(options),
        any_kept_(std::ranges::any_of(graph.nodes, [](const GraphNode& node) { return has_weights(node.played); })) {}

  std::vector<Entry> run() {
    for (NodeId n = 0; n < graph_.size(); ++n) add(n);
    std::ranges::stable_sort(entries_, {}, &Entry::key);
    return std::move(entries_);
  }

 private:
  void add(NodeId n) {
    const GraphNode& node = graph_.nodes[n];
    const Position<R> position = position_of<R>(node);
    if (!plays_at(options_.side, position.turn()) || is_expected_only(node, position.turn())) return;
    const auto first = static_cast<std::ptrdiff_t>(entries_.size());
    for (const Weighed& one : weighed(n, position)) {
      const auto record = std::ranges::find(node.played, book_move_index(position, one.move), &PlayedMove::move_index);
      entries_.push_back(
          {node.entry.key, coded(position, one.move), one.weight, record == node.played.end() ? 0 : record->learned});
    }
    const std::uint16_t own = node.move ? coded(position, node.move) : std::uint16_t{0};
    std::sort(entries_.begin() + first, entries_.end(), [&](const Entry& a, const Entry& b) {
      return std::tuple(b.weight, a.move != own, a.move) < std::tuple(a.weight, b.move != own, b.move);
    });
  }

  // The other side's move in a book that a file of one side's moves became: the file does not have it.
  bool is_expected_only(const GraphNode& node, Color turn) const {
    return options_.weights == PolyglotWeights::automatic && any_kept_ && node.played.empty() &&
           !has_score(node.entry) && !plays_at(graph_.header.side, turn);
  }

  std::vector<Weighed> weighed(NodeId n, const Position<R>& position) const {
    const GraphNode& node = graph_.nodes[n];
    switch (weights_of(node)) {
      case PolyglotWeights::kept:
        return by_records(position, node.played, true, [](const PlayedMove& move) { return move.weight; });
      case PolyglotWeights::games:
        return by_games(position, node.played, [](const PlayedMove& move) { return std::uint64_t{move.games}; });
      case PolyglotWeights::points:
        return by_games(position, node.played, points_of);
      case PolyglotWeights::uniform:
        return uniform(n, position);
      default:
        return by_margin(n);
    }
  }

  PolyglotWeights weights_of(const GraphNode& node) const {
    if (options_.weights != PolyglotWeights::automatic) return options_.weights;
    if (!node.played.empty() && (has_weights(node.played) || !has_games(node.played))) return PolyglotWeights::kept;
    return has_games(node.played) && !has_score(node.entry) ? PolyglotWeights::points : PolyglotWeights::margin;
  }

  template <class Weight>
  static std::vector<Weighed> by_records(const Position<R>& position, const std::vector<PlayedMove>& played,
                                         bool unplayed_too, const Weight& weight) {
    std::vector<Weighed> moves;
    for (const PlayedMove& record : played) {
      const std::optional<Move> move = book_move(position, record.move_index);
      const std::uint16_t weighs = weight(record);
      // A Polyglot book may list a move that is not to be played.
      if (move && (weighs > 0 || (unplayed_too && (record.games == 0 || record.learned > 0))))
        moves.push_back({*move, weighs});
    }
    return moves;
  }

  template <class Number>
  static std::vector<Weighed> by_games(const Position<R>& position, const std::vector<PlayedMove>& played,
                                       const Number& number) {
    const int times = halvings(played);
    return by_records(position, played, false, [&](const PlayedMove& move) { return halved(number(move), times); });
  }

  std::vector<Weighed> uniform(NodeId n, const Position<R>& position) const {
    const std::vector<PlayedMove>& played = graph_.nodes[n].played;
    std::vector<Weighed> moves = by_records(position, played, false, [](const PlayedMove& move) {
      return static_cast<std::uint16_t>(move.games > 0 || move.weight > 0);
    });
    if (played.empty()) moves = by_margin(n);
    for (Weighed& one : moves) one.weight = 1;
    return moves;
  }

  // The book's move weighs margin + 2, any other one more than what it has left of the margin. Moves are compared where
  // all have scores, or none has.
  std::vector<Weighed> by_margin(NodeId n) const {
    const GraphNode& node = graph_.nodes[n];
    std::vector<Weighed> moves;
    const auto put = [&](Move move, int weight) { moves.push_back({move, static_cast<std::uint16_t>(weight)}); };
    if (node.move) put(node.move, options_.margin + 2);
    for (std::uint32_t e = graph_.first[n]; e < graph_.first[n + 1]; ++e) {
      if (has_score(node.entry) != has_score(graph_.nodes[graph_.edges[e].child].entry)) continue;  // who knows?
      const int loss = move_loss(graph_, n, graph_.edges[e]);
      if (graph_.edges[e].move != node.move && loss <= options_.margin)
        put(graph_.edges[e].move, options_.margin - loss + 1);
    }
    return moves;
  }

  const BookGraph& graph_;
  PolyglotOptions options_;
  bool any_kept_;
  std::vector<Entry> entries_;
};

}  // namespace

template <const Rules& R>
std::vector<std::byte> polyglot_bytes(const BookGraph& graph, const PolyglotOptions& options) {
  const std::vector<Entry> entries = PolyglotListing<R>(graph, options).run();
  std::vector<std::byte> out;
  out.reserve(entries.size() * polyglot::kEntryBytes);
  for (const Entry& entry : entries) {
    put_big(out, entry.key);
    put_big(out, entry.move);
    put_big(out, entry.weight);
    put_big(out, entry.learned);
  }
  return out;
}

#define BOOKENDS_INSTANTIATE(game) \
  template std::vector<std::byte> polyglot_bytes<games::game>(const BookGraph&, const PolyglotOptions&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
