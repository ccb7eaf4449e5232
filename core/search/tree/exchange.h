// Static exchange evaluation: what a sequence of captures on one square wins, each side using its cheapest piece.
#pragma once

#include "core/eval/weights/games.h"
#include "core/position/position.h"

namespace bookends {

template <const Rules& R>
constexpr int exchange_value(Kind k) {
  return weights<R>.material[static_cast<std::size_t>(index(k))].middle;
}

// What a capture takes.
template <const Rules& R>
Kind victim_of(const Position<R>& p, Move m) {
  const Occupant victim = p.at(m.to());
  return victim.empty() ? Kind::pawn : victim.kind();  // en passant
}

namespace detail {

// The least valuable of a set of pieces. Slots are not ordered by value in every game (a Met is worth less than a
// knight), so all are looked at; a king comes last.
template <const Rules& R>
Square cheapest(const Position<R>& p, Bitboard pieces, Kind& kind) {
  constexpr auto order = [] {
    std::array<Kind, kKinds> kinds = kAllKinds;
    for (std::size_t i = 1; i + 1 < kKinds; ++i)
      for (std::size_t j = i; j > 0 && exchange_value<R>(kinds[j]) < exchange_value<R>(kinds[j - 1]); --j)
        std::swap(kinds[j], kinds[j - 1]);
    return kinds;
  }();
  for (const Kind k : order)
    if (const Bitboard some = pieces & p.pieces(k); some != 0) return kind = k, lowest(some);
  return kNoSquare;
}

}  // namespace detail

// Whether the capture or move m, and the captures on its target that follow, gain at least `threshold`. Pins are
// ignored; a promotion counts as the piece it makes.
template <const Rules& R>
bool exchange_gains(const Position<R>& p, Move m, int threshold) {
  Bitboard occupied = p.occupied() & ~bit(m.from());
  int gain = -threshold;
  if (p.is_en_passant(m)) {
    gain += exchange_value<R>(Kind::pawn);
  } else if (!p.at(m.to()).empty()) {
    gain += exchange_value<R>(p.at(m.to()).kind());
  }
  if (m.promotes()) gain += exchange_value<R>(m.promotion()) - exchange_value<R>(Kind::pawn);
  if (gain < 0) return false;
  gain -= exchange_value<R>(m.promotes() ? m.promotion() : p.at(m.from()).kind());
  if (gain >= 0) return true;  // even when the piece is lost

  // `gain` is what the side that has just captured keeps if its piece is taken; sides take turns until one stops.
  Color side = ~p.turn();
  occupied |= bit(m.to());
  while (true) {
    const Bitboard attackers = p.attackers(m.to(), side, occupied) & occupied & p.pieces(side);
    if (attackers == 0) break;
    Kind kind = Kind::pawn;
    const Square from = detail::cheapest<R>(p, attackers, kind);
    occupied &= ~bit(from);
    side = ~side;
    gain = -gain - 1 - exchange_value<R>(kind);
    if (gain < 0) continue;
    // A king may not capture a defended piece.
    const bool defended = (p.attackers(m.to(), side, occupied) & occupied & p.pieces(side)) != 0;
    if (kind == Kind::king && defended) side = ~side;
    break;
  }
  return side != p.turn();
}

}  // namespace bookends
