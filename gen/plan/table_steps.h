// Endgame tables as steps that any scheduler can run: each makes one table, may be run again, and needs others first.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "tablebases/build/build.h"

namespace bookends {

struct TableStep {
  std::string ending;
  std::vector<std::size_t> needs;  // steps that come first, by number; all smaller than its own
  int level = 0;                   // 0: needs none; else one more than the highest that it needs
  std::uint64_t memory = 0;        // bytes, at most
  std::uint64_t positions = 0;     // that are gone through
  bool done = false;               // the table is there, and sound
  bool there = false;              // a file of its name is
};

// `endings`: closed under dependencies, in build order. Tables that are there are read to the end, to see whether they
// are sound. Errors: interrupted.
Result<std::vector<TableStep>> table_steps(const Rules& rules, const std::vector<tables::Ending>& endings,
                                           const std::filesystem::path& folder, const tables::BuildOptions& options,
                                           Progress& progress);

}  // namespace bookends
