// Terms about where pieces can go and what they hold.
#include "core/eval/features.h"

namespace bookends {

template <const Rules& R>
Phased mobility_term(const Features<R>& f, Color us, const Weights& w) {
  Phased sum;
  for (std::size_t k = 1; k < kKinds; ++k) sum += w.mobility[k] * of(f.mobility, us)[k];
  return sum;
}

template <const Rules& R>
Phased control_term(const Features<R>& f, Color us, const Weights& w) {
  const Bitboard attacked = of(f.attacked, us);
  return w.centre_control * count(attacked & masks<R>.centre) + w.space * count(attacked);
}

// Pieces that guard each other, and pieces that hang. A pawn's attack on a piece counts even when it is defended.
template <const Rules& R>
Phased safety_of_pieces_term(const Features<R>& f, Color us, const Weights& w) {
  const Bitboard pieces = f.pieces(us) & ~(f.pieces(us, Kind::pawn) | f.pieces(us, Kind::king));
  const Bitboard defended = of(f.attacked, us), attacked = of(f.attacked, ~us);
  const Bitboard hanging = (pieces & attacked & ~defended) | (pieces & of(f.pawn_attacks, ~us));
  Phased sum = w.coordination * count(pieces & defended) + w.hanging * count(hanging);
  if (several(f.pieces(us, Kind::bishop))) sum += w.pair;
  return sum;
}

#define BOOKENDS_INSTANTIATE(game)                                                                 \
  template Phased mobility_term<games::game>(const Features<games::game>&, Color, const Weights&); \
  template Phased control_term<games::game>(const Features<games::game>&, Color, const Weights&);  \
  template Phased safety_of_pieces_term<games::game>(const Features<games::game>&, Color, const Weights&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
