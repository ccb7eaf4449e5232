// Sets and distances that the evaluation looks up, derived from the board at compile time.
#pragma once

#include <algorithm>

#include "core/rules/geometry.h"

namespace bookends {

template <const Rules& R>
struct EvaluationMasks {
  static constexpr std::size_t n = static_cast<std::size_t>(R.squares());
  using BySquare = std::array<Bitboard, n>;

  std::array<BySquare, 2> ahead{};                       // [color] the rest of the file
  std::array<BySquare, 2> passed{};                      // [color] where enemy pawns stop a pawn from being passed
  std::array<BySquare, 2> escort{};                      // [color] key squares: a king there escorts the pawn
  std::array<std::array<std::int8_t, n>, 2> steps{};     // [color] moves a pawn needs to promote
  std::array<std::array<std::int8_t, n>, 2> goal{};      // [color] the square it promotes on
  BySquare neighbour_files{};                            // of the square's file
  BySquare around{};                                     // the king's ring
  std::array<std::array<std::int8_t, n>, n> distance{};  // in king moves
  std::array<std::int8_t, n> from_centre{};              // in half squares, 0 in the middle
  std::array<BySquare, 2> shelter_near{};                // [color] the next rank: the square's file and its neighbours
  std::array<BySquare, 2> shelter_far{};                 // [color] the rank after it
  std::array<BySquare, 2> shelter_beyond{};              // [color] and the next
  BySquare beside{};                                     // left and right of the square
  BySquare same_colour{};                                // of the square, as on a chessboard
  std::array<Bitboard, 2> far_half{};                    // [color] ranks from the middle on
  std::array<Bitboard, 8> files{};
  Bitboard centre = 0;
};

namespace detail {

constexpr int distance_between(const Rules& r, Square a, Square b) {
  const int f = file_of(r, a) - file_of(r, b), k = rank_of(r, a) - rank_of(r, b);
  return std::max(f < 0 ? -f : f, k < 0 ? -k : k);
}

template <const Rules& R>
constexpr void add_pawn_masks(EvaluationMasks<R>& m, Color c, Square s) {
  const auto side = static_cast<std::size_t>(index(c));
  const auto i = static_cast<std::size_t>(s);
  const int rank = relative_rank(R, c, s);
  for (Square t = 0; t < R.squares(); ++t) {
    const int df = file_of(R, t) - file_of(R, s);
    if (relative_rank(R, c, t) <= rank) continue;
    if (df == 0) m.ahead[side][i] |= bit(t);
    if (df >= -1 && df <= 1 && relative_rank(R, c, t) == rank + 1) m.shelter_near[side][i] |= bit(t);
    if (df >= -1 && df <= 1 && relative_rank(R, c, t) == rank + 2) m.shelter_far[side][i] |= bit(t);
    if (df >= -1 && df <= 1 && relative_rank(R, c, t) == rank + 3) m.shelter_beyond[side][i] |= bit(t);
    if (df >= -1 && df <= 1) m.passed[side][i] |= bit(t);
    if (df >= -1 && df <= 1 && relative_rank(R, c, t) <= rank + 2 && relative_rank(R, c, t) > rank)
      m.escort[side][i] |= bit(t);
  }
  if (2 * rank >= R.ranks - 1) m.far_half[side] |= bit(s);
  m.steps[side][i] = static_cast<std::int8_t>(std::max(0, R.ranks - R.promotion_ranks - rank));
  m.goal[side][i] = static_cast<std::int8_t>(s + m.steps[side][i] * forward(R, c));
}

template <const Rules& R>
constexpr void add_board_masks(EvaluationMasks<R>& m, Square s) {
  const auto i = static_cast<std::size_t>(s);
  m.files[static_cast<std::size_t>(file_of(R, s))] |= bit(s);
  for (Square t = 0; t < R.squares(); ++t) {
    const int apart = distance_between(R, s, t);
    m.distance[i][static_cast<std::size_t>(t)] = static_cast<std::int8_t>(apart);
    if (apart == 1) m.around[i] |= bit(t);
    const int df = file_of(R, t) - file_of(R, s);
    if (df == 1 || df == -1) m.neighbour_files[i] |= bit(t);
    if ((df == 1 || df == -1) && rank_of(R, t) == rank_of(R, s)) m.beside[i] |= bit(t);
    if ((df + rank_of(R, t) - rank_of(R, s)) % 2 == 0) m.same_colour[i] |= bit(t);
  }
  const int f = 2 * file_of(R, s) - (R.files - 1), k = 2 * rank_of(R, s) - (R.ranks - 1);
  const int away = std::max(f < 0 ? -f : f, k < 0 ? -k : k);
  m.from_centre[i] = static_cast<std::int8_t>(away);
  if (away <= R.files / 3) m.centre |= bit(s);
}

template <const Rules& R>
constexpr EvaluationMasks<R> make_masks() {
  EvaluationMasks<R> m;
  for (Square s = 0; s < R.squares(); ++s) {
    for (const Color c : kColors) add_pawn_masks<R>(m, c, s);
    add_board_masks<R>(m, s);
  }
  return m;
}

}  // namespace detail

template <const Rules& R>
inline constexpr EvaluationMasks<R> masks = detail::make_masks<R>();

}  // namespace bookends
