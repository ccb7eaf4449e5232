// A batch: jobs that several threads share.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>

#include "core/base/result.h"

namespace bookends {

struct Batch {
  std::size_t jobs = 0;
  std::size_t workers = 1;  // threads at the most; each calls `work` with a number of its own, below this
  // Does one job. When `stop` becomes true it returns soon: interrupted, if the job is not done.
  std::function<Result<void>(std::size_t worker, std::size_t job)> work;
  // Called on the caller's thread a few times a second with the number of jobs done so far; false asks to stop.
  std::function<bool(std::size_t)> pulse;
};

// Does every job once; `stop` is set to false first. `done` gets how many jobs were done, however it ends. Errors: the
// first of a job, which ends it; interrupted; limit (not a single thread can be started; with some, it goes on with
// fewer). What `work` or `pulse` throws ends it, too, and is thrown here when all threads have ended.
Result<void> run_batch(const Batch& batch, std::atomic<bool>& stop, std::size_t& done);

}  // namespace bookends
