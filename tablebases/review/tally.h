// Counting the codes of a table: about a nanosecond for each, however many there are.
#pragma once

#include <cstdint>
#include <vector>

#include "tablebases/material/index.h"
#include "tablebases/solution/code_array.h"

namespace bookends::tables {

// [code] how many placements have it: the multiplicities of its numbers (PlacementIndex::multiplicity), added up. As
// long as the greatest code needs; kIllegal is left out. `codes`: one for each number, marked kIllegal wherever the
// number is not the index of a placement. `threads`: 0 = all.
template <const Rules& R>
std::vector<std::uint64_t> tally(const PlacementIndex<R>& index, const CodeArray& codes, int threads);

// The smallest number with the code; codes.size() when there is none.
std::uint64_t first_with(const CodeArray& codes, std::uint16_t code, int threads);

// How many placements of the code have the side to move (0: White) in check.
template <const Rules& R>
std::uint64_t tally_checks(const PlacementIndex<R>& index, int side, const CodeArray& codes, std::uint16_t code,
                           int threads);

#define BOOKENDS_EXTERN_TALLY(game)                                                                                   \
  extern template std::vector<std::uint64_t> tally<games::game>(const PlacementIndex<games::game>&, const CodeArray&, \
                                                                int);                                                 \
  extern template std::uint64_t tally_checks<games::game>(const PlacementIndex<games::game>&, int, const CodeArray&,  \
                                                          std::uint16_t, int);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_TALLY)
#undef BOOKENDS_EXTERN_TALLY

}  // namespace bookends::tables
