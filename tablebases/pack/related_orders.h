// Orders of men for an ending whose own is not known: from what is known of its relatives.
#pragma once

#include <cstddef>
#include <vector>

#include "tablebases/pack/known_orders.h"

namespace bookends::tables {

// Orders worth a trial for an ending, the likeliest first, at most `most` of them: those of endings with as many men,
// pawns and pieces on each side, or on exchanged sides, that differ in the fewest men; then those of endings with fewer
// men, those missing put in together at each place.
std::vector<OrderSpec> related_orders(const Rules& rules, const Ending& ending, Metric metric, int side,
                                      const std::vector<KnownOrder>& known, std::size_t most);

}  // namespace bookends::tables
