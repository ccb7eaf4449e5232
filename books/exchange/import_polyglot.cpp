// Polyglot books of others: their entries, and the positions that these belong to.
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <unordered_set>

#include "books/exchange/polyglot.h"
#include "books/exchange/polyglot_entry.h"
#include "books/work/workspace.h"

namespace bookends {

namespace {

using polyglot::Entry;
using polyglot::has_move;
using polyglot::kEntryBytes;

template <std::unsigned_integral T>
T get_big(const std::byte* at) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) value = value << 8 | static_cast<std::uint64_t>(at[i]);
  return static_cast<T>(value);
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
  std::erase_if(entries, [](const Entry& entry) { return entry.weight == 0; });  // not to be played
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
      if (entry.weight > weight && has_move(entry, position, m)) {
        best = m;
        weight = entry.weight;
      }
  return best;
}

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
        const auto is_it = [&](const Entry& entry) { return has_move(entry, position, m); };
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
  bool is_own(const Position<R>& position) const { return plays_at(side_, position.turn()); }

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
    Move move = listed_move(position);
    if (!move && is_played) move = reply(position);
    if (!move) return;  // like most positions
    met_.insert(position.key());
    nodes_.push_back(node_of(position));
    nodes_.back().move = move;
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

#define BOOKENDS_INSTANTIATE(game)                              \
  template Result<PolyglotImport> import_polyglot<games::game>( \
      std::span<const std::byte>, const std::string&, const std::vector<std::string>&, std::optional<BookSide>);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
