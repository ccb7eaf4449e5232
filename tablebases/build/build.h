// Building tables: everything asked for and everything it depends on, in an order that can be interrupted anywhere.
//
// A step is one ending: solve, count, write. It is idempotent: a file that is there and verifies is left alone, and
// files appear under their names only when they are complete. So a build that was killed is resumed by starting it
// again.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/rules/games.h"
#include "tablebases/material/material.h"
#include "tablebases/pack/table_writer.h"

namespace bookends::tables {

// A table that was made.
struct TableMade {
  Ending ending;
  int number = 0, of = 0;       // the number-th of so many that the build makes; 0: none
  std::uint64_t positions = 0;  // legal ones, both sides to move
  std::uint64_t bytes = 0;      // of the file
  double seconds = 0;           // of work on it, and on what it depends on where that was solved again for it
};

struct BuildOptions {
  WriteSettings write;
  std::uint64_t memory_bytes = 0;  // 0: three quarters of what the machine has
  int threads = 0;                 // 0: all
  bool force = false;              // build again what is there
  // Where all solved endings are kept for other processes (solution_file.h). Empty: those that memory has no room for
  // are in default_work_folder(), until all is built.
  std::filesystem::path solutions;
  std::function<void(const TableMade&)> made = [](const TableMade&) {};  // told of each table, when it is there
};

struct BuildSummary {
  int built = 0;
  int skipped = 0;               // there already, and verified
  int rebuilt = 0;               // there, but damaged or made otherwise; also counted in `built`
  std::uint64_t positions = 0;   // legal ones, of the endings built, both sides to move
  std::uint64_t placements = 0;  // positions_to_solve() of the endings built
  std::uint64_t bytes = 0;       // of all files asked for
  double seconds = 0;
  double cpu_seconds = 0;  // of all threads
  // Of the tables made, the slowest first; `number` is 0 where there are fewer. Over ranks it is that of the one rank.
  std::array<TableMade, 3> slowest{};
};

// Every ending of `wanted` and what it depends on, in build order, without duplicates. King against king is left out:
// it needs no table.
std::vector<Ending> closure(const Rules& rules, const std::vector<Ending>& wanted);

// Of `endings` those that are needed, and those that a needed one depends on: what is there may have to be solved
// again.
std::vector<Ending> with_dependencies(const Rules& rules, const std::vector<Ending>& endings,
                                      const std::vector<Ending>& needed);

// The most memory that building these endings takes, in bytes. An estimate, on the high side.
std::uint64_t memory_needed(const Rules& rules, const std::vector<Ending>& endings, const WriteSettings& write);

// Placements of both sides to move that solving goes through: what its time is proportional to.
std::uint64_t positions_to_solve(const Rules& rules, const Ending& ending);

// Where the table of an ending is in a folder.
std::filesystem::path table_path(const Rules& rules, const std::filesystem::path& folder, const Ending& ending);

// Why the table of an ending has to be built; nothing when the file that is there is good enough, and every block of it
// sound.
std::optional<std::string> reason_to_build(const Rules& rules, const Ending& ending,
                                           const std::filesystem::path& folder, const BuildOptions& options);

// Builds `endings` (in build order) into the folder, which is made if need be. What they depend on and is not among
// them is solved, but no table is made of it. `say` gets one line where a person should know something ("KQvK.bkt: ...
// is damaged, built again"). Errors: limit, before anything is solved, with the memory needed; unsupported where a
// table of another game, of other rules or of a later format stands; io, also for one that cannot be opened;
// interrupted, also while a table is packed, of which nothing is written then. What is there is looked at once, before
// anything is built.
Result<BuildSummary> build_tables(const Rules& rules, const std::vector<Ending>& endings,
                                  const std::filesystem::path& folder, const BuildOptions& options, Progress& progress,
                                  const std::function<void(std::string_view)>& say);

}  // namespace bookends::tables
