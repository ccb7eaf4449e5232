#include "books/exchange/polyglot.h"

#include <algorithm>
#include <concepts>
#include <tuple>

#include "books/exchange/polyglot_entry.h"
#include "books/work/workspace.h"

namespace bookends {

namespace {

using polyglot::coded;
using polyglot::Entry;

template <std::unsigned_integral T>
void put_big(std::vector<std::byte>& out, T value) {
  for (int i = static_cast<int>(sizeof value) - 1; i >= 0; --i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
}

// The book's move weighs margin + 2, any other one more than what it has left of the margin. Moves are compared where
// all have scores, or none has.
template <const Rules& R>
void add_entries(const BookGraph& graph, NodeId n, int margin, std::vector<Entry>& out) {
  const GraphNode& node = graph.nodes[n];
  const Position<R> position = position_of<R>(node);
  const auto add = [&](Move m, int weight) {
    out.push_back({node.entry.key, coded(position, m), static_cast<std::uint16_t>(weight)});
  };
  if (node.move) add(node.move, margin + 2);
  for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e) {
    if (has_score(node.entry) != has_score(graph.nodes[graph.edges[e].child].entry)) continue;  // who knows?
    const int loss = move_loss(graph, n, graph.edges[e]);
    if (graph.edges[e].move != node.move && loss <= margin) add(graph.edges[e].move, margin - loss + 1);
  }
}

}  // namespace

template <const Rules& R>
std::vector<std::byte> polyglot_bytes(const BookGraph& graph, const PolyglotOptions& options) {
  std::vector<Entry> entries;
  for (NodeId n = 0; n < graph.size(); ++n)
    if (plays_at(options.side, position_of<R>(graph.nodes[n]).turn()))
      add_entries<R>(graph, n, options.margin, entries);
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tuple(a.key, b.weight, a.move) < std::tuple(b.key, a.weight, b.move);
  });
  std::vector<std::byte> out;
  out.reserve(entries.size() * polyglot::kEntryBytes);
  for (const Entry& entry : entries) {
    put_big(out, entry.key);
    put_big(out, entry.move);
    put_big(out, entry.weight);
    put_big(out, std::uint32_t{0});  // for an engine's learning
  }
  return out;
}

#define BOOKENDS_INSTANTIATE(game) \
  template std::vector<std::byte> polyglot_bytes<games::game>(const BookGraph&, const PolyglotOptions&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
