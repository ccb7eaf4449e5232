// What a book takes in memory while it grows.
#include <gtest/gtest.h>

#include <fstream>

#include "books/grow/build.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

// Bytes, from the line of /proc/self/status that begins with `name`.
double memory(const std::string& name) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(name)) return 1024 * std::stod(line.substr(name.size() + 1));
  return 0;
}

// A build in a folder of its own.
BuildSummary grow(std::size_t positions) {
  const test::TemporaryFolder folder;
  return test::must_build<games::chess>(test::small_job<games::chess>(folder.path(), positions),
                                        test::dice<games::chess>());
}

TEST(BookMemorySlow, IsAtMost200BytesAPosition) {
#ifdef BOOKENDS_SANITIZED
  GTEST_SKIP() << "a sanitizer's own memory would be measured";
#endif
  // A small build first, so that code, threads and buffers, which are there once, do not count for the large one.
  grow(2'000);
  std::ofstream("/proc/self/clear_refs") << 5;  // from here on the most memory is counted anew
  const double before = memory("VmRSS:");
  const BuildSummary summary = grow(100'000);
  ASSERT_GE(summary.positions, 100'000u);
  EXPECT_LE((memory("VmHWM:") - before) / static_cast<double>(summary.positions), 200.0);
}

}  // namespace
}  // namespace bookends
