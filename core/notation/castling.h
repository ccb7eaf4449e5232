// Castling, which a Move has as the king's move of two files.
#pragma once

#include "core/position/move.h"
#include "core/position/position.h"

namespace bookends {

// m legal.
template <const Rules& R>
bool is_castling(const Position<R>& position, Move m) {
  const int step = m.to() - m.from();
  return R.castling && position.at(m.from()).kind() == Kind::king && (step == 2 || step == -2);
}

// A legal move as Polyglot's books and programs that play chess960 have it: castling is the king's move onto its own
// rook, which no other move is.
template <const Rules& R>
Move onto_rook(const Position<R>& position, Move m) {
  if (!is_castling(position, m)) return m;
  return Move(m.from(), m.to() > m.from() ? m.to() + 1 : m.to() - 2);
}

}  // namespace bookends
