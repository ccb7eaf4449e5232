#include "gen/console/stop_watcher.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace bookends {
namespace {

class StoppedAtOnce : public Progress {
 public:
  bool stop_requested() const override { return true; }
};

TEST(StopWatcher, SetsTheFlagThoughTheWorkAsksForNothing) {
  const StoppedAtOnce progress;
  std::atomic<bool> stop{false};
  const StopWatcher watcher(progress, stop);
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (!stop && std::chrono::steady_clock::now() < until) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_TRUE(stop);
}

TEST(StopWatcher, EndsWithoutBeingWaitedFor) {
  const Progress progress;
  std::atomic<bool> stop{false};
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 400; ++i) const StopWatcher watcher(progress, stop);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10)) << "not 50 ms each";
  EXPECT_FALSE(stop);
}

}  // namespace
}  // namespace bookends
