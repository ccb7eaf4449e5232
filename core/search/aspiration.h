// Aspiration windows: an iteration expects about the score of the one before, and searches with a narrow window around
// it.
#pragma once

#include <algorithm>

#include "core/search/tree/worker.h"

namespace bookends {

inline constexpr int kAspirationDepth = 5;     // the first with a narrow window
inline constexpr Score kAspirationWidth = 20;  // centipawns to either side, at first

// One iteration of one line: a narrow window around the last score, opened further each time the score falls outside.
template <const Rules& R>
void aspire(Worker<R>& worker, int depth, int rank) {
  const RootMove& first = worker.roots()[static_cast<std::size_t>(rank)];
  const Score guess = first.score;
  if (depth < kAspirationDepth || is_decided(guess)) {
    worker.search_root(-kInfinite, kInfinite, depth, rank);
    return;
  }
  Score below = kAspirationWidth, above = kAspirationWidth;
  while (!worker.stopped()) {
    const Score alpha = std::max(-kInfinite, guess - below);
    const Score beta = std::min(kInfinite, guess + above);
    const Score score = worker.search_root(alpha, beta, depth, rank);
    if (worker.stopped() || (score > alpha && score < beta)) return;
    Score& side = score <= alpha ? below : above;
    side = side > 600 ? 2 * kInfinite : 4 * side;
  }
}

}  // namespace bookends
