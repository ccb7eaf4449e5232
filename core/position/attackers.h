// Who attacks a square, for whatever holds pieces as sets.
#pragma once

#include "core/rules/geometry.h"

namespace bookends {

// Squares from which pieces of `by` attack s, on a board occupied by `occupied`. P has pieces(Color) and pieces(Kind).
//
// A piece of `by` on t attacks s exactly when the same piece of the other colour on s attacks t: slides are symmetric,
// and Black's leaps are White's reversed. A line is only walked when a slider of `by` stands on it.
template <const Rules& R, class P>
constexpr Bitboard attackers_of(const P& p, Square s, Color by, Bitboard occupied) {
  const Geometry<R>& g = geometry<R>;
  Bitboard found = g.pawn_captures[slot(~by)][slot(s)] & p.pieces(Kind::pawn);
  Bitboard straight = 0, oblique = 0;
  for_each_kind([&]<Kind K>() {
    if constexpr (R.piece(K).leaps != 0) found |= g.leaps[slot(~by)][slot(K)][slot(s)] & p.pieces(K);
    if constexpr ((R.piece(K).slides & orthogonal) != 0) straight |= p.pieces(K);
    if constexpr ((R.piece(K).slides & diagonal) != 0) oblique |= p.pieces(K);
  });
  const auto along = [&](Direction d, Bitboard sliders) {
    const Line& line = g.lines[d][slot(s)];
    if (((line.lower | line.upper) & sliders & p.pieces(by)) != 0) found |= sliders & slide(line, occupied);
  };
  along(along_file, straight);
  along(along_rank, straight);
  along(along_diagonal, oblique);
  along(along_antidiagonal, oblique);
  return found & p.pieces(by);
}

}  // namespace bookends
