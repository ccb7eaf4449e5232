// Sets a flag once the user asks to stop: for work that looks at a flag often, but reports seldom.
#pragma once

#include <atomic>
#include <thread>

#include "core/base/progress.h"

namespace bookends {

// Asks `progress` from a thread of its own while it lives, so nobody else may use that meanwhile; both outlive it.
// Where the system refuses the thread, nothing is watched.
class StopWatcher {
 public:
  StopWatcher(const Progress& progress, std::atomic<bool>& stop);

 private:
  std::jthread thread_;
};

}  // namespace bookends
