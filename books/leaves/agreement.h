// Ranks agree on what they search, before they share it.
#pragma once

#include <string>
#include <vector>

#include "core/base/communicator.h"

namespace bookends {

// The threads of all ranks, by rank. `text`, a line each, says all that decides what searches find: settings and files.
// Errors: invalid_argument, on all ranks, where one differs from the first, with the first line in which it does; those
// of the communicator.
Result<std::vector<int>> agree(Communicator& ranks, int threads, const std::string& text);

}  // namespace bookends
