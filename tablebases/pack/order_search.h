// Looks for the order of men in which a side's values take the fewest bytes: for endings whose order is not known
// (known_orders.h), or to find what is going to be known.
//
// A few orders that serve most endings well are tried on a sample of blocks, then swaps of two men and other anchors,
// from the best, for as long as they gain. The sample is pseudo-random: regular strides alias with the anchor's
// squares, and mislead.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "tablebases/pack/distances.h"
#include "tablebases/pack/gather.h"
#include "tablebases/pack/pack_watch.h"

namespace bookends::tables {

// What is going to be stored in the order.
struct PackGoal {
  bool wdl = false;
  bool dtm = false;
  bool dtz = false;  // only with wdl, by whose stored results it is ranked
  DistanceFormat dtm_as, dtz_as;
};

struct OrderChoice {
  OrderSpec order;
  Fill fill = Fill::runs;  // of the results
  double bytes = 0;        // estimated, of all that the goal names
};

struct SearchSettings {
  int level = 6;   // of zstd; only sizes relative to each other matter
  int climbs = 2;  // from the best orders found so far, for each choice
  int threads = 1;
  std::vector<OrderSpec> only = {};  // choose among these, in a sample, and look for no others; empty: look
  PackWatch* watch = nullptr;        // nobody, if null
};

struct OrderChoices {
  OrderChoice all;        // for everything the goal names
  OrderChoice wdl_alone;  // for wdl without dtz; the same where the goal has no dtz
};

// Whether an order can be packed at a bearable cost.
template <const Rules& R>
bool is_candidate(const PlacementIndex<R>& index, const OrderSpec& spec);

// The same choices for any number of threads. Errors: limit when memory runs out, interrupted.
template <const Rules& R>
Result<OrderChoices> search_orders(const PlacementIndex<R>& index, const SideValues& values, const PackGoal& goal,
                                   const SearchSettings& settings);

#define BOOKENDS_EXTERN_ORDER_SEARCH(game)                                                 \
  extern template bool is_candidate(const PlacementIndex<games::game>&, const OrderSpec&); \
  extern template Result<OrderChoices> search_orders<games::game>(                         \
      const PlacementIndex<games::game>&, const SideValues&, const PackGoal&, const SearchSettings&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_ORDER_SEARCH)
#undef BOOKENDS_EXTERN_ORDER_SEARCH

}  // namespace bookends::tables
