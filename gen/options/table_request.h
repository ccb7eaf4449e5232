// Which tables are to be made, and how: the options that `tables build` and `plan` share.
#pragma once

#include <string>
#include <vector>

#include "tablebases/build/build.h"

namespace CLI {
class App;
}

namespace bookends {

struct TableRequest {
  std::string game;
  std::vector<std::string> names;
  int men = 0;
  std::string out;
  std::string metrics = "wdl,dtm,dtz";
  std::string sides = "both";
  int level = tables::WriteSettings().level;
  int dtm_level = tables::WriteSettings().dtm_level;
  int block = 64;  // KiB of results before compression
  bool search_orders = false;
};

void add_table_options(CLI::App& command, TableRequest& request);

// Errors: invalid_argument.
Result<tables::WriteSettings> write_settings(const TableRequest& request);

// The endings named, or all of so many men, with all that they depend on, in build order. Errors: invalid_argument.
Result<std::vector<tables::Ending>> wanted_endings(const Rules& rules, const TableRequest& request);

// The endings named and no others. Errors: invalid_argument, also for --men.
Result<std::vector<tables::Ending>> named_endings(const Rules& rules, const TableRequest& request);

// What makes a command write its tables in this way: the options that are not the defaults.
std::vector<std::string> write_arguments(const TableRequest& request);

}  // namespace bookends
