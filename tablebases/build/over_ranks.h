// The tables of a build spread over ranks: level after level, since an ending needs those of lower levels. In a level
// every ending goes to one rank, the costliest first and each to the rank with the least work; those that are too large
// for one rank, all share. What is solved goes to the ranks that need it through a folder that all of them see.
#pragma once

#include "core/base/communicator.h"
#include "tablebases/build/build.h"

namespace bookends::tables {

struct RankOptions {
  // Endings with at least so many positions (both sides to move) are shared by all ranks, and so are all that would not
  // fit into a rank's memory; 0: only these.
  std::uint64_t share_from = 0;
  std::chrono::milliseconds between_checkpoints = std::chrono::minutes(10);
};

// What a rank has done for all.
struct RankUse {
  Traffic sent;
  std::uint64_t memory = 0;  // bytes at the end, files left out; a program that keeps freed memory had no more before
  double sharing = 0;        // seconds in endings that all share: solving them,
  double gathering = 0;      // and putting their codes together
  double alone = 0;          // seconds in endings of its own, and in writing
};

struct RankedSummary : BuildSummary {
  std::vector<RankUse> ranks;
};

// As build_tables(), called by all ranks with the same arguments; `options.memory_bytes` and `options.threads` are
// those of a rank (0: its part of its machine; what counts is what the rank with the least has).
// Shared endings keep their checkpoints in the folder of solutions too. The files have the same bytes as those of one
// process. The summary is that of all ranks. On the first rank `options.made` is told of all tables, of those of other
// ranks when the level is done. Errors also: invalid_argument, when the ranks were not started alike; those of the
// ranks.
Result<RankedSummary> build_tables_over(Communicator& ranks, const Rules& rules, const std::vector<Ending>& endings,
                                        const std::filesystem::path& folder, const BuildOptions& options,
                                        const RankOptions& over, Progress& progress,
                                        const std::function<void(std::string_view)>& say);

}  // namespace bookends::tables
