// Statistics of tables as one self-contained HTML page, which is well-formed XML too.
#pragma once

#include <string>
#include <vector>

#include "tablebases/review/statistics.h"
#include "tools/pages/longest_line.h"

namespace bookends {

// What the page tells of one table.
struct TablePage {
  const Rules* rules = nullptr;
  std::vector<tables::NamedStatistics> sides;  // either side to move, under the name of the ending
  LongestLine longest;                         // no moves and not incomplete: nothing is decided
};

std::string statistics_page(const std::vector<TablePage>& tables);

}  // namespace bookends
