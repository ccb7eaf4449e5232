#include "books/exchange/polyglot_placing.h"

#include <algorithm>

#include "books/work/workspace.h"
#include "core/rules/games.h"

namespace bookends::polyglot {

namespace {

bool has_weight(std::span<const Entry> entries) {
  return std::ranges::any_of(entries, [](const Entry& entry) { return entry.weight > 0; });
}

}  // namespace

template <const Rules& R>
void Placing<R>::run(const std::vector<Position<R>>& starts) {
  for (const Position<R>& start : starts) meet(start, true);
  for (NodeId n = 0; n < nodes_.size(); ++n) {
    const Position<R> position = position_of<R>(nodes_[n]);
    const std::vector<Listed> listed = listed_moves(position, table_->of(position.key()));
    for (const Move m : position.legal_moves()) {
      const auto is_it = [&](const Listed& one) { return one.move == m && one.record.weight > 0; };
      meet(position.after(m), std::ranges::any_of(listed, is_it));
    }
  }
}

template <const Rules& R>
std::uint64_t Placing<R>::unplaced() const {
  std::uint64_t missing = 0;
  const std::span<const Entry> all = table_->all();
  for (std::size_t i = 0; i < all.size();) {
    const std::span<const Entry> entries = table_->of(all[i].key);
    missing += has_weight(entries) && met_.count(all[i].key) == 0;
    i += entries.size();
  }
  return missing;
}

template <const Rules& R>
bool Placing<R>::has_own() const {
  return std::ranges::any_of(nodes_,
                             [&](const GraphNode& node) { return plays_at(side_, position_of<R>(node).turn()); });
}

template <const Rules& R>
bool Placing<R>::is_all_of(BookSide side) const {
  return std::ranges::all_of(nodes_, [&](const GraphNode& node) {
    return plays_at(side, position_of<R>(node).turn()) || !has_weight(table_->of(node.entry.key));
  });
}

// A position of the table with all that it says; the node has no move where none is to be played.
template <const Rules& R>
std::optional<GraphNode> Placing<R>::listed_node(const Position<R>& position) const {
  const std::span<const Entry> entries = table_->of(position.key());
  if (entries.empty()) return std::nullopt;
  const std::vector<Listed> listed = listed_moves(position, entries);
  GraphNode node = node_of(position);
  if (const Listed* best = heaviest(listed)) node.move = best->move;
  for (const Listed& one : listed) node.played.push_back(one.record);
  std::ranges::sort(node.played, {}, &PlayedMove::move_index);
  return node;
}

// Of the other side's position, which the table has no move to play in, the first one that leads back into it.
template <const Rules& R>
Move Placing<R>::reply(const Position<R>& position) const {
  if (plays_at(side_, position.turn()) || has_weight(table_->of(position.key()))) return {};
  for (const Move m : position.legal_moves()) {
    const Position<R> next = position.after(m);
    if (heaviest(listed_moves(next, table_->of(next.key()))) != nullptr) return m;
  }
  return {};
}

// Replies are followed after a start and a move of the table, not after any other move.
template <const Rules& R>
void Placing<R>::meet(const Position<R>& position, bool is_played) {
  if (met_.count(position.key()) > 0) return;
  std::optional<GraphNode> node = listed_node(position);
  Move move = node ? node->move : Move();
  if (!move && is_played) move = reply(position);
  if (!move && !node) return;  // like most positions
  if (!move) {
    without_move_.try_emplace(position.key(), std::move(*node));
    return;
  }
  without_move_.erase(position.key());
  met_.insert(position.key());
  nodes_.push_back(node ? std::move(*node) : node_of(position));
  nodes_.back().move = move;
}

template <const Rules& R>
Placing<R> place(const EntryTable& table, const std::vector<Position<R>>& starts, std::optional<BookSide> side) {
  Placing<R> placed(table, side.value_or(BookSide::both));
  placed.run(starts);
  for (const BookSide one : {BookSide::white, BookSide::black}) {
    if (side || placed.unplaced() == 0) break;
    if (!placed.is_all_of(one)) continue;  // replies lead to more, never to less
    Placing<R> of_one(table, one);
    of_one.run(starts);
    if (of_one.unplaced() < placed.unplaced() && of_one.is_all_of(one)) placed = std::move(of_one);
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

#define BOOKENDS_INSTANTIATE(game)                                                                               \
  template class Placing<games::game>;                                                                           \
  template Placing<games::game> place<games::game>(const EntryTable&, const std::vector<Position<games::game>>&, \
                                                   std::optional<BookSide>);                                     \
  template Result<std::vector<Position<games::game>>> positions_of<games::game>(const std::vector<std::string>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::polyglot
