// A file for which the memory does not suffice: every allocation of this program goes through the operator below, which
// refuses large ones.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>

#include "tests/agent/script.h"
#include "tests/support/temporary_folder.h"

#ifndef BOOKENDS_SANITIZED  // a sanitizer has operators of its own

namespace {
constexpr std::size_t kMost = std::size_t{512} << 20;
}

// The array form calls it. Not inlined: the compiler would see a pointer from `new` given to free().
void* operator new(std::size_t bytes) {
  if (bytes <= kMost)
    if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace bookends {
namespace {

TEST(Memory, ThatDoesNotSufficeForAFileIsSaid) {
  const test::TemporaryFolder folder;
  const std::filesystem::path huge = folder / "huge.net";
  std::ofstream(huge).put('x');
  std::filesystem::resize_file(huge, kMost + 1);  // takes no room on the disk
  const test::Lines lines = test::play_script("setoption name EvalFile value " + huge.string() +
                                              "\nisready\nposition startpos\ngo depth 2\n");
  EXPECT_EQ(test::count_with(lines, "info string error: option EvalFile: " + huge.string() + ": the memory"), 1);
  EXPECT_EQ(test::best_moves(lines), 1);
}

}  // namespace
}  // namespace bookends

#endif
