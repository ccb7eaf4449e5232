// A file for which the memory does not suffice: every allocation of this program goes through the operator below, which
// refuses large ones.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <ostream>
#include <streambuf>
#include <thread>

#include "tests/agent/script.h"
#include "tests/support/temporary_folder.h"
#include "tools/agent/protocol/output.h"
#include "tools/agent/reserve.h"

#ifndef BOOKENDS_SANITIZED  // a sanitizer has operators of its own

namespace {
constexpr std::size_t kMost = std::size_t{512} << 20;
thread_local bool nothing_left = false;
}  // namespace

// The array form calls it. Not inlined: the compiler would see a pointer from `new` given to free().
void* operator new(std::size_t bytes) {
  if (bytes <= kMost && !nothing_left)
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

// What there is to say of that needs none.
TEST(Memory, IsNotNeededToSayThatThereIsNone) {
  std::array<char, 200> room{};
  struct Fixed : std::streambuf {
    explicit Fixed(std::array<char, 200>& to) { setp(to.data(), to.data() + to.size()); }
  } fixed(room);
  std::ostream stream(&fixed);
  agent::Output output(stream);
  nothing_left = true;
  output.info("more than a string has room for in itself, so that it has to ask for memory");
  nothing_left = false;
  EXPECT_STREQ(room.data(), "info string error: the memory does not suffice to say what is wrong\n");
}

// Two threads want memory at once: one releases the reserve, and the other one, too, may try again, once.
TEST(Memory, OfTheReserveIsForEveryThread) {
  ASSERT_TRUE(agent::keep_reserve());
  const std::new_handler want = std::get_new_handler();
  EXPECT_NO_THROW(want());
  std::thread([&] {
    EXPECT_NO_THROW(want());
    EXPECT_THROW(want(), std::bad_alloc);
  }).join();
  EXPECT_THROW(want(), std::bad_alloc);
  EXPECT_TRUE(agent::keep_reserve());
  EXPECT_NO_THROW(want());
}

}  // namespace
}  // namespace bookends

#endif
