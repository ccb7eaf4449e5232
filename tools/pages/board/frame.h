// Where things are on the picture of a board, in the units of its viewBox: the board's top left corner is 0, 0.
#pragma once

#include "core/rules/bitboard.h"
#include "core/rules/rules.h"

namespace bookends {

inline constexpr int kSquareUnits = 40;
inline constexpr int kNameUnits = 20;  // room beside the board for the names of files and ranks

struct Frame {
  const Rules* rules = nullptr;
  bool flipped = false;  // Black below

  int width() const { return rules->files * kSquareUnits; }
  int height() const { return rules->ranks * kSquareUnits; }
  // The corner of a square that is up and left on the picture.
  int left(Square s) const { return column(file_of(*rules, s)) * kSquareUnits; }
  int top(Square s) const { return row(rank_of(*rules, s)) * kSquareUnits; }
  int middle_x(Square s) const { return left(s) + kSquareUnits / 2; }
  int middle_y(Square s) const { return top(s) + kSquareUnits / 2; }
  int column(int file) const { return flipped ? rules->files - 1 - file : file; }
  int row(int rank) const { return flipped ? rank : rules->ranks - 1 - rank; }
};

}  // namespace bookends
