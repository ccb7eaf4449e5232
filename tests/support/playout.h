// Random positions for property tests: reached by random legal moves from an official start.
#pragma once

#include <rapidcheck.h>

#include "core/position/outcome.h"
#include "core/position/position.h"

namespace bookends {

// A position after up to `most` random plies, never a finished game's end unless the dice end there.
template <const Rules& R>
Position<R> random_position(int most) {
  const auto starts = R.starts[1].empty() ? 1 : 2;
  auto position = Position<R>::from_fen(R.starts[static_cast<std::size_t>(*rc::gen::inRange(0, starts))]).value();
  const int plies = *rc::gen::inRange(0, most);
  for (int i = 0; i < plies; ++i) {
    const MoveList moves = position.legal_moves();
    if (moves.empty()) break;
    position.play(moves[*rc::gen::inRange(0, moves.size())]);
  }
  return position;
}

}  // namespace bookends
