#include "core/base/printable.h"

#include <gtest/gtest.h>

namespace bookends {
namespace {

TEST(Printable, LeavesWhatCanBeRead) {
  for (const std::string text : {"", "plain", "König \xE2\x99\x94"}) EXPECT_EQ(printable(text), text);
  EXPECT_EQ(printable_ascii("plain ~"), "plain ~");
}

TEST(Printable, LetsNothingControl) {
  EXPECT_EQ(printable("a\x1b[31m\nb\x7f"), "a?[31m?b?");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "??31m");
  EXPECT_EQ(printable("K\xF6nig"), "K?nig") << "no UTF-8";
  EXPECT_EQ(printable(std::string_view("a\0b", 3)), "a?b");
  EXPECT_EQ(printable_ascii("\t\xC3\xB6 x"), "??? x");
}

TEST(Printable, CutsBetweenCharacters) {
  EXPECT_EQ(printable("\xC3\xB6\xC3\xB6", 3), "\xC3\xB6");
  EXPECT_EQ(printable("\xC3\xB6\xC3\xB6", 4), "\xC3\xB6\xC3\xB6");
  EXPECT_EQ(printable("\xC3\xB6", 1), "");
  EXPECT_EQ(printable("\xC2\x9Bx", 2), "??");
}

}  // namespace
}  // namespace bookends
