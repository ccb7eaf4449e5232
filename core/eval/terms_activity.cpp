// Terms about where pieces can go and what they hold.
#include "core/eval/features.h"

namespace bookends {

template <const Rules& R>
Phased mobility_term(const Features<R>& f, Color us, const Weights& w) {
  Phased sum;
  for (std::size_t k = 1; k < kKinds; ++k) sum += w.mobility[k] * of(f.mobility, us)[k];
  for (const Kind k : {Kind::knight, Kind::bishop, Kind::rook, Kind::queen})
    sum += w.cramped[slot(k)] * of(f.cramped, us)[slot(k)];
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

// Where single pieces stand well: rooks on open files, minor pieces on outposts.
template <const Rules& R>
Phased placement_term(const Features<R>& f, Color us, const Weights& w) {
  Phased sum;
  const Bitboard own_pawns = f.pieces(us, Kind::pawn), enemy_pawns = f.pieces(~us, Kind::pawn);
  for (const Square s : Squares(f.pieces(us, Kind::rook))) {
    const Bitboard file = masks<R>.files[static_cast<std::size_t>(file_of(R, s))];
    if ((file & own_pawns) == 0) sum += (file & enemy_pawns) == 0 ? w.rook_open : w.rook_half_open;
  }
  const Bitboard minors = f.pieces(us, Kind::knight) | f.pieces(us, Kind::bishop);
  for (const Square s : Squares(minors & of(f.pawn_attacks, us) & of(masks<R>.far_half, us)))
    if ((at(of(masks<R>.passed, us), s) & masks<R>.neighbour_files[slot(s)] & enemy_pawns) == 0) sum += w.outpost;
  if (!w.bishop_pawns.zero())
    for (const Square s : Squares(f.pieces(us, Kind::bishop)))
      sum += w.bishop_pawns * count(own_pawns & at(masks<R>.same_colour, s));
  return sum;
}

// What pawns would attack after a step to a square where neither a pawn nor, undefended, anything else takes them.
template <const Rules& R>
Bitboard attacked_after_push(const Features<R>& f, Color us) {
  const auto& g = geometry<R>;
  const Bitboard pawns = f.pieces(us, Kind::pawn), free = g.board & ~f.position.occupied();
  const Bitboard stepped = (us == Color::white ? pawns << R.files : pawns >> R.files) & free;
  const Bitboard safe = stepped & ~of(f.pawn_attacks, ~us) & (of(f.attacked, us) | ~of(f.attacked, ~us));
  const Bitboard to_left = safe & g.not_first_file, to_right = safe & g.not_last_file;
  if (us == Color::white) return (to_left << (R.files - 1) | to_right << (R.files + 1)) & g.board;
  return to_left >> (R.files + 1) | to_right >> (R.files - 1);
}

template <const Rules& R>
Phased threats_term(const Features<R>& f, Color us, const Weights& w) {
  const Bitboard pieces = f.pieces(~us) & ~(f.pieces(~us, Kind::pawn) | f.pieces(~us, Kind::king));
  const auto& by_kind = of(f.by_kind, us);
  Phased sum = w.pawn_threat * count(pieces & of(f.pawn_attacks, us));
  if (!w.push_threat.zero()) sum += w.push_threat * count(pieces & attacked_after_push<R>(f, us));
  const Bitboard open = f.pieces(~us) & ~of(f.pawn_attacks, ~us);
  const Bitboard by_minor = open & (by_kind[slot(Kind::knight)] | by_kind[slot(Kind::bishop)]);
  const Bitboard by_rook = open & by_kind[slot(Kind::rook)];
  if ((by_minor | by_rook) == 0) return sum;
  for (const Kind k : {Kind::pawn, Kind::knight, Kind::bishop, Kind::rook, Kind::queen}) {
    const Bitboard victims = f.position.pieces(k);
    sum += w.minor_threat[slot(k)] * count(by_minor & victims) + w.rook_threat[slot(k)] * count(by_rook & victims);
  }
  return sum;
}

#define BOOKENDS_INSTANTIATE(game)                                                                  \
  template Phased mobility_term<games::game>(const Features<games::game>&, Color, const Weights&);  \
  template Phased placement_term<games::game>(const Features<games::game>&, Color, const Weights&); \
  template Phased threats_term<games::game>(const Features<games::game>&, Color, const Weights&);   \
  template Phased control_term<games::game>(const Features<games::game>&, Color, const Weights&);   \
  template Phased safety_of_pieces_term<games::game>(const Features<games::game>&, Color, const Weights&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
