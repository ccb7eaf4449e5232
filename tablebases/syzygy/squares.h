// How Syzygy's files number the men that lead a placement, and groups of like men. The numbers are those of the format,
// given here by the rules that they follow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/rules/bitboard.h"
#include "tablebases/material/material.h"

namespace bookends::tables::syzygy {

constexpr int file_of(Square s) { return s & 7; }
constexpr int rank_of(Square s) { return s >> 3; }
constexpr Square mirrored_files(Square s) { return s ^ 7; }
constexpr Square mirrored_ranks(Square s) { return s ^ 56; }
constexpr Square mirrored_diagonal(Square s) { return file_of(s) << 3 | rank_of(s); }

// Above 0 above the diagonal from a1, below 0 below it, 0 on it.
constexpr int off_diagonal(Square s) { return rank_of(s) - file_of(s); }

// How many ways there are to choose `men` of `squares`.
inline constexpr std::size_t kMostLike = 6;
using Choices = std::array<std::array<std::uint64_t, 64>, kMostLike + 1>;
constexpr Choices make_choices() {
  Choices choices{};
  for (std::size_t n = 0; n < 64; ++n) {
    choices[0][n] = 1;
    for (std::size_t men = 1; men <= kMostLike; ++men)
      choices[men][n] = n == 0 ? 0 : choices[men][n - 1] + choices[men - 1][n - 1];
  }
  return choices;
}
inline constexpr Choices kChoices = make_choices();
constexpr std::uint64_t choose(std::size_t men, int squares) {
  return kChoices[men][static_cast<std::size_t>(squares)];
}

// The triangle a1-d1-d4: squares below the diagonal first, row by row, then those on it.
constexpr int triangle(Square s) {
  const int file = file_of(s), rank = rank_of(s);
  if (file == rank) return 6 + file;
  return rank == 0 ? file - 1 : rank == 1 ? file + 1 : 5;
}

// All squares below the diagonal, row by row: 28 of them.
constexpr int below_diagonal(Square s) {
  const int file = file_of(s), rank = rank_of(s);
  return rank * 7 - rank * (rank - 1) / 2 + file - rank - 1;
}

// Pairs of kings, the first in the triangle; where it is on the diagonal the second is not above it. The pairs with
// both on it come last. Kings that touch have no number.
inline constexpr int kKingPairs = 462;
inline constexpr std::int16_t kNoKingPair = -1;
using KingPairs = std::array<std::array<std::int16_t, 64>, 10>;
constexpr KingPairs make_king_pairs() {
  KingPairs pairs{};
  std::int16_t next = 0;
  for (auto& row : pairs)
    for (std::int16_t& pair : row) pair = kNoKingPair;
  for (const bool both_on : {false, true})
    for (int row = 0; row < 10; ++row)
      for (Square first = 0; first < 32; ++first) {
        if (file_of(first) > 3 || rank_of(first) > file_of(first) || triangle(first) != row) continue;
        for (Square second = 0; second < 64; ++second) {
          const int files = file_of(first) - file_of(second), ranks = rank_of(first) - rank_of(second);
          const bool touch = files * files <= 1 && ranks * ranks <= 1;
          const bool on = off_diagonal(first) == 0 && off_diagonal(second) == 0;
          const bool above = off_diagonal(first) == 0 && off_diagonal(second) > 0;
          if (!touch && !above && on == both_on) pairs[slot(row)][slot(second)] = next++;
        }
      }
  return pairs;
}
inline constexpr KingPairs kKingPair = make_king_pairs();

// The squares of pawns: from 47 on a2 downwards, files from the edges to the middle, each with its mirror image. The
// pawn with the greatest number leads.
constexpr int pawn_number(Square s) {
  const int file = file_of(s), edge = file < 4 ? file : 7 - file;
  return 47 - 12 * edge - 2 * (rank_of(s) - 1) - (file < 4 ? 0 : 1);
}

// By how many pawns follow the leading one: where the numbers of a leading square begin, among those of its file; and
// how many there are of a file.
struct PawnLeads {
  std::array<std::array<std::array<std::uint64_t, 8>, 4>, kMostLike> begin{};  // [followers][file][rank]
  std::array<std::array<std::uint64_t, 4>, kMostLike> of_file{};
};
constexpr PawnLeads make_pawn_leads() {
  PawnLeads leads;
  for (std::size_t followers = 0; followers < kMostLike; ++followers)
    for (std::size_t file = 0; file < 4; ++file) {
      std::uint64_t& next = leads.of_file[followers][file];
      for (std::size_t rank = 1; rank < 7; ++rank) {
        leads.begin[followers][file][rank] = next;
        next += choose(followers, pawn_number(static_cast<Square>(8 * rank + file)));
      }
    }
  return leads;
}
inline constexpr PawnLeads kPawnLeads = make_pawn_leads();

}  // namespace bookends::tables::syzygy
