// A king alone against pieces that lead by enough to mate, and no pawn on the board: nothing counts then but material
// and the way to the mate. What squares, the other terms and networks have learned from games with more on the board
// leads astray there.
#pragma once

#include <optional>

#include "core/eval/material.h"

namespace bookends {

// The side whose king it is. Whether the pieces that lead can mate is not asked.
template <const Rules& R>
std::optional<Color> lone_king(const Position<R>& p, const Weights& w) {
  if (w.mating_lead == 0 || p.pieces(Kind::pawn) != 0) return std::nullopt;
  for (const Color side : kColors)
    if (p.pieces(side) == p.pieces(side, Kind::king) && material_lead<R>(p, ~side, w) >= w.mating_lead) return side;
  return std::nullopt;
}

// Whether a search that begins at `root` goes by a network, where there is one. Within a search it does not change: the
// network's numbers and those of the terms are on two scales.
template <const Rules& R>
bool network_counts(const Position<R>& root, const Weights& w) {
  return !lone_king<R>(root, w);
}

}  // namespace bookends
