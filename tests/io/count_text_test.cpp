#include "core/base/count_text.h"

#include <gtest/gtest.h>

namespace bookends {
namespace {

TEST(CountText, TakesTheSingularOfOneAlone) {
  EXPECT_EQ(count_text(0, "position"), "0 positions");
  EXPECT_EQ(count_text(1, "position"), "1 position");
  EXPECT_EQ(count_text(2, "position"), "2 positions");
  EXPECT_EQ(count_text(1, "search", "searches"), "1 search");
  EXPECT_EQ(count_text(2, "search", "searches"), "2 searches");
}

}  // namespace
}  // namespace bookends
