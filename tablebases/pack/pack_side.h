// All blocks of a side's sections, compressed.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/result.h"
#include "tablebases/file/format.h"
#include "tablebases/pack/order_search.h"
#include "tablebases/pack/pack_watch.h"

namespace bookends::tables {

// A section whose blocks' sizes and checksums are known, and the blocks themselves.
struct PackedSection {
  Section section;
  std::vector<std::vector<std::byte>> blocks;
};

struct PackSettings {
  int level = 0;      // of zstd
  int min_match = 0;  // block_codec.h
  int result_block_log = 0;
  int distance_block_log = 0;  // at most result_block_log
  int threads = 1;
  PackWatch* watch = nullptr;  // nobody, if null
};

// The sections wdl, cursed (if `cursed`) and dtz (if the goal has it), in that order, of one side in one order. Errors:
// limit when memory runs out, interrupted.
template <const Rules& R>
Result<std::vector<PackedSection>> pack_results(const PlacementIndex<R>& index, const SideValues& values,
                                                const OrderChoice& choice, const PackGoal& goal, bool cursed,
                                                const PackSettings& settings);

// The section dtm. The same errors.
template <const Rules& R>
Result<PackedSection> pack_dtm(const PlacementIndex<R>& index, const SideValues& values, const OrderChoice& choice,
                               DistanceFormat format, const PackSettings& settings);

#define BOOKENDS_EXTERN_PACK_SIDE(game)                                                                 \
  extern template Result<std::vector<PackedSection>> pack_results<games::game>(                         \
      const PlacementIndex<games::game>&, const SideValues&, const OrderChoice&, const PackGoal&, bool, \
      const PackSettings&);                                                                             \
  extern template Result<PackedSection> pack_dtm<games::game>(                                          \
      const PlacementIndex<games::game>&, const SideValues&, const OrderChoice&, DistanceFormat, const PackSettings&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_PACK_SIDE)
#undef BOOKENDS_EXTERN_PACK_SIDE

}  // namespace bookends::tables
