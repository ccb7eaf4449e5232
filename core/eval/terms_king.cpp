// Terms about kings: their shelter, their part in an endgame, and how a beaten one is driven into a mate.
#include <algorithm>

#include "core/eval/features.h"

namespace bookends {

namespace {

// Attack units: more are a lost king in any case, and a sixteenth of their square, with the largest weight and
// percentage of weight_list.h on it and blended by 64 men, is to fit an int.
constexpr int kMostCounted = 400;

// Kings on one line with an odd number of squares between them: the side that need not move has the opposition.
template <const Rules& R>
bool has_opposition(const Position<R>& p, Color us) {
  if (p.turn() == us) return false;
  const Square a = p.king(us), b = p.king(~us);
  const int files = file_of(R, a) - file_of(R, b), ranks = rank_of(R, a) - rank_of(R, b);
  return files % 2 == 0 && ranks % 2 == 0 && (files == 0 || ranks == 0 || files == ranks || files == -ranks);
}

// Squares between the king and the pawns, as the average king distance.
template <const Rules& R>
int distance_to_pawns(const Position<R>& p, Color us) {
  const Bitboard pawns = p.pieces(Kind::pawn);
  if (pawns == 0) return 0;
  int sum = 0;
  for (const Square s : Squares(pawns)) sum += at(at(masks<R>.distance, p.king(us)), s);
  return sum / count(pawns);
}

// The side is beaten when it has no pawns, at most one piece, and is far behind.
template <const Rules& R>
bool beaten(const Features<R>& f, Color side, const Weights& w) {
  const Bitboard men = f.pieces(side) & ~f.pieces(side, Kind::king);
  return !several(men) && f.pieces(side, Kind::pawn) == 0 &&
         of(f.material, ~side) - of(f.material, side) >= w.mating_lead;
}

// Attack units for kinds that can check `us` from squares that `us` does not attack.
template <const Rules& R, Kind K>
int checks_of(const Features<R>& f, Color us, Bitboard safe, const Weights& w) {
  const int units = w.safe_check[slot(K)];
  if (units == 0 || (of(f.by_kind, ~us)[slot(K)] & safe) == 0) return 0;
  // From where a piece of the enemy attacks the king: the same as what such a piece of ours attacks from there.
  const Bitboard from = attacks<R, K>(us, f.position.king(us), f.position.occupied());
  return (from & of(f.by_kind, ~us)[slot(K)] & safe) != 0 ? units : 0;
}

template <const Rules& R>
int safe_check_units(const Features<R>& f, Color us, const Weights& w) {
  const Bitboard safe = ~(f.pieces(~us) | of(f.attacked, us));
  return checks_of<R, Kind::knight>(f, us, safe, w) + checks_of<R, Kind::bishop>(f, us, safe, w) +
         checks_of<R, Kind::rook>(f, us, safe, w) + checks_of<R, Kind::queen>(f, us, safe, w);
}

// What the men of a side other than its king defend.
template <const Rules& R>
Bitboard defended_by_others(const Features<R>& f, Color us) {
  const auto& by_kind = of(f.by_kind, us);
  return of(f.pawn_attacks, us) | by_kind[slot(Kind::knight)] | by_kind[slot(Kind::bishop)] |
         by_kind[slot(Kind::rook)] | by_kind[slot(Kind::queen)];
}

}  // namespace

template <const Rules& R>
Phased king_safety_term(const Features<R>& f, Color us, const Weights& w) {
  const Bitboard ring = at(masks<R>.around, f.position.king(us));
  const Bitboard own = f.pieces(us), attacked = of(f.attacked, ~us);
  Phased sum = w.king_friends * count(ring & own) + w.king_escapes * count(ring & ~own & ~attacked);
  // The enemy's attack grows with the square of what takes part: one piece alone does little.
  if (of(f.attackers, ~us) >= 2) {
    int units = of(f.attack_units, ~us) + safe_check_units<R>(f, us, w);
    units += w.weak_ring * count(ring & attacked & ~defended_by_others<R>(f, us));
    if (f.pieces(~us, Kind::queen) == 0) units = std::max(0, units + w.queenless);
    units = std::min(units, kMostCounted);
    int danger = units * units / 16;
    if (f.endgame == EndgameClass::mating_attack) danger += danger * w.mating_attack_percent / 100;
    sum -= w.king_attack * danger;
  }
  return sum;
}

template <const Rules& R>
Phased shelter_term(const Features<R>& f, Color us, const Weights& w) {
  const Square king = f.position.king(us);
  const Bitboard pawns = f.pieces(us, Kind::pawn);
  Phased sum = w.shelter_near * count(pawns & at(of(masks<R>.shelter_near, us), king)) +
               w.shelter_far * count(pawns & at(of(masks<R>.shelter_far, us), king));
  const int file = file_of(R, king);
  for (int n = std::max(0, file - 1); n <= std::min(R.files - 1, file + 1); ++n)
    if ((pawns & masks<R>.files[slot(n)]) == 0) sum += w.king_open_file;
  const Bitboard enemy_pawns = f.pieces(~us, Kind::pawn);
  const Bitboard near = at(of(masks<R>.shelter_near, us), king) | at(of(masks<R>.shelter_far, us), king);
  return sum + w.storm_near * count(enemy_pawns & near) +
         w.storm_far * count(enemy_pawns & at(of(masks<R>.shelter_beyond, us), king));
}

template <const Rules& R>
Phased king_activity_term(const Features<R>& f, Color us, const Weights& w) {
  if (w.king_activity == 0 && w.opposition == 0) return {};
  if (f.endgame == EndgameClass::none) return {};
  int activity = -w.king_activity * distance_to_pawns<R>(f.position, us);
  if (f.endgame == EndgameClass::minor_pieces) activity += activity * w.minor_pieces_percent / 100;
  if (f.endgame != EndgameClass::mating_attack && has_opposition<R>(f.position, us)) activity += w.opposition;
  return {0, activity};
}

// Where stalemate draws, taking the last squares is no progress but a danger; where it wins, it is the goal.
template <const Rules& R>
constexpr int kEscapesWanted = R.stalemate == Stalemate::draw ? 2 : 0;

// How near the mate of ~us is; `ring`: how many squares around a king are counted as taken when it has none to go to.
template <const Rules& R>
int mating_net(const Features<R>& f, Color us, const Weights& w, int ring) {
  const Square hunted = f.position.king(~us);
  const int escapes = count(at(masks<R>.around, hunted) & ~f.pieces(~us) & ~of(f.attacked, us));
  const int apart = at(at(masks<R>.distance, f.position.king(us)), hunted);
  return w.drive_to_edge * at(masks<R>.from_centre, hunted) / 2 + w.king_cooperation * (R.files - apart) +
         w.few_replies * (ring - std::max(escapes, kEscapesWanted<R>));
}

template <const Rules& R>
Phased mating_net_term(const Features<R>& f, Color us, const Weights& w) {
  if (w.mating_lead == 0 || !beaten<R>(f, ~us, w)) return {};
  const int score = mating_net<R>(f, us, w, count(at(masks<R>.around, f.position.king(~us))));
  return {score, score};
}

// A pawn up or down: seen from afar, and yet neither is the last pawn worth giving away to come to such a position, nor
// is the other side's worth leaving. The edge of the board takes squares from the king, too.
template <const Rules& R>
Phased hunt_term(const Features<R>& f, Color us, const Weights& w) {
  constexpr int kRing = 8, kApart = 2;
  const int from_centre = std::max(R.files, R.ranks) - 1;
  const int most = w.drive_to_edge * from_centre / 2 + w.king_cooperation * (R.files - kApart) +
                   w.few_replies * (kRing - kEscapesWanted<R>);
  if (most <= 0) return {};
  const int pawn = w.material[slot(Kind::pawn)].end;
  const int net = std::clamp(mating_net<R>(f, us, w, kRing), 0, most);
  const int score = pawn - 2 * pawn * (most - net) / most;
  return {score, score};
}

#define BOOKENDS_INSTANTIATE(game)                                                                      \
  template Phased king_safety_term<games::game>(const Features<games::game>&, Color, const Weights&);   \
  template Phased shelter_term<games::game>(const Features<games::game>&, Color, const Weights&);       \
  template Phased king_activity_term<games::game>(const Features<games::game>&, Color, const Weights&); \
  template Phased mating_net_term<games::game>(const Features<games::game>&, Color, const Weights&);    \
  template Phased hunt_term<games::game>(const Features<games::game>&, Color, const Weights&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
