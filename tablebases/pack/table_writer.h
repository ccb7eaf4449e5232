// Solutions to files. The bytes of a file depend on the values, the settings and the versions of this program and of
// zstd, never on the number of threads.
#pragma once

#include <filesystem>
#include <string>

#include "core/base/result.h"
#include "core/rules/rules.h"
#include "tablebases/file/format.h"
#include "tablebases/pack/pack_watch.h"
#include "tablebases/solution/solution.h"

namespace bookends::tables {

struct WriteSettings {
  bool dtm = true;  // wdl is always written
  bool dtz = true;  // where the game has a move limit
  // Results of both sides to move, or only of the one that takes fewer bytes: the other is then found by a search of
  // one ply. Distances are always of one side.
  bool both_sides = true;
  int level = 15;     // of zstd, for results and DTZ
  int dtm_level = 8;  // DTM has the most bytes to compress, and gains the least
  // log2 of the positions of a block: smaller blocks are quicker to read, and cost space. A result takes two
  // bits, a distance mostly eight.
  int result_block_log = 18;
  int distance_block_log = 18;
  // Look for orders of men (order_search.h), which takes most of the time, though some are known (known_orders.h).
  bool search_orders = false;
};

// As it stands in the file's header, before where the orders are from.
std::string describe(const WriteSettings& settings);

// Writes `solution`, which has hints and whatever the settings ask for. The hints are used up: packing keeps its marks
// in their place. `statistics` as counted from it, for as many sides as the ending has (one for equal sides): how wide
// distances are is taken from them. Returns the header written.
// `watch`: hears how far packing is, and may stop it; null: nobody. Errors: io, limit, interrupted; then nothing is
// written.
Result<TableHeader> write_table(const std::filesystem::path& path, const Rules& rules, Solution& solution,
                                const std::vector<SideStatistics>& statistics, const WriteSettings& settings,
                                int threads, PackWatch* watch = nullptr);

}  // namespace bookends::tables
