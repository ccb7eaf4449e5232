// The inner loops of the solver, over rows of words. Everything costly and nothing else is here, so that a version
// for wider registers replaces this one file.
//
// A block holds, for every placement of the outer men, one word: the squares of the word man. Outer man j of m has
// stride squares^(m - 1 - j) words. All functions add (OR) the positions before a move to `before`, given the
// positions after it in `after`; neither may overlap the other.
#pragma once

#include <cstddef>

#include "core/games.h"
#include "tablebases/solve/words.h"

namespace bookends::tables {

template <const Rules& R>
struct Kernels {
  using W = Word<R>;
  static constexpr std::size_t kSquares = static_cast<std::size_t>(R.squares());

  // Moves of the word man. free[i]: the squares of word i that no other man takes.
  static void unmove_word(Kind kind, Color color, const W* after, const W* free, W* before, std::size_t words);

  // Moves of an outer man whose stride is `stride`. `free` as above: a bit of it says at once that the outer man's
  // square is not taken, neither by another outer man nor by the word man of that bit.
  static void unmove_outer(Kind kind, Color color, const W* after, const W* free, W* before, std::size_t words,
                           std::size_t stride);

  // Moves of a king into the block `after`, whose men stand as seen through a symmetry of the board.
  static void pull_king(int symmetry, int outer_men, const W* after, W* before);
};

#define BOOKENDS_EXTERN_KERNELS(game) extern template struct Kernels<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_KERNELS)
#undef BOOKENDS_EXTERN_KERNELS

}  // namespace bookends::tables
