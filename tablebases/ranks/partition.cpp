#include "tablebases/ranks/partition.h"

#include <algorithm>

namespace bookends::tables {
namespace {

// The pairs that go together, by their smallest: each pair with its mirror image where there are pawns.
template <const Rules& R>
std::vector<std::vector<std::uint32_t>> orbits(const PlacementIndex<R>& index) {
  const bool mirrored = index.ending().has_pawns() && index.symmetries() >= 2;
  const SquareMap& mirror = kSymmetries<R>[mirrored ? kMirrorFiles : 0];
  std::vector<std::vector<std::uint32_t>> out;
  for (std::uint32_t pair = 0; pair < index.pairs(); ++pair) {
    const auto& kings = index.pair(pair);
    const auto image =
        static_cast<std::uint32_t>(index.pair_of(mirror[slot(kings.side0)], mirror[slot(kings.side1)]).pair);
    if (image > pair) out.push_back({pair, image});
    if (image == pair) out.push_back({pair});
  }
  return out;
}

}  // namespace

template <const Rules& R>
int Partition<R>::most_ranks(const PlacementIndex<R>& index) {
  return has_loose_kings(index.ending()) ? 1 : static_cast<int>(orbits(index).size());
}

template <const Rules& R>
Partition<R>::Partition(const Layout<R>& layout, int ranks)
    : layout_(layout),
      owner_(layout.blocks, 0),
      pairs_(slot(ranks), 0),
      place_(layout.index.pairs(), 0),
      own_(slot(ranks)),
      halo_(slot(ranks)),
      shown_(slot(ranks), std::vector<std::vector<Block>>(slot(ranks))) {
  if (layout.loose_kings) {  // one block, whose codes are those of all pairs
    own_[0] = {0};
    pairs_[0] = layout.index.pairs();
    for (std::size_t pair = 0; pair < place_.size(); ++pair) place_[pair] = static_cast<std::uint32_t>(pair);
    return;
  }
  assign_owners(ranks);
  for (Block block = 0; block < layout.blocks; ++block) {
    place_[block] = static_cast<std::uint32_t>(pairs_[slot(owner_[block])]++);
    own_[slot(owner_[block])].push_back(block);
  }
  list_halos();
}

// Equal shares in the order of the pairs: neighbours are mostly near, so that halos stay small. No rank goes without.
template <const Rules& R>
void Partition<R>::assign_owners(int ranks) {
  const auto all = orbits(layout_.index);
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const std::uint32_t pair : all[i]) owner_[pair] = static_cast<int>(i * slot(ranks) / all.size());
}

template <const Rules& R>
void Partition<R>::list_halos() {
  for (int rank = 0; rank < ranks(); ++rank) {
    std::vector<bool> seen(layout_.blocks);
    for (const Block block : own(rank))
      for (const Color side : kColors)
        for (const auto& next : layout_.neighbors(side, block))
          if (owner_[next.pair] != rank) seen[next.pair] = true;
    for (Block block = 0; block < layout_.blocks; ++block) {
      if (!seen[block]) continue;
      halo_[slot(rank)].push_back(block);
      shown_[slot(owner_[block])][slot(rank)].push_back(block);
    }
  }
}

#define BOOKENDS_INSTANTIATE(game) template class Partition<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
