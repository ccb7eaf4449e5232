#include "core/base/spare_memory.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>

namespace bookends {
namespace {

bool begins_at(const SpareMemory& memory, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(memory.memory.get()) % alignment == 0;
}

TEST(SpareMemory, IsAllThatIsWantedWhereThereIsEnough) {
  const SpareMemory few =
      take_spare_memory({.parts = 3, .least_parts = 1, .part_bytes = 100, .more_bytes = 7, .alignment = 64});
  ASSERT_TRUE(few.memory);
  EXPECT_EQ(few.parts, 3u);
  EXPECT_EQ(few.bytes, 307u);
  EXPECT_TRUE(begins_at(few, 64));
  std::memset(few.memory.get(), 1, few.bytes);
  const SpareMemory many = take_spare_memory({.parts = 1024, .least_parts = 1, .part_bytes = 4096, .alignment = 4096});
  ASSERT_TRUE(many.memory);
  EXPECT_TRUE(begins_at(many, kLargePage));
}

TEST(SpareMemory, IsNothingWhereLessIsWantedThanIsOfUse) {
  for (const std::size_t parts : {0, 1}) {
    const SpareMemory none =
        take_spare_memory({.parts = parts, .least_parts = 2, .part_bytes = 4096, .alignment = 4096});
    EXPECT_FALSE(none.memory);
    EXPECT_EQ(none.parts, 0u);
    EXPECT_EQ(none.bytes, 0u);
  }
}

// Sanitizers end a program that asks for so much; clang is here for those alone.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
TEST(SpareMemory, IsAPartOfWhatNoSystemHas) {
  constexpr std::size_t kParts = std::size_t{1} << 30;
  const SpareMemory some =
      take_spare_memory({.parts = kParts, .part_bytes = std::size_t{1} << 24, .alignment = 64});  // 16 PiB
  ASSERT_TRUE(some.memory);
  EXPECT_GT(some.parts, 0u);
  EXPECT_LE(some.parts, kParts / 2);
  EXPECT_EQ(kParts % some.parts, 0u) << "a half, a quarter and so on";
}
#endif

}  // namespace
}  // namespace bookends
