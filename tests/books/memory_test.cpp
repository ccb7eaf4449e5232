// What a book takes in memory while it grows.
#include <gtest/gtest.h>

#include <fstream>

#include "books/build.h"
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

TEST(BookMemorySlow, IsAtMost200BytesAPosition) {
#ifdef BOOKENDS_SANITIZED
  GTEST_SKIP() << "a sanitizer's own memory would be measured";
#endif
  const test::TemporaryFolder folder;
  const BuildJob job = test::small_job<games::chess>(folder.path(), 100'000);
  std::ofstream("/proc/self/clear_refs") << 5;  // from here on the most memory is counted anew
  const double before = memory("VmRSS:");
  const auto summary = test::must_build<games::chess>(job, test::dice<games::chess>());
  ASSERT_GE(summary.positions, 100'000u);
  // What does not grow with the book: buffers, threads, what the allocator keeps for itself.
  constexpr double kFixed = 4 << 20;
  EXPECT_LE((memory("VmHWM:") - before - kFixed) / static_cast<double>(summary.positions), 200.0);
}

}  // namespace
}  // namespace bookends
