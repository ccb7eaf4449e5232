// Sets of squares of one man, as machine words, and what can be done to a whole set at once: un-steps, un-slides and
// the symmetries of the board. Everything is unrolled at compile time into shifts and masks, so that loops over rows
// of words vectorise.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "core/rules/bitboard.h"
#include "core/rules/rules.h"

namespace bookends::tables {

template <const Rules& R>
using Word = std::conditional_t<(R.squares() <= 32), std::uint32_t, std::uint64_t>;

template <int by, class W>
constexpr W shift_by(W w) {
  if constexpr (by >= 0)
    return static_cast<W>(w << by);
  else
    return static_cast<W>(w >> -by);
}

// The squares from which a step of (files, ranks) stays on the board.
template <const Rules& R, int files, int ranks>
inline constexpr Word<R> kSources = [] {
  Word<R> w = 0;
  for (Square s = 0; s < R.squares(); ++s) {
    const int f = file_of(R, s) + files, k = rank_of(R, s) + ranks;
    if (f >= 0 && f < R.files && k >= 0 && k < R.ranks) w |= Word<R>{1} << s;
  }
  return w;
}();

// Squares from which the step leads into `targets`.
template <const Rules& R, int files, int ranks>
constexpr Word<R> unstep(Word<R> targets) {
  return shift_by<-(ranks * R.files + files)>(targets) & (kSources<R, files, ranks>);
}

// Squares from which a slide in the direction leads into `targets` through squares of `free`. The fill doubles its
// reach each time; the squares that may be passed are cut at the edge, so that nothing wraps round the board.
template <const Rules& R, int files, int ranks>
constexpr Word<R> unslide(Word<R> targets, Word<R> free) {
  constexpr int by = -(ranks * R.files + files);
  Word<R> reached = targets, open = free & (kSources<R, files, ranks>);
  reached |= open & shift_by<by>(reached);
  open &= shift_by<by>(open);
  reached |= open & shift_by<2 * by>(reached);
  if constexpr (std::max(R.files, R.ranks) > 5) {
    open &= shift_by<2 * by>(open);
    reached |= open & shift_by<4 * by>(reached);
  }
  return unstep<R, files, ranks>(reached);
}

// Squares from which a man of slot K and colour C moves into `targets` when all squares but those of `free` are taken.
// Un-moves are reversed steps, not moves: the Khon's differ.
template <const Rules& R, Kind K, Color C>
constexpr Word<R> unmoves(Word<R> targets, Word<R> free) {
  constexpr Piece piece = R.piece(K);
  Word<R> out = 0;
  [&]<int... cell>(std::integer_sequence<int, cell...>) {
    (([&] {
       constexpr int up = C == Color::white ? 2 - cell / 5 : cell / 5 - 2;
       if constexpr ((piece.leaps >> cell & 1) != 0) out |= unstep<R, cell % 5 - 2, up>(targets);
     }()),
     ...);
  }
  (std::make_integer_sequence<int, 25>{});
  if constexpr ((piece.slides & orthogonal) != 0)
    out |= unslide<R, 1, 0>(targets, free) | unslide<R, -1, 0>(targets, free) | unslide<R, 0, 1>(targets, free) |
           unslide<R, 0, -1>(targets, free);
  if constexpr ((piece.slides & diagonal) != 0)
    out |= unslide<R, 1, 1>(targets, free) | unslide<R, -1, 1>(targets, free) | unslide<R, 1, -1>(targets, free) |
           unslide<R, -1, -1>(targets, free);
  return out;
}

// ----- Symmetries: the set of squares whose image is in w. Each is its own inverse.

// The squares of a file, and of a diagonal by file less rank.
template <const Rules& R, int file>
inline constexpr Word<R> kFileMask = [] {
  Word<R> m = 0;
  for (int k = 0; k < R.ranks; ++k) m |= Word<R>{1} << square_at(R, file, k);
  return m;
}();
template <const Rules& R, int file_less_rank>
inline constexpr Word<R> kDiagonalMask = [] {
  Word<R> m = 0;
  for (Square s = 0; s < R.squares(); ++s)
    if (file_of(R, s) - rank_of(R, s) == file_less_rank) m |= Word<R>{1} << s;
  return m;
}();

template <const Rules& R>
constexpr Word<R> with_files_mirrored(Word<R> w) {
  Word<R> out = 0;
  [&]<int... f>(std::integer_sequence<int, f...>) {
    ((out |= shift_by<R.files - 1 - 2 * f>(static_cast<Word<R>>(w & kFileMask<R, f>))), ...);
  }
  (std::make_integer_sequence<int, R.files>{});
  return out;
}

template <const Rules& R>
constexpr Word<R> with_ranks_mirrored(Word<R> w) {
  constexpr Word<R> rank = static_cast<Word<R>>((Word<R>{1} << R.files) - 1);
  Word<R> out = 0;
  [&]<int... k>(std::integer_sequence<int, k...>) {
    ((out |= shift_by<R.files*(R.ranks - 1 - 2 * k)>(static_cast<Word<R>>(w & (rank << (k * R.files))))), ...);
  }
  (std::make_integer_sequence<int, R.ranks>{});
  return out;
}

// Square boards only: files and ranks exchanged, one diagonal at a time.
template <const Rules& R>
constexpr Word<R> transposed(Word<R> w) {
  constexpr int n = R.files;
  Word<R> out = 0;
  [&]<int... i>(std::integer_sequence<int, i...>) {
    ((out |= shift_by<(i - n + 1) * (n - 1)>(static_cast<Word<R>>(w & (kDiagonalMask<R, i - n + 1>)))), ...);
  }
  (std::make_integer_sequence<int, 2 * n - 1>{});
  return out;
}

// The set whose squares are mapped into w by symmetry number N (index.h): it mirrors first and then transposes, so
// that pulling a set back through it transposes first.
template <const Rules& R, int N>
constexpr Word<R> pulled_back(Word<R> w) {
  if constexpr ((N & 4) != 0) w = transposed<R>(w);
  if constexpr ((N & 1) != 0) w = with_files_mirrored<R>(w);
  if constexpr ((N & 2) != 0) w = with_ranks_mirrored<R>(w);
  return w;
}

}  // namespace bookends::tables
