// One search of a leaf, a position of a book whose moves are to be judged. Anew each time: it says nothing but what its
// position, moves and effort make it say.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "books/work/workspace.h"
#include "core/eval/net/net.h"
#include "core/position/oracle.h"
#include "core/search/search.h"

namespace bookends {

struct Effort {
  std::uint64_t nodes = 0;  // not 0
  int lines = 1;            // moves that get a score
};

// What the transposition table of such a search takes.
std::size_t search_table_bytes(std::uint64_t nodes);

template <const Rules& R>
class LeafSearch {
 public:
  // `tables` may be null, and outlives this. Without a `net` the hand-made terms evaluate.
  LeafSearch(const Oracle<R>* tables, std::shared_ptr<const Net<R>> net);

  // The best of all moves, or of `only` when that is not empty: `lines` of them at most, and no more than
  // kMaxCandidates. One thread; after `stop` anything. Throws std::bad_alloc.
  LeafResult run(const Position<R>& position, std::span<const Move> only, Effort effort, const std::atomic<bool>& stop);

 private:
  Search<R> search_;
};

}  // namespace bookends
