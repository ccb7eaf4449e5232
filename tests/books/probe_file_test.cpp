#include "books/probe_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <random>
#include <set>

#include "books/bits.h"
#include "core/games.h"

namespace bookends {
namespace {

BookHeader header() {
  return {"fragments",    fingerprint(games::fragments),
          BookSide::both, "test 1",
          "nodes=1\n",    {std::string(games::fragments.starts[0])}};
}

std::vector<BookEntry> random_entries(std::size_t n, std::uint64_t seed, int scores) {
  std::mt19937_64 random(seed);
  std::vector<BookEntry> entries(n);
  for (BookEntry& e : entries) {
    e.key = random();
    e.move_index = static_cast<std::uint16_t>(random() % 40);
    e.score = static_cast<std::int16_t>(static_cast<int>(random() % static_cast<unsigned>(scores)) - scores / 2);
    e.depth = static_cast<std::uint8_t>(random() % 30);
    e.proof = static_cast<Proof>(random() % 4);
    e.from_table = random() % 2 == 0;
  }
  return entries;
}

ProbeFile opened(const std::vector<std::byte>& bytes) {
  Result<ProbeFile> file = ProbeFile::from_bytes(bytes, "book");
  EXPECT_TRUE(file) << file.error().message;
  return std::move(*file);
}

RC_GTEST_PROP(ProbeFile, FindsEveryEntryAndNoOther, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(0, 300);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const std::vector<BookEntry> entries = random_entries(n, seed, *rc::gen::element(1, 2, 600, 60000));
  const ProbeFile file = opened(*encode_book(header(), entries));
  RC_ASSERT(file.positions() == n);
  RC_ASSERT(file.header() == header());
  for (const BookEntry& e : entries) RC_ASSERT(file.find(e.key) == e);
  std::mt19937_64 random(seed + 1);
  for (int i = 0; i < 200; ++i) RC_ASSERT(!file.find(random()));
  std::set<Key> listed;
  for (std::uint64_t i = 0; i < n; ++i) {
    const auto found = file.find(file.at(i).key);
    RC_ASSERT(found.has_value());
    RC_ASSERT(*found == file.at(i));
    listed.insert(found->key);
  }
  RC_ASSERT(listed.size() == n);
}

TEST(ProbeFile, TheOrderOfTheEntriesDoesNotMatter) {
  std::vector<BookEntry> entries = random_entries(500, 1, 700);
  const auto bytes = *encode_book(header(), entries);
  std::shuffle(entries.begin(), entries.end(), std::mt19937(7));
  EXPECT_EQ(*encode_book(header(), entries), bytes);
}

TEST(ProbeFile, KeysThatBeginAlikeAreToldApart) {
  std::vector<BookEntry> entries = random_entries(3, 2, 10);
  entries[1].key = entries[0].key ^ 0x100000;
  const ProbeFile file = opened(*encode_book(header(), entries));
  for (const BookEntry& e : entries) EXPECT_EQ(file.find(e.key), e);
}

TEST(ProbeFile, EqualKeysAreRefused) {
  std::vector<BookEntry> entries = random_entries(3, 2, 10);
  entries[1].key = entries[0].key;
  const auto bytes = encode_book(header(), entries);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, ErrorCode::limit);
}

TEST(ProbeFile, IsSmall) {
  const auto bytes = *encode_book(header(), random_entries(100'000, 3, 2000));
  EXPECT_LE(static_cast<double>(bytes.size()) / 100'000, 7.6);
}

TEST(ProbeFile, EveryDamagedByteIsNoticed) {
  const auto bytes = *encode_book(header(), random_entries(100, 4, 300));
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (const int bit : {0, 3, 7}) {
      auto damaged = bytes;
      damaged[i] ^= std::byte{1} << bit;
      const auto file = ProbeFile::from_bytes(damaged, "book");
      ASSERT_FALSE(file) << "byte " << i;
      EXPECT_EQ(file.error().code, ErrorCode::corrupt);
    }
}

TEST(ProbeFile, EveryOtherLengthIsNoticed) {
  const auto bytes = *encode_book(header(), random_entries(60, 5, 300));
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    const auto file = ProbeFile::from_bytes({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n)}, "book");
    ASSERT_FALSE(file) << "length " << n;
    EXPECT_EQ(file.error().code, ErrorCode::corrupt);
  }
  auto longer = bytes;
  longer.resize(bytes.size() + 8);
  EXPECT_FALSE(ProbeFile::from_bytes(longer, "book"));
}

TEST(ProbeFile, AMissingFileIsNotFound) {
  const auto file = ProbeFile::open("/nonexistent/book");
  ASSERT_FALSE(file);
  EXPECT_EQ(file.error().code, ErrorCode::not_found);
  EXPECT_THAT(file.error().message, testing::HasSubstr("/nonexistent/book"));
}

TEST(Bits, WidthsFollowEachOther) {
  BitWriter out;
  const std::vector<std::pair<std::uint64_t, int>> numbers{{1, 1}, {0x155, 9},     {0, 0}, {(1ull << 57) - 3, 57},
                                                           {7, 3}, {0xabcdef, 24}, {2, 57}};
  for (const auto& [value, width] : numbers) out.put(value, width);
  const auto bytes = out.take();
  std::uint64_t at = 0;
  for (const auto& [value, width] : numbers) {
    EXPECT_EQ(read_bits(bytes.data(), at, width), value);
    at += static_cast<std::uint64_t>(width);
  }
}

TEST(BookMove, IndexAndMoveAreInverse) {
  const auto position = Position<games::fragments>::start();
  for (const Move m : position.legal_moves()) EXPECT_EQ(book_move(position, book_move_index(position, m)), m);
  EXPECT_EQ(book_move(position, position.legal_moves().size()), std::nullopt);
  EXPECT_EQ(book_move(position, -1), std::nullopt);
}

}  // namespace
}  // namespace bookends
