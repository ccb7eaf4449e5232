// What differs between two books of one game.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "books/book_graph.h"

namespace bookends {

// A position as a person wants to see it.
struct DifferentPosition {
  std::string line;  // from a start of the book that knows it; the first book's if both do
  std::string fen;
  std::optional<BookEntry> entries[2];
  std::string moves[2];  // SAN; "" where that book does not know the position
};

struct BookDifference {
  std::uint64_t common = 0;  // positions in both
  // Each in the order in which the lines are likely.
  std::vector<DifferentPosition> only_first;
  std::vector<DifferentPosition> only_second;
  std::vector<DifferentPosition> other_move;
  std::vector<DifferentPosition> other_score;  // the same move, a score that differs by more than the tolerance
  std::vector<DifferentPosition> other_word;   // the same move and score, another remark or set by hand in one only

  bool none() const {
    return only_first.empty() && only_second.empty() && other_move.empty() && other_score.empty() && other_word.empty();
  }
};

// `tolerance` in centipawns.
template <const Rules& R>
BookDifference compare(const BookGraph& first, const BookGraph& second, Score tolerance);

}  // namespace bookends
