// Threats: what the side not to move attacks, and where that makes a piece unsafe.
#pragma once

#include <array>

#include "core/position/position.h"
#include "core/rules/geometry.h"
#include "core/search/tree/exchange.h"

namespace bookends {

template <const Rules& R>
class Threats {
 public:
  explicit Threats(const Position<R>& p) {
    for_each_kind([&]<Kind K>() {
      const Bitboard reached = reach<K>(p);
      attacked_ |= reached;
      for (const Kind victim : kAllKinds)
        if (is_cheaper(K, victim)) unsafe_[slot(index(victim))] |= reached;
    });
  }

  // Every square that the enemy attacks.
  Bitboard attacked() const { return attacked_; }

  // A piece is unsafe, whatever defends it, where a cheaper one could take it as the board is: a slider's line is held
  // to end at the piece that flees along it. What a move does for the piece that makes it: 1 when it leaves an unsafe
  // square for a safe one, -1 when it does the opposite.
  int safety_gain(Kind k, Move m) const {
    const Bitboard unsafe = unsafe_[slot(index(k))];
    return int{contains(unsafe, m.from())} - int{contains(unsafe, m.to())};
  }

 private:
  static constexpr int kMargin = 60;  // centipawns; a knight is no threat to a bishop

  static constexpr bool is_cheaper(Kind k, Kind victim) {
    return k != Kind::king && victim != Kind::king && exchange_value<R>(k) + kMargin < exchange_value<R>(victim);
  }

  template <Kind K>
  static Bitboard reach(const Position<R>& p) {
    Bitboard reached = 0;
    for (const Square s : Squares(p.pieces(~p.turn(), K))) reached |= attacks<R, K>(~p.turn(), s, p.occupied());
    return reached;
  }

  Bitboard attacked_ = 0;
  std::array<Bitboard, kKinds> unsafe_{};  // by kind
};

}  // namespace bookends
