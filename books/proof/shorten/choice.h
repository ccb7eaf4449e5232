// Which ways of a graph become a certificate, and where that is longest.
#pragma once

#include <vector>

#include "books/proof/shorten/proved_graph.h"

namespace bookends {

struct ChosenProof {
  int distance = 0;  // plies from the root until the game is won, at most; 0 where the draw is held
  std::vector<CertificateRecord> records;  // in order
  std::vector<ProvedId> ids;               // of the same positions: those that may take longest come last
};

// What the root needs of a graph that has been relaxed: the shortest bound there is, few positions, and of none a
// longer bound than its record had. Errors: corrupt (a gap: two positions may share a key).
template <const Rules& R>
Result<ChosenProof> choose_moves(const ProvedGraph<R>& graph, const Position<R>& root);

// How long that takes: plies until the game is won, at most.
template <const Rules& R>
int bound_of(const ProvedGraph<R>& graph, const Position<R>& root);

// The positions on the longest lines from the root, the last ones first: these make the bound what it is.
template <const Rules& R>
std::vector<ProvedId> longest_lines(const ProvedGraph<R>& graph, const Position<R>& root);

}  // namespace bookends
