// Distances as bytes: the DTM of every number, and the DTZ of those whose stored result is decided.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tablebases/pack/gather.h"
#include "tablebases/pack/result_planes.h"

namespace bookends::tables {

// How distances are written; both are found by looking at all values of a side first.
struct DistanceFormat {
  std::uint8_t bits = 8;  // of a value, 8 or 16
  std::uint8_t step = 1;  // dtz: plies of one unit
};

// The DTM section's values of a block: halved plies. Free are draws, and numbers without a position; a win that a
// conversion wins as fast may be stored as any slower one, a loss that a conversion holds as long as any quicker one.
// Free values repeat the one before.
std::vector<std::byte> packed_dtm(const BlockValues& values, DistanceFormat format);

// Positions of a block: from `first` (a multiple of 64) on, `count` of them.
struct Part {
  std::size_t first = 0;
  std::size_t count = 0;
};

// The DTZ section's: of the positions of a part that are decided in the *filled* planes, in their order. Free are those
// that are not decided in truth, and wins by a zeroing move.
std::vector<std::byte> packed_dtz(const BlockValues& values, const ResultPlanes& filled, Part part,
                                  DistanceFormat format);

// The cursed section's: a bit for each such position of the block.
std::vector<std::byte> packed_cursed(const BlockValues& values, const ResultPlanes& filled);

// The narrowest formats for a side's longest distances, in plies. DTZ is rounded to two plies where that cannot carry a
// value across the limit.
DistanceFormat dtm_format(int longest_plies);
DistanceFormat dtz_format(int longest_plies, int limit_plies);

}  // namespace bookends::tables
