// Opens the tables of a game as an oracle.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/position/oracle.h"

namespace bookends::agent {

template <const Rules& R>
Result<std::unique_ptr<Oracle<R>>> open_tables(const std::vector<std::string>& folders);

}  // namespace bookends::agent
