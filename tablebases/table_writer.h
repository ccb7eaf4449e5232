// Solutions to files. The bytes of a file depend on the values, the settings and the versions of this program and of
// zstd, never on the number of threads.
#pragma once

#include <filesystem>
#include <string>

#include "core/result.h"
#include "core/rules.h"
#include "tablebases/format.h"
#include "tablebases/solution.h"

namespace bookends::tables {

struct WriteSettings {
  bool distances = true;  // the metric dtm; wdl is always written
  int level = 15;         // of zstd
  int block_log =
      16;  // blocks of 2^block_log bytes before compression: smaller ones are quicker to read, and cost space
};

// As it stands in the file's header.
std::string describe(const WriteSettings& settings);

// Writes `solution`, all of whose illegal numbers are marked; `statistics` as counted from it, for as many sides as are
// stored (one for equal sides). Returns the header written. Errors: io, limit.
Result<TableHeader> write_table(const std::filesystem::path& path, const Rules& rules, const Solution& solution,
                                const std::vector<SideStatistics>& statistics, const WriteSettings& settings,
                                int threads);

}  // namespace bookends::tables
