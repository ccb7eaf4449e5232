// What the evaluation counts in a position, gathered in one pass over the pieces and shared by all terms.
#pragma once

#include <array>

#include "core/eval/masks.h"
#include "core/eval/weights/weights.h"
#include "core/position/position.h"

namespace bookends {

enum class EndgameClass : std::uint8_t { none, pawn_race, minor_pieces, mating_attack };

template <const Rules& R>
struct Features {
  const Position<R>& position;
  std::array<Bitboard, 2> pawn_attacks{};
  std::array<Bitboard, 2> attacked{};                     // by anything, the king included
  std::array<std::array<Bitboard, kKinds>, 2> by_kind{};  // attacked by the pieces of a slot, without pawns and king
  std::array<std::array<int, kKinds>, 2> mobility{};
  std::array<std::array<int, kKinds>, 2> cramped{};
  std::array<int, 2> attack_units{};  // against the enemy king, weighted
  std::array<int, 2> attackers{};     // pieces that take part
  std::array<int, 2> material{};      // end-of-game values
  EndgameClass endgame = EndgameClass::none;

  Bitboard pieces(Color c) const { return position.pieces(c); }
  Bitboard pieces(Color c, Kind k) const { return position.pieces(c, k); }
};

template <class Array>
constexpr auto& of(Array& by_color, Color c) {
  return by_color[static_cast<std::size_t>(index(c))];
}
template <class Array>
constexpr auto& at(Array& by_square, Square s) {
  return by_square[static_cast<std::size_t>(s)];
}

// One term of the evaluation: what it is worth to `us`. Terms read the features and the weights and nothing else.
template <const Rules& R>
using Term = Phased (*)(const Features<R>&, Color us, const Weights&);

template <const Rules& R>
Features<R> gather_features(const Position<R>& position, const Weights& weights);

// terms_activity.cpp
template <const Rules& R>
Phased mobility_term(const Features<R>& f, Color us, const Weights& w);
template <const Rules& R>
Phased control_term(const Features<R>& f, Color us, const Weights& w);
template <const Rules& R>
Phased safety_of_pieces_term(const Features<R>& f, Color us, const Weights& w);
template <const Rules& R>
Phased placement_term(const Features<R>& f, Color us, const Weights& w);
template <const Rules& R>
Phased threats_term(const Features<R>& f, Color us, const Weights& w);
// terms_king.cpp
template <const Rules& R>
Phased king_safety_term(const Features<R>& f, Color us, const Weights& w);
template <const Rules& R>
Phased shelter_term(const Features<R>& f, Color us, const Weights& w);
template <const Rules& R>
Phased king_activity_term(const Features<R>& f, Color us, const Weights& w);
template <const Rules& R>
Phased mating_net_term(const Features<R>& f, Color us, const Weights& w);
// How near the mate is, in its place where the other side's king stands alone (lone_king.h); a pawn up or down.
template <const Rules& R>
Phased hunt_term(const Features<R>& f, Color us, const Weights& w);
// terms_pawns.cpp
template <const Rules& R>
Phased pawn_structure_term(const Features<R>& f, Color us, const Weights& w);
template <const Rules& R>
Phased passed_pawns_term(const Features<R>& f, Color us, const Weights& w);

}  // namespace bookends
