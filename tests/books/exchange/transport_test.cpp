#include "books/exchange/transport.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "books/exchange/transport_streams.h"
#include "books/file/envelope.h"
#include "core/io/bytes.h"
#include "tests/books/support.h"

namespace bookends {
namespace {

using games::fragments;
using test::small_graph;
using testing::HasSubstr;

// As persons and tables leave a book.
void mark(BookGraph& graph) {
  for (NodeId n = 0; n < graph.size(); ++n) {
    BookEntry& entry = graph.nodes[n].entry;
    if (n % 7 == 3) entry.manual = true;
    if (n % 11 == 5) graph.nodes[n].remark = "remark " + std::to_string(n) + " \u2713";
    if (n % 13 == 4) {
      entry.from_table = true;
      entry.proof = n % 2 == 0 ? Proof::win : Proof::loss;
      entry.score = static_cast<std::int16_t>(n % 2 == 0 ? win_in(9) : loss_in(30));
    }
    if (n % 17 == 6) entry.score = n % 2 == 0 ? kInfinite : -kInfinite;
  }
}

template <const Rules& R>
void expect_round_trip(const BookGraph& graph) {
  const auto packed = pack_book<R>(graph);
  ASSERT_TRUE(packed) << packed.error().message;
  const auto file = unpack_book<R>(*packed, "packed");
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_TRUE(*file == *encode<R>(graph));
  EXPECT_TRUE(*pack_book<R>(graph) == *packed);
  EXPECT_TRUE(is_transport(*packed));
  EXPECT_FALSE(is_transport(*file));
  EXPECT_EQ(transport_header(*packed, "packed")->positions, graph.size());
  EXPECT_TRUE(transport_header(*packed, "packed")->header == graph.header);
}

template <const Rules& R>
void expect_transport_round_trips() {
  for (const BookSide side : {BookSide::both, BookSide::white, BookSide::black}) {
    BookGraph graph = small_graph<R>(250, side);
    expect_round_trip<R>(graph);
    mark(graph);
    expect_round_trip<R>(graph);
  }
}

TEST(Transport, ExpandsToTheSameBytesInEveryGame) {
#define BOOKENDS_TRY(game) expect_transport_round_trips<games::game>();
  BOOKENDS_FOR_EACH_GAME(BOOKENDS_TRY)
#undef BOOKENDS_TRY
}

TEST(Transport, IsSmallerThanTheBook) {
  const BookGraph graph = small_graph<fragments>(2000);
  EXPECT_LT(pack_book<fragments>(graph)->size() * 2, encode<fragments>(graph)->size());
}

TEST(Transport, ABookWithoutPositionsIsOne) {
  BookGraph graph = small_graph<fragments>(50);
  graph.nodes.clear();
  ASSERT_TRUE(relink<fragments>(graph));
  expect_round_trip<fragments>(graph);
}

TEST(Transport, StartsThatAreTransposedOrNotInTheBook) {
  BookGraph graph = small_graph<fragments>(200);
  graph.header.starts.push_back(position_of<fragments>(graph.nodes[20]).fen());
  graph.header.starts.push_back(graph.header.starts[0]);
  graph.header.starts.insert(graph.header.starts.begin(), "4k/5/2K2/5/R4 w - - 0 1");
  ASSERT_TRUE(relink<fragments>(graph));
  EXPECT_EQ(graph.starts[0], kNoNode);
  expect_round_trip<fragments>(graph);
}

TEST(Transport, WhatTheStartsDoNotLeadToIsRefusedWithItsNumber) {
  BookGraph graph = small_graph<fragments>(200);
  graph.unreached = 3;
  const auto packed = pack_book<fragments>(graph);
  ASSERT_FALSE(packed);
  EXPECT_EQ(packed.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(packed.error().message, HasSubstr("3 positions cannot be reached"));
  EXPECT_THAT(packed.error().message, HasSubstr("book fix"));
}

TEST(Transport, EveryDamagedByteAndEveryOtherLengthIsNoticed) {
  BookGraph graph = small_graph<fragments>(60);
  mark(graph);
  const auto packed = *pack_book<fragments>(graph);
  for (std::size_t i = 0; i < packed.size(); ++i)
    for (const int bit : {0, 3, 7}) {
      auto damaged = packed;
      damaged[i] ^= std::byte{1} << bit;
      const auto file = unpack_book<fragments>(damaged, "packed");
      ASSERT_FALSE(file) << "byte " << i;
      EXPECT_EQ(file.error().code, ErrorCode::corrupt);
    }
  for (std::size_t n = 0; n < packed.size(); ++n) {
    const auto file = unpack_book<fragments>(std::span(packed).first(n), "packed");
    ASSERT_FALSE(file) << "length " << n;
    EXPECT_EQ(file.error().code, ErrorCode::corrupt);
  }
}

// A packed book with another checksum of the book file, as that version would have written it.
std::vector<std::byte> with_other_sum(std::span<const std::byte> packed, std::uint32_t version) {
  const Envelope envelope = *unseal(transport::kPackedKind, transport::kVersion, packed, "packed");
  std::vector<std::byte> payload(envelope.payload.begin(), envelope.payload.end());
  payload[sizeof(std::uint64_t)] ^= std::byte{1};  // behind the number of positions
  return seal(transport::kMagic, version, {envelope.fingerprint, envelope.settings, payload});
}

TEST(Transport, TheProbeFilesChecksumCountsFromVersion2On) {
  BookGraph graph = small_graph<fragments>(60);
  mark(graph);
  const auto packed = *pack_book<fragments>(graph);
  const auto old = unpack_book<fragments>(with_other_sum(packed, 1), "packed");
  ASSERT_TRUE(old) << old.error().message;
  EXPECT_TRUE(*old == *encode<fragments>(graph));
  const auto file = unpack_book<fragments>(with_other_sum(packed, 2), "packed");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::corrupt);
  EXPECT_EQ(file.error().message,
            "packed: it does not expand to the book that was packed; the book is damaged: fetch or build it again");
  const auto newer = unpack_book<fragments>(with_other_sum(packed, 4), "packed");
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().code, ErrorCode::unsupported);
  EXPECT_EQ(newer.error().message, "packed: format version 4, this program reads 1 to 3");
}

// What is in version2.book, as version 1 of this format packed it.
TEST(Transport, FilesOfVersion1StayReadable) {
  const std::filesystem::path golden = BOOKENDS_SOURCE_DIR "/tests/books/golden";
  auto packed = *read_file(golden / "transport1.packed");
  const auto file = unpack_book<fragments>(packed, "packed");
  ASSERT_TRUE(file) << file.error().message;
  const auto graph = graph_of(test::must_open<fragments>(golden / "version2.book"));
  ASSERT_TRUE(graph);
  EXPECT_TRUE(*file == *encode<fragments>(*graph));
  for (std::byte& byte : packed) {
    byte ^= std::byte{8};
    EXPECT_FALSE(unpack_book<fragments>(packed, "packed")) << "byte " << &byte - packed.data();
    byte ^= std::byte{8};
  }
}

// What is in the books of the golden files, as versions 2 and 3 packed it.
TEST(Transport, FilesOfVersions2And3StayReadable) {
  const std::filesystem::path golden = BOOKENDS_SOURCE_DIR "/tests/books/golden";
  for (const auto& [packed, book] :
       {std::pair("transport2.packed", "version3.book"), std::pair("transport3.packed", "version4.book")}) {
    const auto file = unpack_book<fragments>(*read_file(golden / packed), "packed");
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_TRUE(*file == *read_file(golden / book)) << book;
  }
}

// A block of zstd that holds its bytes as they are.
void put_block(std::vector<std::byte>& out, std::uint32_t size, bool last) {
  const std::uint32_t header = size << 3 | (last ? 1 : 0);
  for (const int shift : {0, 8, 16}) out.push_back(static_cast<std::byte>(header >> shift));
  out.insert(out.end(), size, std::byte{1});
}

// A zstd frame that says it holds `claimed` bytes, and holds `content` as it is.
std::vector<std::byte> frame(std::uint64_t claimed, std::uint32_t content) {
  std::vector<std::byte> out;
  put(out, std::uint32_t{0xFD2FB528});
  put(out, std::uint8_t{0xC0});  // a size of 8 bytes, no checksum
  put(out, std::uint8_t{0x58});  // window of 2 MB
  put(out, claimed);
  constexpr std::uint32_t kBlock = 100'000;
  for (; content > kBlock; content -= kBlock) put_block(out, kBlock, false);
  put_block(out, content, true);
  return out;
}

Result<transport::Streams> read_claim(std::uint64_t claimed, const std::vector<std::byte>& first) {
  std::vector<std::byte> bytes;
  const std::vector<std::byte> empty = frame(0, 0);
  for (std::size_t i = 0; i < transport::streams_of(transport::kVersion); ++i) {
    put(bytes, std::uint64_t{i == 0 ? claimed : 0});
    put(bytes, static_cast<std::uint64_t>(i == 0 ? first.size() : empty.size()));
  }
  bytes.insert(bytes.end(), first.begin(), first.end());
  for (std::size_t i = 1; i < transport::streams_of(transport::kVersion); ++i)
    bytes.insert(bytes.end(), empty.begin(), empty.end());
  ByteReader in(bytes);
  return transport::read_streams(in, transport::kVersion, "crafted");
}

// Kilobytes, the most that this process has had.
long peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

TEST(TransportStreams, ThatClaimMoreThanTheyHoldAreCorrupt) {
  constexpr std::uint32_t kContent = 2'000'000;
  ASSERT_TRUE(read_claim(kContent, frame(kContent, kContent)));
  const long before = peak_memory();
  for (const std::uint64_t claimed : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{kContent - 1},
                                      std::uint64_t{kContent + 1}, std::uint64_t{1} << 30, std::uint64_t{1} << 34,
                                      std::uint64_t{1} << 36, std::uint64_t{1} << 62, ~std::uint64_t{0} - 2}) {
    const auto streams = read_claim(claimed, frame(claimed, kContent));
    ASSERT_FALSE(streams) << claimed;
    EXPECT_EQ(streams.error().code, ErrorCode::corrupt) << claimed;
    ASSERT_LT(peak_memory() - before, 200'000) << claimed;
  }
}

TEST(TransportStreams, ThatAreCutOffAreCorrupt) {
  const std::vector<std::byte> whole = frame(300'000, 300'000);
  for (const std::size_t cut : {std::size_t{1}, std::size_t{50'000}, std::size_t{100'003}, whole.size() - 14}) {
    const auto streams = read_claim(300'000, {whole.begin(), whole.end() - static_cast<std::ptrdiff_t>(cut)});
    ASSERT_FALSE(streams) << cut;
    EXPECT_EQ(streams.error().code, ErrorCode::corrupt) << cut;
  }
  std::vector<std::byte> longer = whole;
  longer.push_back({});
  EXPECT_FALSE(read_claim(300'000, longer));
}

TEST(TransportStreams, ThatAreEasiestToPackAreRead) {
  transport::Streams streams;
  streams[0].assign(30'000'000, std::byte{7});
  streams[1].assign(1 << 20, std::byte{0});
  for (std::size_t i = 0; i < 3'000'000; ++i) streams[2].push_back(static_cast<std::byte>(i * i >> 7));
  std::vector<std::byte> bytes;
  ASSERT_TRUE(transport::put_streams(bytes, transport::kVersionWithPlayed, streams));
  ByteReader in(bytes);
  const auto read = transport::read_streams(in, transport::kVersionWithPlayed, "easy");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(*read == streams);
}

TEST(Transport, ABookOfAnotherGameIsRefused) {
  const auto packed = *pack_book<fragments>(small_graph<fragments>(60));
  const auto file = unpack_book<games::gardner>(packed, "packed");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::unsupported);
  EXPECT_EQ(file.error().message, "packed: a book of fragments, not of gardner");
}

}  // namespace
}  // namespace bookends
