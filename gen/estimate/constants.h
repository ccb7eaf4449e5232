// What an estimate is made of: figures measured on the machines there are, each with the command that measures it, and
// a few that are bounds of the program's own or assumed. A --constants file replaces any of them. How they are used:
// gen/IMPLEMENTATION.md.
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace bookends {

struct ScaleConstants {
  // Placements of both sides that a core solves in a second, with DTM, hints and DTZ: the slowest ending measured,
  // KRPvKR. bookends_benchmarks --benchmark_filter=solve_ending
  double solve_rate_64 = 26e6;  // boards of more than 32 squares
  double solve_rate_32 = 18e6;  // smaller ones
  // Positions that a core writes into a table in a second: the slowest ending measured, KBNvKQ of chess.
  // bookends_benchmarks --benchmark_filter=write_ending
  double pack_rate = 5.4e6;

  // Bytes in memory for each position; from the types of tablebases/solution/solution.h. Hints come when sets have
  // gone.
  double dtm_bytes = 1, dtz_bytes = 1, hint_bytes = 1;
  double child_bytes = 1, large_child_bytes = 2;  // of an ending that others lead to: of up to five men, of more
  // Bytes of the solver's sets for each placement of a slice, by boards as above; and of the writer for each number:
  // what the program itself reckons with, set_bytes() of chess and of fragments, for both sides, and kWriterBytes of
  // tablebases/build/memory.cpp. Words of small boards have room for eight files, too.
  double set_bytes_64 = 3.5, set_bytes_32 = 5.4, write_bytes = 3;
  // What a halo would take if it had only the sets that are exchanged, a bit for each of two sets of either side.
  double halo_set_bytes = 0.5;
  double fixed_bytes = 64 << 20;  // of a process

  // Bytes sent between plies for each position in the halo of a node, and bytes for each position of the codes that go
  // to the node that writes: what 2 and 4 ranks sent, by the halos that `bookends estimate --json` has of them.
  // mpirun -n 2 and 4 bookends tables build chess KRBvKR --only --threads 1 --share-from 1000 --json, sent_bytes:
  // 88.4 and 188.0 MB of 242 million positions; 22 Nov 2026. 0.32 and 0.20 for KQRvKR of fragments.
  double exchange_bytes = 0.33, gather_bytes = 0.25;
  // Seconds until a message is there, as who waits for it sees it: half a round trip after 5 ms of computing; and of
  // the sender's thread for each. test_mpi --gtest_filter=*RoundTripsAreMeasured
  double latency = 0.35e-3, message_seconds = 20e-6;
  double plies = 200;  // of a pass over a slice. Assumed.

  // Bytes on disk for each position: of a table, and of a solved ending until all is built. Averages of all endings of
  // chess with up to five men, bookends tables build chess --men 5; and of six that KRBvKR, KQRvKR and KRPvKN leave in
  // the folder of --solutions, ls -l (two bytes a position then; those of one byte take some two thirds).
  double table_bytes = 0.067, solved_bytes = 0.33;
};

// The constants with those that a JSON object in the file names: {"pack_rate": 2e6}. Errors: those of reading;
// invalid_argument, for a name there is not, or what is no number above 0.
Result<ScaleConstants> read_scale_constants(const std::filesystem::path& path);

}  // namespace bookends
