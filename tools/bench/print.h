// What `bookends bench` prints.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tools/bench/measure.h"

namespace bookends {

// One search of every position, as a table or as JSON; then the node signature, when there is one.
void print_bench(const std::vector<MeasuredGame>& games, std::optional<std::uint64_t> signature, bool json);

// Two kinds of search on the same positions.
struct Comparison {
  std::string_view first, second;                // "1 thread", "2 threads"
  double least_seconds;                          // see ratio_of
  std::vector<std::vector<MeasuredGame>> games;  // pairs
};
void print_comparison(const Comparison& comparison, bool json);

}  // namespace bookends
