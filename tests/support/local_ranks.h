// Ranks that are threads of the test.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/communicator.h"

namespace bookends::test {

// Runs `work` once a rank, each on a thread of its own, and returns when all have ended. A rank whose work returns an
// error gives up with it. The results by rank.
std::vector<Result<void>> run_ranks(int size, const std::function<Result<void>(Communicator&)>& work);

// What all ranks of the last run_ranks() sent together.
Traffic last_traffic();

}  // namespace bookends::test
