// Material by the weights, without squares.
#pragma once

#include "core/eval/weights/weights.h"
#include "core/position/position.h"

namespace bookends {

// In endgame values.
template <const Rules& R>
int material_lead(const Position<R>& p, Color us, const Weights& w) {
  int lead = 0;
  for (std::size_t k = 0; k < kKinds; ++k) {
    const auto kind = static_cast<Kind>(k);
    lead += w.material[k].end * (count(p.pieces(us, kind)) - count(p.pieces(~us, kind)));
  }
  return lead;
}

}  // namespace bookends
