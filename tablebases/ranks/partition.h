// The partition of an ending: which rank solves which of its king pairs. With one rank all are its own, and numbers are
// those of the index.
//
// Blocks only pull from their neighbours, the pairs one king move away: those of other ranks that a rank has to see are
// its halo. With pawns a slice may be reached mirrored, and then codes of the mirrored pair are read: so a pair and its
// mirror image have the same owner, and whatever exits read stays on one rank.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tablebases/rows/layout.h"

namespace bookends::tables {

template <const Rules& R>
class Partition {
 public:
  using Block = std::uint32_t;

  // `ranks` is at most most_ranks().
  Partition(const Layout<R>& layout, int ranks);

  // An ending with loose kings has one block only.
  static int most_ranks(const PlacementIndex<R>& index);

  int ranks() const { return static_cast<int>(own_.size()); }
  int owner_of_pair(std::size_t pair) const { return layout_.loose_kings ? 0 : owner_[pair]; }
  // In ascending order.
  std::span<const Block> own(int rank) const { return own_[slot(rank)]; }
  std::span<const Block> halo(int rank) const { return halo_[slot(rank)]; }
  // Of the blocks of `rank`, those in the halo of `other`.
  std::span<const Block> shown(int rank, int other) const { return shown_[slot(rank)][slot(other)]; }

  // Codes are kept by the owner of their pair: how many, and where those of a pair begin.
  std::uint64_t codes(int rank) const { return layout_.index.slices() * pairs_[slot(rank)] * layout_.index.inner(); }
  std::uint64_t first_code(int rank, std::uint64_t slice, std::size_t pair) const {
    return (slice * pairs_[slot(rank)] + place_[pair]) * layout_.index.inner();
  }

 private:
  void assign_owners(int ranks);
  void list_halos();

  const Layout<R>& layout_;
  std::vector<int> owner_;            // by block
  std::vector<std::uint64_t> pairs_;  // by rank: how many are its own
  std::vector<std::uint32_t> place_;  // by pair: among those of its owner
  std::vector<std::vector<Block>> own_, halo_;
  std::vector<std::vector<std::vector<Block>>> shown_;
};

// What one rank has of an ending.
template <const Rules& R>
struct OwnPart {
  const Partition<R>& partition;
  int rank = 0;

  std::span<const std::uint32_t> own() const { return partition.own(rank); }
  std::uint64_t codes() const { return partition.codes(rank); }
  // `pair`: an own one.
  std::uint64_t first_code(std::uint64_t slice, std::size_t pair) const {
    return partition.first_code(rank, slice, pair);
  }
};

#define BOOKENDS_EXTERN_PARTITION(game) extern template class Partition<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_PARTITION)
#undef BOOKENDS_EXTERN_PARTITION

}  // namespace bookends::tables
