// Opens the tables of a game as an oracle. A file that is damaged is left out: whoever plays is better off with the
// others than with none.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/position/oracle.h"
#include "tablebases/file/left_out.h"

namespace bookends::agent {

template <const Rules& R>
struct OpenTables {
  std::unique_ptr<Oracle<R>> oracle;
  std::vector<tables::LeftOut> left_out{};
};

// Errors: those of tables::Tables::open.
template <const Rules& R>
Result<OpenTables<R>> open_tables(const std::vector<std::string>& folders);

}  // namespace bookends::agent
