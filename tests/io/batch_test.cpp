// A batch that something is thrown in, on whichever thread, ends soon.
#include "core/base/batch.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <thread>

namespace bookends {
namespace {

constexpr std::size_t kJobs = 100'000;  // a minute of them, were all done

struct Counted {
  std::atomic<bool> stop{false};
  std::atomic<std::size_t> begun = 0;
  std::size_t done = 0;

  Result<void> dawdle() {
    ++begun;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return {};
  }
};

TEST(Batch, DoesEveryJob) {
  Counted all;
  const auto work = [&](std::size_t, std::size_t) { return all.dawdle(); };
  EXPECT_TRUE(run_batch({100, 3, work, [](std::size_t) { return true; }}, all.stop, all.done));
  EXPECT_EQ(all.begun, 100u);
  EXPECT_EQ(all.done, 100u);
}

TEST(Batch, WhatThePulseThrowsEndsIt) {
  Counted few;
  const auto work = [&](std::size_t, std::size_t) { return few.dawdle(); };
  const auto pulse = [](std::size_t) -> bool { throw std::bad_alloc(); };
  EXPECT_THROW(static_cast<void>(run_batch({kJobs, 2, work, pulse}, few.stop, few.done)), std::bad_alloc);
  EXPECT_LT(few.begun, kJobs / 10);
  EXPECT_TRUE(few.stop);
}

TEST(Batch, WhatAJobThrowsEndsIt) {
  Counted few;
  const auto work = [&](std::size_t, std::size_t job) -> Result<void> {
    if (job == 10) throw std::bad_alloc();
    return few.dawdle();
  };
  const auto pulse = [](std::size_t) { return true; };
  EXPECT_THROW(static_cast<void>(run_batch({kJobs, 2, work, pulse}, few.stop, few.done)), std::bad_alloc);
  EXPECT_LT(few.begun, kJobs / 10);
}

}  // namespace
}  // namespace bookends
