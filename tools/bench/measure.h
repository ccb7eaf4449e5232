// Timed searches of a suite.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/search/search.h"
#include "gen/options/net_choice.h"
#include "tools/bench/suite.h"

namespace bookends {

// What one iteration of a search had cost when it was finished, from the start of the search.
struct DepthReached {
  int depth;
  std::uint64_t nodes;
  double seconds;
};

struct MeasuredPosition {
  std::string_view fen;
  SearchStatistics statistics;
  std::vector<DepthReached> depths;
};

struct MeasuredGame {
  const Rules* rules;
  int depth;
  std::string net;  // ChosenNet::digest; empty: searched by the hand-made terms
  SearchStatistics sum;
  std::vector<MeasuredPosition> positions;
};

struct BenchWork {
  int depth;
  std::vector<SearchOptions> options;
  int repeat = 1;
  std::string net = kNoNet;  // as for choose_net
};

// Searches every position of the suite with each of the options, `repeat` times, and keeps the repetition of median
// time. Every search begins with an empty table and empty statistics. The options take turns on a position, so that
// what else the machine does meets them alike. One MeasuredGame for each of the options. Errors: interrupted; those of
// choose_net.
Result<std::vector<MeasuredGame>> measure(const BenchSuite& suite, const BenchWork& work, Progress& progress);

// How many times faster the second is than the first: the geometric mean over the positions on which the first takes at
// least `least_seconds`, shorter ones being noise.
struct Ratio {
  double time = 0;
  double nodes = 0;
  int positions = 0;  // that count
};
Ratio ratio_of(const MeasuredGame& first, const MeasuredGame& second, double least_seconds);

}  // namespace bookends
