#include "books/polyglot.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <unordered_set>

#include "books/workspace.h"

namespace bookends {

namespace {

constexpr std::size_t kEntryBytes = 16;

struct Entry {
  Key key = 0;
  std::uint16_t move = 0;
  std::uint16_t weight = 0;
};

// Files and ranks of target and origin in three bits each, then the promotion. Castling is the king's move onto its
// rook.
template <const Rules& R>
std::uint16_t coded(const Position<R>& position, Move m) {
  Square to = m.to();
  const int step = m.to() - m.from();
  if (R.castling && position.at(m.from()).kind() == Kind::king && (step == 2 || step == -2)) to += step > 0 ? 1 : -2;
  return static_cast<std::uint16_t>(file_of(R, to) | rank_of(R, to) << 3 | file_of(R, m.from()) << 6 |
                                    rank_of(R, m.from()) << 9 | index(m.promotion()) << 12);
}

template <std::unsigned_integral T>
void put_big(std::vector<std::byte>& out, T value) {
  for (int i = static_cast<int>(sizeof value) - 1; i >= 0; --i) out.push_back(static_cast<std::byte>(value >> (8 * i)));
}

template <std::unsigned_integral T>
T get_big(const std::byte* at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value = value << 8 | static_cast<std::uint64_t>(at[i]);
  return static_cast<T>(value);
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

Result<std::vector<Entry>> parse(std::span<const std::byte> bytes, const std::string& name) {
  if (bytes.empty() || bytes.size() % kEntryBytes != 0)
    return Error{ErrorCode::corrupt, name + ": not a Polyglot book: its size is no multiple of 16 bytes"};
  std::vector<Entry> entries;
  for (std::size_t at = 0; at < bytes.size(); at += kEntryBytes) {
    const std::byte* b = bytes.data() + at;
    entries.push_back({get_big<std::uint64_t>(b), get_big<std::uint16_t>(b + 8), get_big<std::uint16_t>(b + 10)});
    if (entries.size() > 1 && entries[entries.size() - 2].key > entries.back().key)
      return Error{ErrorCode::corrupt,
                   name + ": not a Polyglot book, or damaged: its keys do not ascend at byte " + std::to_string(at)};
  }
  return entries;
}

std::span<const Entry> entries_of(std::span<const Entry> entries, Key key) {
  const auto before = [](const Entry& e, Key k) { return e.key < k; };
  const auto begin = std::lower_bound(entries.begin(), entries.end(), key, before);
  auto end = begin;
  while (end != entries.end() && end->key == key) ++end;
  return {begin, end};
}

// Of the entries that are legal moves the heaviest, the first one of several.
template <const Rules& R>
Move heaviest_move(const Position<R>& position, std::span<const Entry> entries) {
  Move best;
  int weight = -1;
  for (const Entry& entry : entries)
    for (const Move m : position.legal_moves())
      if (entry.weight > weight && coded(position, m) == entry.move) {
        best = m;
        weight = entry.weight;
      }
  return best;
}

bool is_listed(BookSide side, Color turn) { return side == BookSide::both || is_own_turn(side, turn); }

// Finds the positions of a file's entries by playing from starts.
template <const Rules& R>
class Placing {
 public:
  Placing(std::span<const Entry> entries, BookSide side) : entries_(entries), side_(side) {}

  void run(const std::vector<Position<R>>& starts) {
    for (const Position<R>& start : starts) meet(start, true);
    for (NodeId n = 0; n < nodes_.size(); ++n) {
      const Position<R> position = position_of<R>(nodes_[n]);
      const std::span<const Entry> known = entries_of(entries_, position.key());
      for (const Move m : position.legal_moves()) {
        const auto is_it = [&](const Entry& entry) { return entry.move == coded(position, m); };
        meet(position.after(m), std::ranges::any_of(known, is_it));
      }
    }
  }

  BookSide side() const { return side_; }
  const std::vector<GraphNode>& nodes() const { return nodes_; }

  // Positions of the file that were not met.
  std::uint64_t unplaced() const {
    std::uint64_t missing = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i)
      if (i == 0 || entries_[i].key != entries_[i - 1].key) missing += met_.count(entries_[i].key) == 0;
    return missing;
  }

  bool has_own() const {
    return std::ranges::any_of(nodes_, [&](const GraphNode& node) { return is_own(position_of<R>(node)); });
  }

  // Whether all positions of the file that were met are of the side's turn.
  bool is_one_sided() const {
    return std::ranges::all_of(nodes_, [&](const GraphNode& node) {
      return is_own(position_of<R>(node)) || entries_of(entries_, node.entry.key).empty();
    });
  }

 private:
  bool is_own(const Position<R>& position) const { return is_listed(side_, position.turn()); }

  Move listed_move(const Position<R>& position) const {
    return heaviest_move(position, entries_of(entries_, position.key()));
  }

  // Of a position that the file does not have the first reply that leads back into it.
  Move reply(const Position<R>& position) const {
    if (is_own(position) || !entries_of(entries_, position.key()).empty()) return {};
    for (const Move m : position.legal_moves())
      if (listed_move(position.after(m))) return m;
    return {};
  }

  // Replies are followed after a start and a move of the file, not after any other move.
  void meet(const Position<R>& position, bool is_played) {
    if (met_.count(position.key()) > 0) return;
    GraphNode node = node_of(position);
    node.move = listed_move(position);
    if (!node.move && is_played) node.move = reply(position);
    if (!node.move) return;
    met_.insert(position.key());
    nodes_.push_back(std::move(node));
  }

  std::span<const Entry> entries_;
  BookSide side_;
  std::unordered_set<Key> met_;
  std::vector<GraphNode> nodes_;
};

// For the side that is asked for; else for both, unless more is found for one, whose moves alone are in the file.
template <const Rules& R>
Placing<R> place(std::span<const Entry> entries, const std::vector<Position<R>>& starts, std::optional<BookSide> side) {
  Placing<R> placed(entries, side.value_or(BookSide::both));
  placed.run(starts);
  for (const BookSide one : {BookSide::white, BookSide::black}) {
    if (side || placed.unplaced() == 0) break;
    Placing<R> of_one(entries, one);
    of_one.run(starts);
    if (of_one.unplaced() < placed.unplaced() && of_one.is_one_sided()) placed = std::move(of_one);
  }
  return placed;
}

template <const Rules& R>
Result<std::vector<Position<R>>> positions_of(const std::vector<std::string>& fens) {
  std::vector<Position<R>> positions;
  for (const std::string& fen : fens) {
    const Result<Position<R>> position = Position<R>::from_fen(fen);
    if (!position) return position.error();
    positions.push_back(*position);
  }
  return positions;
}

}  // namespace

template <const Rules& R>
std::vector<std::byte> polyglot_bytes(const BookGraph& graph, const PolyglotOptions& options) {
  std::vector<Entry> entries;
  for (NodeId n = 0; n < graph.size(); ++n)
    if (is_listed(options.side, position_of<R>(graph.nodes[n]).turn()))
      add_entries<R>(graph, n, options.margin, entries);
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tuple(a.key, b.weight, a.move) < std::tuple(b.key, a.weight, b.move);
  });
  std::vector<std::byte> out;
  out.reserve(entries.size() * kEntryBytes);
  for (const Entry& entry : entries) {
    put_big(out, entry.key);
    put_big(out, entry.move);
    put_big(out, entry.weight);
    put_big(out, std::uint32_t{0});  // for an engine's learning
  }
  return out;
}

template <const Rules& R>
Result<PolyglotImport> import_polyglot(std::span<const std::byte> bytes, const std::string& name,
                                       const std::vector<std::string>& starts, std::optional<BookSide> side) {
  const Result<std::vector<Entry>> entries = parse(bytes, name);
  if (!entries) return entries.error();
  const Result<std::vector<Position<R>>> positions = positions_of<R>(starts);
  if (!positions) return positions.error();
  const Placing<R> placed = place<R>(*entries, *positions, side);
  if (!placed.has_own())
    return Error{ErrorCode::invalid_argument, name + ": no line from a start of " + std::string(R.name) +
                                                  " leads to a move of this Polyglot book; name another start, the "
                                                  "right game, or another side or none"};
  PolyglotImport made;
  made.graph.nodes = placed.nodes();
  made.graph.header = {
      std::string(R.name), fingerprint(R), placed.side(), generator_name() + ", from a Polyglot book", "", starts};
  made.unplaced = placed.unplaced();
  if (const Result<void> linked = relink<R>(made.graph); !linked) return linked.error();
  return made;
}

#define BOOKENDS_INSTANTIATE(game)                                                                       \
  template std::vector<std::byte> polyglot_bytes<games::game>(const BookGraph&, const PolyglotOptions&); \
  template Result<PolyglotImport> import_polyglot<games::game>(                                          \
      std::span<const std::byte>, const std::string&, const std::vector<std::string>&, std::optional<BookSide>);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
