#include "tools/serve/crew.h"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace bookends::test {
namespace {

TEST(CrewOfThreads, TakesNoMoreThanItHasThreads) {
  serve::Crew crew(2);
  std::promise<void> go;
  const std::shared_future<void> gate = go.get_future().share();
  std::atomic<int> done{0};
  const auto task = [&done, gate] { gate.wait(), ++done; };
  EXPECT_FALSE(crew.is_full());
  EXPECT_TRUE(crew.take(task));
  EXPECT_TRUE(crew.take(task));
  EXPECT_TRUE(crew.is_full());
  EXPECT_FALSE(crew.take(task));
  go.set_value();
  crew.finish();
  EXPECT_EQ(done, 2);
  EXPECT_FALSE(crew.take(task)) << "it is over";
}

TEST(CrewOfThreads, UsesAThreadAgain) {
  serve::Crew crew(1);
  for (int i = 0; i < 100; ++i) {
    std::promise<void> done;
    while (!crew.take([&done] { done.set_value(); })) std::this_thread::yield();
    done.get_future().wait();
  }
}

}  // namespace
}  // namespace bookends::test
