#include "core/io/bytes.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/io/checksum.h"
#include "core/io/file.h"

namespace bookends::test {
namespace {

TEST(Bytes, AreLittleEndian) {
  std::vector<std::byte> out;
  put(out, std::uint32_t{0x01020304});
  EXPECT_EQ(out, (std::vector<std::byte>{std::byte{4}, std::byte{3}, std::byte{2}, std::byte{1}}));
}

RC_GTEST_PROP(Bytes, AreReadBackAsTheyWere,
              (std::uint8_t a, std::uint16_t b, std::uint32_t c, std::uint64_t d, const std::string& text)) {
  std::vector<std::byte> out;
  put(out, a);
  put(out, b);
  put(out, c);
  put_text(out, text);
  put(out, d);
  ByteReader reader(out);
  RC_ASSERT(reader.read<std::uint8_t>() == a);
  RC_ASSERT(reader.read<std::uint16_t>() == b);
  RC_ASSERT(reader.read<std::uint32_t>() == c);
  RC_ASSERT(reader.read_text() == text);
  RC_ASSERT(reader.read<std::uint64_t>() == d);
  RC_ASSERT(reader.ok());
  RC_ASSERT(reader.left() == 0u);
}

// Cut anywhere, the reader says so, gives zeros from then on and never reads past the end.
TEST(Bytes, NoticeEveryTruncation) {
  std::vector<std::byte> out;
  put(out, std::uint32_t{7});
  put_text(out, "text");
  put(out, std::uint64_t{9});
  for (std::size_t size = 0; size < out.size(); ++size) {
    const std::vector<std::byte> cut(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(size));
    ByteReader reader(cut);
    reader.read<std::uint32_t>();
    reader.read_text();
    EXPECT_EQ(reader.read<std::uint64_t>(), 0u);
    EXPECT_FALSE(reader.ok()) << size;
    EXPECT_EQ(reader.read<std::uint8_t>(), 0u) << "a reader that failed must stay failed";
  }
}

TEST(Bytes, TakeOfNothingIsNoFailure) {
  ByteReader reader({});
  EXPECT_TRUE(reader.take(0).empty());
  EXPECT_TRUE(reader.ok());
}

// Published test values of XXH3, 64 bits, seed 0: files must stay readable for ever.
TEST(Checksum, IsXxh3) {
  EXPECT_EQ(checksum({}), 0x2d06800538d394c2u);
  EXPECT_EQ(checksum(as_bytes("a")), 0xe6c632b61e964e1fu);
  EXPECT_EQ(checksum(as_bytes("abc")), 0x78af5f94892f3950u);
}

RC_GTEST_PROP(Checksum, NoticesEveryFlippedBit, ()) {
  auto data = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::uint8_t>>(rc::gen::arbitrary<std::uint8_t>()));
  const std::uint64_t before = checksum(std::as_bytes(std::span(data)));
  const auto at = *rc::gen::inRange<std::size_t>(0, data.size());
  data[at] = static_cast<std::uint8_t>(data[at] ^ (1u << *rc::gen::inRange(0, 8)));
  RC_ASSERT(checksum(std::as_bytes(std::span(data))) != before);
}

}  // namespace
}  // namespace bookends::test
