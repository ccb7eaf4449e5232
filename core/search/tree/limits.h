// What a search is asked for, and what ends it.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/eval/score.h"
#include "core/position/move.h"

namespace bookends {

// Plies of an iteration; leaves room for extensions and quiescence.
inline constexpr int kMaxDepth = kMaxPly - 40;

inline constexpr int kLongestMate = kMaxDepth / 2;  // moves: 2 * n - 1 plies

// What ends a search. Zero or nullopt means no such limit; with none at all only `stop` ends it.
struct SearchLimits {
  int depth = 0;                                       // plies
  std::uint64_t nodes = 0;                             // summed over threads; exact with one thread
  std::uint64_t soft_nodes = 0;                        // no new iteration is begun after so many
  std::optional<std::chrono::milliseconds> soft_time;  // no new iteration is begun after it
  std::optional<std::chrono::milliseconds> hard_time;  // the search is cut off
  int mate = 0;                  // stop once a win in so many moves, at most kLongestMate, is proved, or that none is
  std::vector<Move> root_moves;  // search only these; empty = all
};

struct SearchOptions {
  std::size_t hash_bytes = 16u << 20;
  int threads = 1;
  int multi_pv = 1;
  // Plies that have to be left for the oracle to be asked; 1: also in the quiescence, where none is.
  int oracle_depth = 1;
  // Prune, reduce and extend. Without it the search is plain alpha-beta to the given depth with the same quiescence,
  // which is what tests compare with a minimax.
  bool selective = true;
};

}  // namespace bookends
