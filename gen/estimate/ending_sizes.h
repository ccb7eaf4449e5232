// How large endings are, by formula: nothing is listed, so that endings too large to be indexed have a size as well.
//
// Exact are slices, king pairs and inner: those of tables::PlacementIndex. Numbers that name no placement count, as
// they do there: they take memory too.
#pragma once

#include <cstdint>
#include <vector>

#include "core/rules/rules.h"
#include "tablebases/material/material.h"

namespace bookends {

inline constexpr int kMostMenEstimated = 8;  // one more than tables can have

struct EndingSize {
  tables::Ending ending;
  int symmetries = 1;
  std::uint64_t slices = 1;
  std::uint64_t pairs = 1;
  std::uint64_t inner = 1;
  // Placements of a slice in which the solver thinks: identical men in all their orders, one on another too.
  std::uint64_t slice_places = 1;
  bool loose_kings = false;  // solved as one block
  tables::BuildStep step;    // among those of the list

  std::uint64_t numbers() const { return slices * pairs * inner; }
  std::uint64_t slice_numbers() const { return pairs * inner; }
  // Of both sides to move.
  double positions() const { return 2 * static_cast<double>(numbers()); }
  double places() const { return 2 * static_cast<double>(slices) * static_cast<double>(slice_places); }
};

// All endings of 3 to `men` men (at most kMostMenEstimated), in build order.
std::vector<EndingSize> ending_sizes(const Rules& rules, int men);

}  // namespace bookends
