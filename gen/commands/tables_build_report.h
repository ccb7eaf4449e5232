// What `tables build` says of what it has made.
#pragma once

#include <string>
#include <vector>

#include "core/rules/games.h"
#include "tablebases/build/over_ranks.h"

namespace bookends {

// "12/35  KRPvKQ  7884645 positions  1.3 MB  2.5 s"; names take so many columns.
std::string line_of_table(const Rules& rules, const tables::TableMade& made, std::size_t longest_name);
// {"ending":"KRPvKQ","positions":7884645,"bytes":1300000,"seconds":2.5,"number":12,"of":35}
std::string json_line_of_table(const Rules& rules, const tables::TableMade& made);

struct BuildReport {
  const Rules& rules;
  std::string folder;
  std::size_t endings = 0;  // asked for, with what they depend on
  const tables::RankedSummary& summary;
};

// One line, and one more when something was built.
std::vector<std::string> lines_of(const BuildReport& report);
std::string json_of(const BuildReport& report);

}  // namespace bookends
