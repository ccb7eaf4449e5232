#include "core/eval/features.h"

namespace bookends {

namespace {

// A piece with so few squares to go to is cramped.
constexpr int kCramped = 2;

template <const Rules& R>
Bitboard all_pawn_attacks(const Position<R>& p, Color c) {
  const auto& g = geometry<R>;
  const Bitboard pawns = p.pieces(c, Kind::pawn);
  const Bitboard to_left = pawns & g.not_first_file, to_right = pawns & g.not_last_file;
  if (c == Color::white) return (to_left << (R.files - 1) | to_right << (R.files + 1)) & g.board;
  return to_left >> (R.files + 1) | to_right >> (R.files - 1);
}

template <const Rules& R, Kind K>
void gather_kind(Features<R>& f, Color us, const Weights& w) {
  const Position<R>& p = f.position;
  const Bitboard open = ~(p.pieces(us) | of(f.pawn_attacks, ~us));
  const Bitboard ring = at(masks<R>.around, p.king(~us)) | bit(p.king(~us));
  int reached = 0, cramped = 0;
  Bitboard all = 0;
  for (const Square s : Squares(p.pieces(us, K))) {
    const Bitboard attacked = attacks<R, K>(us, s, p.occupied());
    all |= attacked;
    const int squares = count(attacked & open);
    reached += squares;
    cramped += squares <= kCramped;
    if ((attacked & ring) == 0) continue;
    of(f.attack_units, us) += count(attacked & ring) * w.attack_units[static_cast<std::size_t>(index(K))];
    if constexpr (K != Kind::king) ++of(f.attackers, us);
  }
  of(f.attacked, us) |= all;
  of(f.by_kind, us)[static_cast<std::size_t>(index(K))] = all;
  of(f.mobility, us)[static_cast<std::size_t>(index(K))] = reached;
  of(f.cramped, us)[static_cast<std::size_t>(index(K))] = cramped;
}

template <const Rules& R>
EndgameClass classify(const Position<R>& p, const Weights& w) {
  if (count(p.occupied()) > w.endgame_men) return EndgameClass::none;
  if ((p.pieces(Kind::rook) | p.pieces(Kind::queen)) != 0) return EndgameClass::mating_attack;
  if ((p.pieces(Kind::knight) | p.pieces(Kind::bishop)) != 0) return EndgameClass::minor_pieces;
  return EndgameClass::pawn_race;
}

}  // namespace

template <const Rules& R>
Features<R> gather_features(const Position<R>& position, const Weights& w) {
  Features<R> f{.position = position};
  for (const Color c : kColors) {
    of(f.pawn_attacks, c) = of(f.attacked, c) = all_pawn_attacks<R>(position, c);
    for (int k = 0; k < kKinds; ++k)
      of(f.material, c) +=
          count(position.pieces(c, static_cast<Kind>(k))) * w.material[static_cast<std::size_t>(k)].end;
  }
  for (const Color c : kColors) {
    const Bitboard ring = at(masks<R>.around, position.king(~c)) | bit(position.king(~c));
    of(f.attack_units, c) = count(of(f.pawn_attacks, c) & ring) * w.attack_units[0];
    gather_kind<R, Kind::knight>(f, c, w);
    gather_kind<R, Kind::bishop>(f, c, w);
    gather_kind<R, Kind::rook>(f, c, w);
    gather_kind<R, Kind::queen>(f, c, w);
    gather_kind<R, Kind::king>(f, c, w);
  }
  f.endgame = classify<R>(position, w);
  return f;
}

#define BOOKENDS_INSTANTIATE(game) \
  template Features<games::game> gather_features<games::game>(const Position<games::game>&, const Weights&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
