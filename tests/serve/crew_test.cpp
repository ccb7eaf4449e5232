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
  std::function<void()> first = [&done, gate] { gate.wait(), ++done; }, second = first, third = first;
  EXPECT_FALSE(crew.is_full());
  EXPECT_TRUE(crew.take(first));
  EXPECT_TRUE(crew.take(second));
  EXPECT_TRUE(crew.is_full());
  EXPECT_FALSE(crew.take(third));
  EXPECT_TRUE(third) << "it is still the caller's";
  go.set_value();
  crew.finish();
  EXPECT_EQ(done, 2);
  EXPECT_FALSE(crew.take(third)) << "it is over";
}

TEST(CrewOfThreads, UsesAThreadAgain) {
  serve::Crew crew(1);
  for (int i = 0; i < 100; ++i) {
    std::promise<void> done;
    std::function<void()> task = [&done] { done.set_value(); };
    while (!crew.take(task)) std::this_thread::yield();
    done.get_future().wait();
  }
}

}  // namespace
}  // namespace bookends::test
