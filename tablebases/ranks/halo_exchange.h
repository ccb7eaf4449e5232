// Halo exchange: what the ranks that share an ending tell each other between two plies. The halo of a rank is the
// blocks of others that its own ones look at (partition.h). Sent are the rows that changed in blocks which others see,
// and a vote on what comes next: one message to each other rank a ply, compressed.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/communicator.h"
#include "tablebases/ranks/partition.h"
#include "tablebases/rows/buffer.h"
#include "tablebases/rows/row_sets.h"

namespace bookends::tables {

// What a rank knows, and what all know together: a flag is set when any rank set it, a number is the greatest.
struct Vote {
  bool found = false;            // something was decided at this ply
  bool stop = false;             // the user wants it
  bool save = false;             // it is time for a checkpoint
  std::uint32_t last_event = 0;  // ply of the last event of the pass (slice_events.h); asked for at its start
};

template <const Rules& R>
class HaloExchange {
 public:
  using W = Word<R>;

  // Rows with something new, and the words that they are now: those of block b begin at first[b].
  struct News {
    RowSets* rows;
    W* words;
  };

  HaloExchange(const Partition<R>& partition, Communicator& ranks) : partition_(partition), ranks_(ranks) {}

  // Sends the news of own blocks, and puts those of the halo in their places. All ranks call it with the same sets, and
  // all get the same vote. Errors: of receiving; corrupt, when what comes does not fit.
  Result<Vote> swap(std::span<const News> news, std::span<const std::size_t> first, const Vote& own);

  Communicator& ranks() const { return ranks_; }

 private:
  Bytes written(int to, std::span<const News> news, std::span<const std::size_t> first, const Vote& own) const;
  bool read(int from, std::span<const std::byte> message, std::span<const News> news,
            std::span<const std::size_t> first, Vote& all) const;

  const Partition<R>& partition_;
  Communicator& ranks_;
};

#define BOOKENDS_EXTERN_HALO(game) extern template class HaloExchange<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_HALO)
#undef BOOKENDS_EXTERN_HALO

}  // namespace bookends::tables
