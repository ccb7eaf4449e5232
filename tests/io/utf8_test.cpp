#include "core/base/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace bookends {
namespace {

using namespace std::string_literals;

TEST(Utf8, TakesEveryLength) {
  for (const std::string& text : {""s, "plain"s, "gr\xc3\xbcn"s, "\xe2\x82\xac"s, "\xf0\x9d\x84\x9e"s,
                                  "\xf4\x8f\xbf\xbf"s, "\xed\x9f\xbf\xee\x80\x80"s, "\xef\xbf\xbf"s})
    EXPECT_TRUE(is_utf8(text)) << text;
}

TEST(Utf8, RefusesZeroBytes) {
  EXPECT_FALSE(is_utf8("\0"s));
  EXPECT_FALSE(is_utf8("a\0b"s));
}

TEST(Utf8, RefusesWhatIsCutOff) {
  for (const std::string& text : {"\xc3\xbc"s, "\xe2\x82\xac"s, "\xf0\x9d\x84\x9e"s})
    for (std::size_t size = 1; size < text.size(); ++size) {
      EXPECT_FALSE(is_utf8(text.substr(0, size))) << size;
      EXPECT_FALSE(is_utf8(text.substr(0, size) + "a")) << size;
      EXPECT_FALSE(is_utf8(text.substr(size))) << size;
    }
}

TEST(Utf8, RefusesOverlongFormsSurrogatesAndWhatIsTooLarge) {
  for (const std::string& text : {"\xc0\x80"s, "\xc1\xbf"s, "\xe0\x9f\xbf"s, "\xf0\x8f\xbf\xbf"s, "\xed\xa0\x80"s,
                                  "\xed\xbf\xbf"s, "\xf4\x90\x80\x80"s, "\xf5\x80\x80\x80"s, "\xff"s, "\x80"s})
    EXPECT_FALSE(is_utf8(text)) << text;
}

// One code point after the other, as its definition has it.
TEST(Utf8, TakesEachCodePointButSurrogates) {
  for (char32_t c = 1; c <= 0x110000; c += c < 0x10000 ? 1 : 97) {
    std::string text;
    const auto put = [&](char32_t bits) { text += static_cast<char>(bits); };
    if (c < 0x80) {
      put(c);
    } else if (c < 0x800) {
      put(0xc0 | c >> 6), put(0x80 | (c & 63));
    } else if (c < 0x10000) {
      put(0xe0 | c >> 12), put(0x80 | (c >> 6 & 63)), put(0x80 | (c & 63));
    } else {
      put(0xf0 | c >> 18), put(0x80 | (c >> 12 & 63)), put(0x80 | (c >> 6 & 63)), put(0x80 | (c & 63));
    }
    ASSERT_EQ(is_utf8(text), (c < 0xd800 || c > 0xdfff) && c <= 0x10ffff) << static_cast<std::uint32_t>(c);
  }
}

}  // namespace
}  // namespace bookends
