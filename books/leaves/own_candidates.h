// The candidates of a book's own side: what it may play in a position, when games are to decide (build_against.h). They
// are the best move by all nodes of a search, and others that are hardly worse.
//
// The best move is searched alone, in one line, so that it is looked at as deeply as can be. The others are found by a
// search of a quarter of the nodes, whose lines say how far they are behind that search's best one; by as much they
// are held to be behind the deep one's.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "books/leaves/leaf_search.h"

namespace bookends {

// Of all moves, or of `only` when that is not empty; the best first, at most kMaxCandidates. `nodes` is not 0.
template <const Rules& R>
LeafResult own_candidates(LeafSearch<R>& search, const Position<R>& position, std::span<const Move> only,
                          std::uint64_t nodes, const std::atomic<bool>& stop);

}  // namespace bookends
