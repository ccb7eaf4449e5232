// What is thrown in a parallel region is thrown behind it.
#include "core/base/thrown.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

namespace bookends {
namespace {

TEST(Thrown, IsThrownBehindTheRegion) {
  Thrown thrown;
  std::atomic<int> calls = 0;
#pragma omp parallel for num_threads(4) schedule(dynamic)
  for (int i = 0; i < 1000; ++i)
    thrown.run([&] {
      ++calls;
      if (i == 10) throw std::bad_alloc();
    });
  EXPECT_THROW(thrown.rethrow(), std::bad_alloc);
  EXPECT_GE(calls, 1);
  const int before = calls;
  thrown.run([&] { ++calls; });
  EXPECT_EQ(calls, before) << "nothing is called any more";
}

TEST(Thrown, TheFirstIsKept) {
  Thrown thrown;
  thrown.run([] { throw std::runtime_error("first"); });
  thrown.run([] { throw std::runtime_error("second"); });
  try {
    thrown.rethrow();
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "first");
  }
}

TEST(Thrown, NothingIsNothing) {
  Thrown thrown;
  int calls = 0;
  for (int i = 0; i < 3; ++i) thrown.run([&] { ++calls; });
  EXPECT_NO_THROW(thrown.rethrow());
  EXPECT_EQ(calls, 3);
}

}  // namespace
}  // namespace bookends
