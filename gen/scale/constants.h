// What an estimate is made of: figures measured on the machines there are, each with the command that measures it.
//
// Placeholders: figures marked so were not measured for this purpose; a --constants file replaces any of them.
#pragma once

#include <filesystem>

#include "core/result.h"

namespace bookends {

struct ScaleConstants {
  // Placements of both sides that a core solves in a second, with DTM, hints and, where the game has it, DTZ.
  // bookends_benchmarks --benchmark_filter=solve_ending. Placeholder.
  double solve_rate_64 = 6.0e6;  // boards of more than 32 squares
  double solve_rate_32 = 20e6;   // smaller ones: two words fit where one of the larger does
  // Positions that a core packs into a table in a second.
  // bookends tables build chess KRBvKR --only --solutions DIR, where DIR has it solved. Placeholder.
  double pack_rate = 1.5e6;

  // Bytes in memory for each number of a side to move; from the types of tablebases/solution.h.
  double dtm_bytes = 2, dtz_bytes = 2, hint_bytes = 1;
  // Bytes of the solver's sets for each placement of a slice, and of the writer for each number: kSolverBytes and
  // kWriterBytes of tablebases/build_memory.cpp. bookends tables build --json, most_memory. Placeholder.
  double set_bytes = 6, write_bytes = 3;
  // What a halo would take if it had only the sets that are exchanged, a bit for each of two sets of either side.
  double halo_set_bytes = 0.5;
  double fixed_bytes = 64 << 20;  // of a process

  // Bytes sent between plies for each position in the halo of a node, and bytes for each position of the codes that go
  // to the node that writes: what 2 and 4 ranks sent, by the halos that `bookends estimate --json` has of them.
  // mpirun -n 2 and 4 bookends tables build chess KRBvKR --only --threads 1 --share-from 1000 --json, sent_bytes:
  // 88.4 and 188.0 MB of 242 million positions; 22 Nov 2026. 0.32 and 0.20 for KQRvKR of fragments.
  double exchange_bytes = 0.33, gather_bytes = 0.25;
  // Seconds until a message is there, as who waits for it sees it; and of the sender's thread for each.
  // The tests of tests/run over network namespaces. Placeholder.
  double latency = 0.3e-3, message_seconds = 20e-6;
  double plies = 200;  // of a pass over a slice; bookends tables stats. Placeholder.

  // Bytes on disk: of a table for each position, of a solved ending too.
  // ls -l of both folders after bookends tables build. Placeholder.
  double table_bytes = 0.2, solved_bytes = 0.5;
};

// The constants with those that a JSON object in the file names: {"pack_rate": 2e6}. Errors: those of reading;
// invalid_argument, for a name there is not, or what is no number above 0.
Result<ScaleConstants> read_scale_constants(const std::filesystem::path& path);

}  // namespace bookends
