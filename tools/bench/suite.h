// The positions that `bookends bench` searches: openings, middle games and endings of every game.
#pragma once

#include <string_view>
#include <vector>

#include "core/rules/games.h"

namespace bookends {

struct BenchSuite {
  const Rules* rules;
  int depth;        // a few tenths of a second a position
  int plain_depth;  // the same without pruning and reductions
  std::vector<std::string_view> positions;
};

const std::vector<BenchSuite>& bench_suites();

}  // namespace bookends
