// What differs between two books of one game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "books/edit/book_graph.h"

namespace bookends {

// A position as a person wants to see it.
struct DifferentPosition {
  std::string line;  // from a start of the book that knows it; the first book's if both do
  std::string fen;
  std::optional<BookEntry> entries[2];
  std::string moves[2];  // SAN; "" where that book does not know the position
  std::string remarks[2];
};

struct BookDifference {
  BookSide sides[2] = {BookSide::both, BookSide::both};
  std::vector<std::string> only_starts[2];  // FENs of starts that the other book does not have as one, in their order
  std::uint64_t common = 0;                 // positions in both
  // Each in the order in which the lines are likely. A position is where it differs most: in what the book plays, then
  // in what it says of that.
  std::vector<DifferentPosition> only_first;
  std::vector<DifferentPosition> only_second;
  std::vector<DifferentPosition> other_move;
  std::vector<DifferentPosition> other_score;  // by more than the tolerance
  std::vector<DifferentPosition> other_proof;  // another proof, or a table's value in one only
  std::vector<DifferentPosition> other_word;   // another remark, or set by hand in one only
  std::vector<DifferentPosition> other_depth;

  bool none() const {
    return sides[0] == sides[1] && only_starts[0].empty() && only_starts[1].empty() && only_first.empty() &&
           only_second.empty() && other_move.empty() && other_score.empty() && other_proof.empty() &&
           other_word.empty() && other_depth.empty();
  }
};

// All that the book files say of the positions which lines from their starts lead to, and whose books they are; not
// generator and settings, which tell how a book came about. Starts are compared as positions, whatever their clocks.
// `tolerance` in centipawns.
template <const Rules& R>
BookDifference compare(const BookGraph& first, const BookGraph& second, Score tolerance);

}  // namespace bookends
