// Terms about pawns: how they stand together, and the race to promotion.
#include "core/eval/features.h"

namespace bookends {

namespace {

// No enemy piece can catch the pawn and the enemy king is outside its square. A pawn that may still step twice needs
// one move less; the side to move is one move ahead.
template <const Rules& R>
bool is_unstoppable(const Features<R>& f, Color us, Square pawn) {
  const Position<R>& p = f.position;
  const Bitboard enemy_pieces = p.pieces(~us) & ~(p.pieces(~us, Kind::pawn) | p.pieces(~us, Kind::king));
  if (enemy_pieces != 0 || (at(of(masks<R>.ahead, us), pawn) & p.occupied()) != 0) return false;
  int steps = at(of(masks<R>.steps, us), pawn);
  if (contains(of(geometry<R>.double_from, us), pawn)) --steps;
  const Square goal = at(of(masks<R>.goal, us), pawn);
  const int enemy_steps = at(at(masks<R>.distance, p.king(~us)), goal) - (p.turn() == us ? 0 : 1);
  return enemy_steps > steps;
}

template <const Rules& R>
Phased passed_pawn(const Features<R>& f, Color us, Square pawn, const Weights& w) {
  const Position<R>& p = f.position;
  const int steps = at(of(masks<R>.steps, us), pawn);
  Phased sum = w.passed[static_cast<std::size_t>(std::min(steps, 7))];
  const Square next = pawn + forward(R, us);
  if (!contains(p.occupied(), next)) sum += w.passed_free;
  const auto& from_next = at(masks<R>.distance, next);
  sum += w.passed_king * (at(from_next, p.king(~us)) - at(from_next, p.king(us)));
  if (contains(of(f.pawn_attacks, us), pawn)) sum += w.passed_supported;
  if (contains(at(of(masks<R>.escort, us), pawn), p.king(us))) sum += w.key_squares;
  if (f.endgame == EndgameClass::pawn_race) sum.end += sum.end * w.pawn_race_percent / 100;
  if (w.unstoppable != 0 && is_unstoppable<R>(f, us, pawn)) sum.end += w.unstoppable - 20 * steps;
  return sum;
}

}  // namespace

template <const Rules& R>
Phased pawn_structure_term(const Features<R>& f, Color us, const Weights& w) {
  const Bitboard pawns = f.pieces(us, Kind::pawn);
  int isolated = 0, doubled = 0;
  for (const Square s : Squares(pawns)) {
    if ((pawns & at(masks<R>.neighbour_files, s)) == 0) ++isolated;
    if ((pawns & at(of(masks<R>.ahead, us), s)) != 0) ++doubled;
  }
  return w.isolated * isolated + w.doubled * doubled + w.chain * count(pawns & of(f.pawn_attacks, us));
}

template <const Rules& R>
Phased passed_pawns_term(const Features<R>& f, Color us, const Weights& w) {
  const Bitboard pawns = f.pieces(us, Kind::pawn), enemy_pawns = f.pieces(~us, Kind::pawn);
  Phased sum;
  for (const Square s : Squares(pawns)) {
    const bool free = (at(of(masks<R>.passed, us), s) & enemy_pawns) == 0;
    const bool in_front = (at(of(masks<R>.ahead, us), s) & pawns) == 0;
    if (free && in_front) sum += passed_pawn<R>(f, us, s, w);
  }
  return sum;
}

#define BOOKENDS_INSTANTIATE(game)                                                                       \
  template Phased pawn_structure_term<games::game>(const Features<games::game>&, Color, const Weights&); \
  template Phased passed_pawns_term<games::game>(const Features<games::game>&, Color, const Weights&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
