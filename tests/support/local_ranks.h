// Ranks that are threads of the test.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/base/communicator.h"

namespace bookends::test {

// Runs `work` once a rank, each on a thread of its own, and returns when all have ended. A rank whose work returns an
// error gives up with it. The results by rank. `stop`, whether the user asks to stop, may be called by any of them.
std::vector<Result<void>> run_ranks(
    int size, const std::function<Result<void>(Communicator&)>& work,
    const std::function<bool()>& stop = [] { return false; });

// What all ranks of the last run_ranks() sent together.
Traffic last_traffic();

}  // namespace bookends::test
