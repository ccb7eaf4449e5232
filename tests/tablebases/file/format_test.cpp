// The header of a table file: both ways, and whatever can happen to its bytes.
#include "tablebases/file/format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tuple>

#include "core/base/result.h"
#include "core/io/checksum.h"

namespace bookends::tables {
namespace {

Section sample_section(Metric metric, std::uint8_t side) {
  Section s;
  s.metric = metric;
  s.side = side;
  s.bits = metric == Metric::wdl ? 2 : metric == Metric::cursed ? 1 : 8;
  s.block_log = metric == Metric::dtz ? 13 : 14;
  s.step = metric == Metric::dtz ? 2 : 1;
  s.order.anchor = 1;
  s.order.men = {1, 2, 0};
  s.positions = 100000;
  s.blocks.resize(s.block_count());
  for (std::size_t b = 0; b < s.blocks.size(); ++b) {
    s.blocks[b].bytes = static_cast<std::uint32_t>(100 + b);
    s.blocks[b].checksum = static_cast<std::uint32_t>(0xfffffff0 + b);
  }
  return s;
}

TableHeader sample() {
  TableHeader header;
  header.fingerprint = 0x0123456789abcdef;
  header.game = "fragments";
  header.ending = "KQvK";
  header.generator = "tests";
  header.settings = "none";
  header.statistics.resize(2);
  header.statistics[0].legal = 12;
  header.statistics[0].decided = {1, 2, 3, 4};
  header.statistics[1].draws = 99;
  header.statistics[1].zeroing_wins = {0, 8, 1};
  header.statistics[1].zeroing_losses = {5};
  for (const Metric metric : kAllMetrics) header.sections.push_back(sample_section(metric, 0));
  header.sections.push_back(sample_section(Metric::wdl, 1));
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
    const Section &got = read->sections[s], &put = header.sections[s];
    EXPECT_EQ(std::tuple(got.metric, got.side, got.bits, got.block_log, got.step, got.positions),
              std::tuple(put.metric, put.side, put.bits, put.block_log, put.step, put.positions));
    EXPECT_EQ(got.order, put.order);
    ASSERT_EQ(got.blocks.size(), put.blocks.size());
    for (std::size_t b = 0; b < put.blocks.size(); ++b) {
      EXPECT_EQ(got.blocks[b].offset, put.blocks[b].offset);
      EXPECT_EQ(got.blocks[b].bytes, put.blocks[b].bytes);
      EXPECT_EQ(got.blocks[b].checksum, put.blocks[b].checksum);
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
  for (const int version : {1, 2, 4}) {
    bytes[12] = static_cast<std::byte>(version);
    const auto read = decode_header(resealed(bytes), header.file_bytes);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().code, ErrorCode::unsupported);
    EXPECT_NE(read.error().message.find("table format " + std::to_string(version)), std::string::npos);
  }
}

// Sections that cannot be read together, though each by itself is one.
TEST(TableHeader, SectionsThatDoNotFitAreCorrupt) {
  const auto error_with = [](auto change) {
    TableHeader header = sample();
    change(header);
    lay_out(header);
    const auto read = decode_header(encode_header(header), header.file_bytes);
    return read ? std::string("none") : read.error().message;
  };
  const std::string wrong = "its header contradicts itself";
  EXPECT_EQ(error_with([](TableHeader&) {}), "none");
  EXPECT_EQ(error_with([](TableHeader& h) { h.sections.push_back(sample_section(Metric::wdl, 1)); }), wrong);
  EXPECT_EQ(error_with([](TableHeader& h) { h.sections = {sample_section(Metric::dtm, 0)}; }), wrong);
  EXPECT_EQ(error_with([](TableHeader& h) { h.sections.back().side = 2; }), wrong);
  EXPECT_EQ(error_with([](TableHeader& h) { h.sections.back().bits = 8; }), wrong);
  EXPECT_EQ(error_with([](TableHeader& h) { h.sections.back().step = 0; }), wrong);
  // What is ranked follows the results of its side: their order, and blocks that lie inside theirs.
  EXPECT_EQ(error_with([](TableHeader& h) { h.sections.push_back(sample_section(Metric::dtz, 1)); }), "none");
  EXPECT_EQ(error_with([](TableHeader& h) { h.sections.back() = sample_section(Metric::dtz, 1); }), wrong);
  EXPECT_EQ(error_with([](TableHeader& h) { std::swap(h.sections[2].order.men[0], h.sections[2].order.men[1]); }),
            wrong);
  EXPECT_EQ(error_with([](TableHeader& h) {
              Section& dtz = h.sections[2];
              dtz.block_log = 15;
              dtz.blocks.resize(dtz.block_count());
            }),
            wrong);
  // DTM has an order and blocks of its own.
  EXPECT_EQ(error_with([](TableHeader& h) {
              Section& dtm = h.sections[1];
              dtm.block_log = 15;
              dtm.order.men = {0, 1, 2};
              dtm.positions = 99999;
              dtm.blocks.resize(dtm.block_count());
            }),
            "none");
}

TEST(Section, SizesOfBlocks) {
  Section s = sample_section(Metric::wdl, 0);
  EXPECT_EQ(s.block_count(), 7u);
  EXPECT_EQ(s.positions_in(0), 16384u);
  EXPECT_EQ(s.positions_in(6), 100000u - 6 * 16384);
  EXPECT_EQ(s.most_bytes(0), 4 + 256 * 20u) << "256 rows, all different";
  EXPECT_EQ(s.most_bytes(6), 4 + (100000u - 6 * 16384 + 63) / 64 * 20);
  s = sample_section(Metric::cursed, 0);
  EXPECT_EQ(s.most_bytes(6), (100000u - 6 * 16384 + 7) / 8);
  s.metric = Metric::dtm;
  s.bits = 16;
  EXPECT_EQ(s.most_bytes(0), 32768u);
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
    RC_ASSERT(s.side < read->sides);
    if (is_ranked(s.metric)) RC_ASSERT(read->section(Metric::wdl, s.side) != nullptr);
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
