// What all endings of so many men would take of a cluster: the build of tablebases/build/over_ranks.cpp, level after
// level, gone through with figures in place of work. Nodes are ranks, one a machine.
#pragma once

#include <string>
#include <vector>

#include "gen/estimate/constants.h"
#include "gen/estimate/ending_sizes.h"

namespace bookends {

struct Cluster {
  int nodes = 100;
  int cores = 64;          // of a node
  double memory = 0;       // bytes of a node
  double link = 0;         // bytes in a second, of a node in each direction
  double folder_rate = 0;  // bytes in a second that the folder gives to all nodes together, or takes from them
  // How the design would answer what breaks (gen/IMPLEMENTATION.md).
  bool answers = false;
};

// Seconds, one part after the other.
struct TimeSplit {
  double reading = 0;  // children, from the folder
  double solving = 0;
  double exchange = 0;   // between plies
  double gathering = 0;  // on the node that writes
  double writing = 0;    // packing, and the folder
  double total() const { return reading + solving + exchange + gathering + writing; }
  TimeSplit& operator+=(const TimeSplit& other);
};

// Bytes of the node that needs most.
struct MemoryNeed {
  double own = 0;  // codes of its part
  double sets = 0;
  double children = 0;
  double writing = 0;  // after the others, which are gone by then
  double total = 0;
};

// Bytes between nodes, and between them and the folder.
struct ScaleTraffic {
  double exchange = 0, gathering = 0, read = 0, written = 0;
  double total() const { return exchange + gathering + read + written; }
  ScaleTraffic& operator+=(const ScaleTraffic& other);
};

// What a level is held up by.
struct ScaleLimit {
  int level = 0;
  std::string what;
  std::string ending;  // the one that needs most; empty for a limit of time
  double bytes = 0;    // that it needs
};

struct LevelEstimate {
  int level = 0;
  std::size_t endings = 0, shared = 0;
  std::size_t too_large = 0;  // endings with more memory needed than a node has: time goes on as if it had
  double positions = 0;
  TimeSplit seconds;
  MemoryNeed most;  // of all its endings
  std::string most_of;
  ScaleTraffic traffic;
  double table_bytes = 0, solved_bytes = 0;
  double gathered_bytes = 0;  // in the folder at once, while shared endings wait to be written
  std::vector<ScaleLimit> limits;
};

struct ScaleEstimate {
  std::vector<LevelEstimate> levels;
  LevelEstimate all;  // sums, and the most of each; `limits`: of each kind the first
  // In how many nodes' halos a position is, on average, of an ending that all share.
  double halos_without_pawns = 0, halos_with_pawns = 0;
};

ScaleEstimate estimate_build(const Rules& rules, const std::vector<EndingSize>& sizes, const Cluster& cluster,
                             const ScaleConstants& constants);

}  // namespace bookends
