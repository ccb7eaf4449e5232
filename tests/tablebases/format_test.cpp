// The header of a table file: both ways, and whatever can happen to its bytes.
#include "tablebases/format.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/io/checksum.h"
#include "core/result.h"

namespace bookends::tables {
namespace {

TableHeader sample() {
  TableHeader header;
  header.fingerprint = 0x0123456789abcdef;
  header.game = "fragments";
  header.ending = "KQvK";
  header.generator = "tests";
  header.settings = "none";
  header.positions = 100000;
  header.statistics.resize(2);
  header.statistics[0].legal = 12;
  header.statistics[0].decided = {1, 2, 3, 4};
  header.statistics[1].draws = 99;
  for (int side = 0; side < 2; ++side)
    for (const Metric metric : {Metric::wdl, Metric::dtm}) {
      Section s;
      s.metric = metric;
      s.side = static_cast<std::uint8_t>(side);
      s.bits = metric == Metric::wdl ? 2 : 8;
      s.block_log = 14;
      s.values = header.positions;
      s.blocks.resize(s.block_count());
      for (std::size_t b = 0; b < s.blocks.size(); ++b) {
        s.blocks[b].bytes = static_cast<std::uint32_t>(100 + b);
        s.blocks[b].checksum = 7 * b;
      }
      header.sections.push_back(s);
    }
  lay_out(header);
  return header;
}

// The bytes with their checksum made right again, as only a program of another version would write them.
std::vector<std::byte> resealed(std::vector<std::byte> bytes) {
  const std::size_t body = bytes.size() - 8;
  const std::uint64_t sum = checksum(std::span(bytes).first(body));
  for (std::size_t i = 0; i < 8; ++i) bytes[body + i] = static_cast<std::byte>(sum >> (8 * i));
  return bytes;
}

TEST(TableHeader, RoundTrip) {
  const TableHeader header = sample();
  const auto bytes = encode_header(header);
  ASSERT_EQ(bytes.size(), encoded_header_bytes(header));
  const auto read = decode_header(bytes, header.file_bytes);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->game, "fragments");
  EXPECT_EQ(read->ending, "KQvK");
  EXPECT_EQ(read->fingerprint, header.fingerprint);
  EXPECT_EQ(read->statistics, header.statistics);
  ASSERT_EQ(read->sections.size(), header.sections.size());
  for (std::size_t s = 0; s < header.sections.size(); ++s) {
    ASSERT_EQ(read->sections[s].blocks.size(), header.sections[s].blocks.size());
    for (std::size_t b = 0; b < header.sections[s].blocks.size(); ++b) {
      EXPECT_EQ(read->sections[s].blocks[b].offset, header.sections[s].blocks[b].offset);
      EXPECT_EQ(read->sections[s].blocks[b].checksum, header.sections[s].blocks[b].checksum);
    }
  }
  EXPECT_EQ(encode_header(*read), bytes);
}

TEST(TableHeader, EveryFlippedBitIsCorrupt) {
  const TableHeader header = sample();
  auto bytes = encode_header(header);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      bytes[i] ^= static_cast<std::byte>(1 << bit);
      const auto read = decode_header(bytes, header.file_bytes);
      ASSERT_FALSE(read.ok()) << "byte " << i << " bit " << bit;
      ASSERT_EQ(read.error().code, ErrorCode::corrupt) << read.error().message;
      bytes[i] ^= static_cast<std::byte>(1 << bit);
    }
}

TEST(TableHeader, EveryTruncationIsCorrupt) {
  const TableHeader header = sample();
  const auto bytes = encode_header(header);
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    const auto read = decode_header(std::span(bytes).first(n), n);
    ASSERT_FALSE(read.ok()) << n;
    ASSERT_EQ(read.error().code, ErrorCode::corrupt);
  }
  EXPECT_FALSE(decode_header(bytes, header.file_bytes - 1).ok());
  EXPECT_FALSE(decode_header(bytes, header.file_bytes + 1).ok());
}

TEST(TableHeader, AnotherVersionIsUnsupported) {
  const TableHeader header = sample();
  auto bytes = encode_header(header);
  bytes[12] = std::byte{2};
  const auto read = decode_header(resealed(bytes), header.file_bytes);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, ErrorCode::unsupported);
}

// Even with a right checksum no header can make the reader run wild.
RC_GTEST_PROP(TableHeader, NonsenseWithARightChecksumIsRefusedOrConsistent, (std::vector<std::uint8_t> noise)) {
  const TableHeader header = sample();
  auto bytes = encode_header(header);
  for (std::size_t i = 0; i < noise.size(); ++i) {
    const std::size_t at = 16 + (noise[i] * 131 + i * 17) % (bytes.size() - 24);
    bytes[at] = static_cast<std::byte>(noise[(i + 1) % noise.size()]);
  }
  const auto read = decode_header(resealed(bytes), header.file_bytes);
  if (!read) return;
  for (const Section& s : read->sections) {
    RC_ASSERT(s.blocks.size() == s.block_count());
    RC_ASSERT(s.values == read->positions);
  }
}

TEST(SideStatistics, FollowFromTheDistances) {
  SideStatistics s;
  EXPECT_EQ(s.max_win_plies(), -1);
  EXPECT_EQ(s.max_loss_plies(), -1);
  s.decided = {5, 7, 0, 11, 2, 0};
  EXPECT_EQ(s.wins(), 18u);
  EXPECT_EQ(s.losses(), 7u);
  EXPECT_EQ(s.max_win_plies(), 3);
  EXPECT_EQ(s.max_loss_plies(), 4);
}

}  // namespace
}  // namespace bookends::tables
