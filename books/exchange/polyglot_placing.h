// The positions that the entries of Polyglot books belong to, which their files do not name.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "books/edit/book_graph.h"
#include "books/probe/polyglot_table.h"

namespace bookends::polyglot {

// Finds positions by playing from starts. The table has to outlive it.
template <const Rules& R>
class Placing {
 public:
  // The other side's positions that a book of one side leads through need not be in the table.
  Placing(const EntryTable& table, BookSide side) : table_(&table), side_(side) {}

  void run(const std::vector<Position<R>>& starts);

  BookSide side() const { return side_; }
  // Those with a move to play: the heaviest one listed, or a reply that leads back into the table.
  const std::vector<GraphNode>& nodes() const { return nodes_; }
  // Those that were met and have no move to play, though they are in the table.
  const std::unordered_map<Key, GraphNode>& without_move() const { return without_move_; }
  // Positions of the table with a weight, by their keys, that were not met.
  std::uint64_t unplaced() const;
  bool has_own() const;
  // Whether all positions of the table that were met with a move to play are of that side's turn.
  bool is_all_of(BookSide side) const;

 private:
  std::optional<GraphNode> listed_node(const Position<R>& position) const;
  Move reply(const Position<R>& position) const;
  void meet(const Position<R>& position, bool is_played);

  const EntryTable* table_;
  BookSide side_;
  std::unordered_set<Key> met_;
  std::vector<GraphNode> nodes_;
  std::unordered_map<Key, GraphNode> without_move_;
};

// For the side that is asked for; else for both, unless more is found for one, whose moves alone are in the table.
template <const Rules& R>
Placing<R> place(const EntryTable& table, const std::vector<Position<R>>& starts, std::optional<BookSide> side = {});

// Errors: invalid_argument (one that is none).
template <const Rules& R>
Result<std::vector<Position<R>>> positions_of(const std::vector<std::string>& fens);

}  // namespace bookends::polyglot
