#include "gen/estimate/king_shares.h"

#include <algorithm>
#include <cassert>

#include "core/rules/games.h"
#include "tablebases/ranks/partition.h"

namespace bookends {

namespace {

template <const Rules& R>
KingShare share_of(const tables::Ending& ending, int nodes) {
  const tables::PlacementIndex<R> index(ending);
  const tables::Layout<R> layout(index);
  const tables::Partition<R> partition(layout, nodes);
  std::size_t own = 0, seen = 0, halos = 0;
  for (int rank = 0; rank < nodes; ++rank) {
    own = std::max(own, partition.own(rank).size());
    seen = std::max(seen, partition.own(rank).size() + partition.halo(rank).size());
    halos += partition.halo(rank).size();
  }
  const auto pairs = static_cast<double>(index.pairs());
  return {static_cast<double>(own) / pairs, static_cast<double>(seen) / pairs, static_cast<double>(halos) / pairs};
}

}  // namespace

// Pairs without pawns are reduced by the symmetries of the kinds on the board, and one kind is enough to have as few of
// them as any; with pawns it takes two pieces for the kings not to be loose.
tables::Ending KingShares::small(Shape shape) const {
  const std::vector<tables::Ending> few = tables::endings_up_to(rules_, 5);
  const auto found = std::ranges::find_if(few, [&](const tables::Ending& ending) {
    return ending.men() > 2 && !tables::has_loose_kings(ending) &&
           Shape(ending.has_pawns(), tables::symmetries_of(rules_, ending)) == shape;
  });
  assert(found != few.end());
  return *found;
}

int KingShares::most_nodes_of(Shape shape) {
  const auto [at, fresh] = most_.try_emplace(shape, 1);
  if (fresh)
    at->second = with_game(rules_, [&]<const Rules & R>() {
      return tables::Partition<R>::most_ranks(tables::PlacementIndex<R>(small(shape)));
    });
  return at->second;
}

KingShare KingShares::share_of_shape(Shape shape, int nodes) {
  const auto [at, fresh] = shares_.try_emplace({shape, nodes});
  if (fresh) at->second = with_game(rules_, [&]<const Rules & R>() { return share_of<R>(small(shape), nodes); });
  return at->second;
}

}  // namespace bookends
