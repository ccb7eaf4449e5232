// A book against a player who is known: one who chooses by a search of so many nodes.
//
// A book is worth what its moves are better than the player's own, as long as the game stays in it. Both grow when the
// searches go where they count: one line of the own side's move, far deeper than the player looks, and of the replies
// those that he will choose. What he chooses is asked of searches like his. They name one move, and which one hangs on
// the nodes; so there are several. What the replies lose by the scores of one search of several lines says less
// (README.md, "Measured").
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "books/leaf_search.h"

namespace bookends {

struct TurnEffort {
  std::uint64_t nodes = 0;
  bool again = false;  // the position was searched before, and these are the moves that were not named then
};

// The best of `moves`, searched alone, and after it two others, which have a share of the nodes: each is held to be so
// much worse than it looks that it comes into the book only when the best one has disappointed.
template <const Rules& R>
LeafResult own_moves(LeafSearch<R>& search, const Position<R>& position, std::span<const Move> moves, TurnEffort effort,
                     const std::atomic<bool>& stop);

// Which of `moves` a player of so many nodes will choose, the likeliest first: what one is short of the first one's
// score is how much less often it is chosen, ten centipawns for each halving (as BookVariety has it).
template <const Rules& R>
LeafResult expected_replies(LeafSearch<R>& search, const Position<R>& position, std::span<const Move> moves,
                            TurnEffort effort, const std::atomic<bool>& stop);

}  // namespace bookends
