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
  if (!contains(of(f.attacked, ~us), next)) sum += w.passed_safe;
  if ((at(of(masks<R>.ahead, us), pawn) & (p.occupied() | of(f.attacked, ~us))) == 0) sum += w.passed_clear;
  const auto& from_next = at(masks<R>.distance, next);
  sum += w.passed_king * (at(from_next, p.king(~us)) - at(from_next, p.king(us)));
  if (contains(of(f.pawn_attacks, us), pawn)) sum += w.passed_supported;
  if (contains(at(of(masks<R>.escort, us), pawn), p.king(us))) sum += w.key_squares;
  if (f.endgame == EndgameClass::pawn_race) sum.end += sum.end * w.pawn_race_percent / 100;
  if (w.unstoppable != 0 && is_unstoppable<R>(f, us, pawn)) sum.end += w.unstoppable - 20 * steps;
  return sum;
}

// All pawns beside it are ahead of it, and its next square belongs to an enemy pawn.
template <const Rules& R>
bool is_backward(const Features<R>& f, Color us, Square pawn, Bitboard neighbours) {
  const bool left_behind = (neighbours & ~at(of(masks<R>.passed, us), pawn)) == 0;
  return left_behind && contains(of(f.pawn_attacks, ~us), pawn + forward(R, us));
}

}  // namespace

template <const Rules& R>
Phased pawn_structure_term(const Features<R>& f, Color us, const Weights& w) {
  const Bitboard pawns = f.pieces(us, Kind::pawn);
  int isolated = 0, doubled = 0, phalanx = 0, advanced = 0, backward = 0;
  for (const Square s : Squares(pawns)) {
    const Bitboard neighbours = pawns & at(masks<R>.neighbour_files, s);
    const bool beside = (pawns & at(masks<R>.beside, s)) != 0;
    const bool connected = beside || contains(of(f.pawn_attacks, us), s);
    if ((pawns & at(of(masks<R>.ahead, us), s)) != 0) ++doubled;
    if (beside) ++phalanx;
    if (connected) advanced += std::max(0, relative_rank(R, us, s) - (R.ranks - 1) / 2);
    if (neighbours == 0) {
      ++isolated;
    } else if (!connected && is_backward<R>(f, us, s, neighbours)) {
      ++backward;
    }
  }
  return w.isolated * isolated + w.doubled * doubled + w.chain * count(pawns & of(f.pawn_attacks, us)) +
         w.phalanx * phalanx + w.advanced * advanced + w.backward * backward;
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
