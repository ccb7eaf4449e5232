#include "core/base/resident.h"

#include <gtest/gtest.h>

#include <vector>

namespace bookends {
namespace {

TEST(ResidentBytes, CountWhatIsWrittenTo) {
  constexpr std::size_t kMore = 64 << 20;
  const std::size_t before = resident_bytes();
  ASSERT_GT(before, 0u);
  const std::vector<char> more(kMore, 'x');
  EXPECT_GE(resident_bytes(), before + kMore - (kMore >> 4));
  EXPECT_EQ(more.back(), 'x');
}

}  // namespace
}  // namespace bookends
