// What running counts and move limits do to the transposition table: a position that is met again with less time left
// may be worth less, and its key knows nothing of the clock.
#pragma once

#include <cstdint>

#include "core/eval/score.h"
#include "core/position/position.h"

namespace bookends {

// A number that tells counts and clocks apart, mixed into the table's key.
constexpr Key mixed(std::uint64_t v) {
  v *= 0x9e3779b97f4a7c15ULL;
  v ^= v >> 29;
  v *= 0xbf58476d1ce4e5b9ULL;
  return v ^ v >> 32;
}

// The part of a key that is the clock's: none in its first half, when hardly a search sees the limit; then more of it
// as the limit comes near.
template <const Rules& R>
constexpr Key clock_key(int halfmove_clock) {
  constexpr int kExactPlies = 16, kCoarse = 8;
  if (R.move_limit == 0 || halfmove_clock < R.move_limit) return 0;
  const bool near = halfmove_clock >= 2 * R.move_limit - kExactPlies;
  return mixed(static_cast<std::uint64_t>(near ? halfmove_clock : halfmove_clock / kCoarse));
}

// Whether a score from the table, counted from its node, can be believed at that clock. One of a game that is decided
// after the limit may have been found when there was more time. It may be right, when a capture or a pawn move comes
// before: then the search finds it again. The last move of the limit may still mate.
template <const Rules& R>
constexpr bool within_limit(Score at_node, int halfmove_clock) {
  return R.move_limit == 0 || !is_decided(at_node) || halfmove_clock + plies_to_end(at_node) <= 2 * R.move_limit;
}

}  // namespace bookends
