// A search of a position for somebody who looks on, on one thread, until it is stopped or its time is over.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/rules/rules.h"

namespace bookends {

struct LiveSearch {
  std::string start;              // FEN or the name of a setup
  std::vector<std::string> line;  // UCI moves from there
  std::filesystem::path tables;   // asked in the search; empty: none
  int lines = 1;                  // best moves to be told of
  std::chrono::milliseconds time{60'000};
};

struct LiveLine {
  int rank = 1;  // 1 is the best
  int depth = 0;
  std::string score;            // for the side to move: "+0.35", "#5"
  std::vector<std::string> pv;  // UCI
  std::string text;             // the same with numbers, "12... Kd7 13. Ra8"
  std::uint64_t nodes = 0;      // searched so far
  std::uint64_t per_second = 0;
};

// `report` is called from this thread with every line that is found, and ends the search, by `stop`, when it returns
// false; others may set that, too. Errors: invalid_argument of the position; those of the tables and the network.
Result<void> search_live(const Rules& rules, const LiveSearch& asked, std::atomic<bool>& stop,
                         const std::function<bool(const LiveLine&)>& report);

}  // namespace bookends
