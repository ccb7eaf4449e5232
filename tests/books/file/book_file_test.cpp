#include "books/file/book_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <random>
#include <set>

#include "books/file/layout.h"
#include "books/file/writer.h"
#include "core/io/bits.h"
#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "core/rules/games.h"

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

// Every third entry set by a person, every fifth with a remark.
std::vector<BookRemark> mark_by_hand(std::vector<BookEntry>& entries) {
  std::vector<BookRemark> remarks;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    entries[i].manual = i % 3 == 0;
    if (i % 5 == 0) remarks.push_back({entries[i].key, "remark \u2713 " + std::string(i % 40, 'x')});
  }
  return remarks;
}

BookFile opened(const std::vector<std::byte>& bytes) {
  Result<BookFile> file = BookFile::from_bytes(bytes, "book");
  EXPECT_TRUE(file) << file.error().message;
  return std::move(*file);
}

RC_GTEST_PROP(BookFile, FindsEveryEntryAndNoOther, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(0, 300);
  const auto seed = *rc::gen::arbitrary<std::uint64_t>();
  const std::vector<BookEntry> entries = random_entries(n, seed, *rc::gen::element(1, 2, 600, 60000));
  const BookFile file = opened(*encode_book(header(), entries));
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

// Decided games beside estimates that lie close together.
RC_GTEST_PROP(BookFile, KeepsScoresOfEveryKind, ()) {
  std::vector<BookEntry> entries = random_entries(*rc::gen::inRange<std::size_t>(1, 400),
                                                  *rc::gen::arbitrary<std::uint64_t>(), *rc::gen::element(1, 90, 2000));
  for (std::size_t i = 0; i < entries.size(); i += *rc::gen::element<std::size_t>(2, 7, 100))
    entries[i].score = static_cast<std::int16_t>(i % 2 == 0 ? kMate - static_cast<int>(i % 90) : -kInfinite);
  const BookFile file = opened(*encode_book(header(), entries));
  for (const BookEntry& e : entries) RC_ASSERT(file.find(e.key) == e);
}

TEST(BookFile, EveryScoreThereIsHasRoomInOneBook) {
  std::vector<BookEntry> entries = random_entries(2 * kInfinite + 1, 9, 1);
  for (std::size_t i = 0; i < entries.size(); ++i)
    entries[i].score = static_cast<std::int16_t>(static_cast<int>(i) - kInfinite);
  const BookFile file = opened(*encode_book(header(), entries));
  for (const BookEntry& e : entries) ASSERT_EQ(file.find(e.key), e);
}

TEST(BookFile, AScoreThatIsNoneIsRefused) {
  std::vector<BookEntry> entries = random_entries(3, 2, 10);
  for (const int score : {-32768, -kInfinite - 1, kInfinite + 1, 32767}) {
    entries[1].score = static_cast<std::int16_t>(score);
    const auto bytes = encode_book(header(), entries);
    ASSERT_FALSE(bytes) << score;
    EXPECT_EQ(bytes.error().code, ErrorCode::invalid_argument);
    EXPECT_THAT(bytes.error().message, testing::HasSubstr("the score " + std::to_string(score)));
  }
}

std::uint64_t number_at(const std::vector<std::byte>& bytes, std::size_t at) {
  return get<std::uint64_t>(bytes.data() + at);
}

TEST(BookFile, TheDirectoryTakes16BitsBelow65536Entries) {
  for (const auto& [n, number] : {std::pair<std::size_t, std::size_t>{65535, 2}, {65536, 4}}) {
    const std::vector<BookEntry> entries = random_entries(n, 11, 300);
    const std::vector<std::byte> bytes = *encode_book(header(), entries);
    const std::size_t buckets = std::size_t{1} << get<std::uint8_t>(bytes.data() + book_layout::kWidthsAt);
    EXPECT_EQ(number_at(bytes, book_layout::kScoresAt) - number_at(bytes, book_layout::kDirectoryAt),
              book_layout::aligned((buckets + 1) * number));
    const BookFile file = opened(bytes);
    for (const BookEntry& e : entries) ASSERT_EQ(file.find(e.key), e);
    for (std::uint64_t i = 0; i < n; i += 97) ASSERT_EQ(file.find(file.at(i).key), file.at(i));
    std::mt19937_64 random(12);
    for (int i = 0; i < 10'000; ++i) ASSERT_FALSE(file.find(random()));
  }
}

// Keys as no position has them: all in one bucket, at its beginning or its end.
TEST(BookFile, KeysMayCrowd) {
  for (const Key crowd : {Key{0}, ~Key{0} << 40}) {
    std::vector<BookEntry> entries = random_entries(3000, 13, 300);
    for (std::size_t i = 0; i < entries.size(); ++i) entries[i].key = crowd | i << 27;
    const BookFile file = opened(*encode_book(header(), entries));
    for (const BookEntry& e : entries) {
      ASSERT_EQ(file.find(e.key), e);
      ASSERT_FALSE(file.find(e.key ^ Key{1} << 50));
    }
  }
}

TEST(BookFile, TheOrderOfTheEntriesDoesNotMatter) {
  std::vector<BookEntry> entries = random_entries(500, 1, 700);
  std::vector<BookRemark> remarks = mark_by_hand(entries);
  const auto bytes = *encode_book(header(), entries, remarks);
  std::shuffle(entries.begin(), entries.end(), std::mt19937(7));
  std::shuffle(remarks.begin(), remarks.end(), std::mt19937(8));
  EXPECT_EQ(*encode_book(header(), entries, remarks), bytes);
}

RC_GTEST_PROP(BookFile, KeepsWhatAPersonSetAndSaid, ()) {
  std::vector<BookEntry> entries =
      random_entries(*rc::gen::inRange<std::size_t>(1, 200), *rc::gen::arbitrary<std::uint64_t>(), 600);
  const std::vector<BookRemark> remarks = mark_by_hand(entries);
  const BookFile file = opened(*encode_book(header(), entries, remarks));
  RC_ASSERT(file.remarks() == remarks.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    RC_ASSERT(file.find(entries[i].key) == entries[i]);
    RC_ASSERT(file.remark(entries[i].key) == (i % 5 == 0 ? remarks[i / 5].text : ""));
  }
  for (std::uint64_t i = 0; i < file.positions(); ++i) RC_ASSERT(file.remark_at(i) == file.remark(file.at(i).key));
  RC_ASSERT(file.remark(~entries[0].key).empty());
}

TEST(BookFile, WhatNobodySetCostsNothing) {
  std::vector<BookEntry> entries = random_entries(4096, 1, 700);
  const auto plain = encode_book(header(), entries)->size();
  entries[7].manual = true;
  EXPECT_EQ(encode_book(header(), entries)->size(), plain + 4096 / 8);
}

TEST(BookFile, RemarksThatAreNoneAreRefused) {
  const std::vector<BookEntry> entries = random_entries(3, 2, 10);
  const auto refused = [&](std::vector<BookRemark> remarks, const char* why) {
    const auto bytes = encode_book(header(), entries, std::move(remarks));
    ASSERT_FALSE(bytes) << why;
    EXPECT_EQ(bytes.error().code, ErrorCode::invalid_argument);
    EXPECT_THAT(bytes.error().message, testing::HasSubstr(why));
  };
  refused({{entries[0].key, ""}}, "is empty");
  refused({{entries[0].key, std::string(kLongestRemark + 1, 'x')}}, "too long");
  refused({{entries[0].key, "\xff"}}, "is not UTF-8");
  refused({{entries[0].key, std::string("a\0b", 3)}}, "is not UTF-8");
  refused({{entries[0].key, "a"}, {entries[0].key, "b"}}, "there twice");
  refused({{entries[0].key ^ 1, "a"}}, "belongs to no position");
}

constexpr const char* kVersion1 = BOOKENDS_SOURCE_DIR "/tests/books/golden/version1.book";
constexpr const char* kVersion2 = BOOKENDS_SOURCE_DIR "/tests/books/golden/version2.book";
constexpr const char* kVersion3 = BOOKENDS_SOURCE_DIR "/tests/books/golden/version3.book";

// A book as version 1 wrote it: `book build fragments --positions 40 --nodes 200`.
TEST(BookFile, FilesOfVersion1StayReadable) {
  const auto file = BookFile::open(kVersion1);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->positions(), 57u);
  EXPECT_EQ(file->header().starts.size(), 2u);
  EXPECT_EQ(file->remarks(), 0u);
  const auto start = file->find(Position<games::fragments>::start().key());
  ASSERT_TRUE(start);
  EXPECT_FALSE(start->manual);
}

// The same as version 2 wrote it, with a score and a remark of a person's at the start: `book set --score 40`.
TEST(BookFile, FilesOfVersion2StayReadable) {
  const auto file = BookFile::open(kVersion2);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->positions(), 57u);
  const auto start = file->find(Position<games::fragments>::start().key());
  ASSERT_TRUE(start);
  EXPECT_TRUE(start->manual);
  EXPECT_EQ(start->score, 40);
  EXPECT_EQ(file->remark(start->key), "as played");
}

// The same from a later program, as version 3 wrote it.
TEST(BookFile, FilesOfVersion3StayReadable) {
  const auto file = BookFile::open(kVersion3);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->positions(), 65u);
  EXPECT_EQ(file->played_moves(), 0u);
  const auto start = file->find(Position<games::fragments>::start().key());
  ASSERT_TRUE(start);
  EXPECT_TRUE(start->manual);
  EXPECT_EQ(start->score, 40);
  EXPECT_EQ(file->remark(start->key), "as played");
}

TEST(BookFile, FilesOfOldVersionsHoldTheSameAsNewOnes) {
  for (const char* path : {kVersion1, kVersion2, kVersion3}) {
    const BookFile old = opened(*read_file(path));
    std::vector<BookEntry> entries;
    std::vector<BookRemark> remarks;
    for (std::uint64_t i = 0; i < old.positions(); ++i) {
      entries.push_back(old.at(i));
      if (!old.remark_at(i).empty()) remarks.push_back({entries.back().key, std::string(old.remark_at(i))});
    }
    const BookFile file = opened(*encode_book(old.header(), entries, remarks));
    EXPECT_LT(file.file_size(), old.file_size() + 16);  // version 1 has a shorter header
    for (const BookEntry& e : entries) {
      EXPECT_EQ(file.find(e.key), e);
      EXPECT_EQ(file.remark(e.key), old.remark(e.key));
    }
  }
}

TEST(BookFile, EveryDamagedByteOfAnOldVersionIsNoticed) {
  for (const char* path : {kVersion1, kVersion2, kVersion3}) {
    auto bytes = *read_file(path);
    for (std::byte& byte : bytes) {
      byte ^= std::byte{4};
      EXPECT_FALSE(BookFile::from_bytes(bytes, "book")) << path << ", byte " << &byte - bytes.data();
      byte ^= std::byte{4};
    }
  }
}

template <class T>
void put_at(std::vector<std::byte>& bytes, std::size_t at, T value) {
  for (std::size_t i = 0; i < sizeof value; ++i) bytes[at + i] = static_cast<std::byte>(value >> (8 * i));
}

// A file whose checksums are right, whatever else is not.
std::vector<std::byte> summed(std::vector<std::byte> bytes) {
  namespace layout = book_layout;
  const auto sum = [&](std::size_t from, std::size_t to, std::size_t sum_at) {
    put_at(bytes, sum_at, checksum(std::span(bytes).subspan(from, to - from)));
  };
  const auto directory = number_at(bytes, layout::kDirectoryAt), scores = number_at(bytes, layout::kScoresAt),
             entries = number_at(bytes, layout::kEntriesAt), remarks = number_at(bytes, layout::kRemarksAt);
  sum(directory, scores, layout::kDirectorySumAt);
  sum(scores, entries, layout::kScoresSumAt);
  sum(entries, remarks, layout::kEntriesSumAt);
  put_at(bytes, layout::kHeaderSumAt, std::uint64_t{0});
  sum(0, directory, layout::kHeaderSumAt);
  return bytes;
}

TEST(BookFile, WhatContradictsItselfIsRefusedWithRightChecksumsToo) {
  std::vector<BookEntry> entries = random_entries(300, 15, 100);
  for (std::size_t i = 0; i < 40; ++i)
    entries[i].score = static_cast<std::int16_t>(i % 2 == 0 ? win_in(9) : loss_in(8));
  const auto bytes = *encode_book(header(), entries);
  ASSERT_TRUE(BookFile::from_bytes(summed(bytes), "book"));
  namespace layout = book_layout;
  const std::size_t directory = number_at(bytes, layout::kDirectoryAt), scores = number_at(bytes, layout::kScoresAt),
                    section = number_at(bytes, layout::kEntriesAt), remarks = number_at(bytes, layout::kRemarksAt);
  const auto intervals = get<std::uint16_t>(bytes.data() + layout::kIntervalsAt);
  const auto codes = get<std::uint16_t>(bytes.data() + layout::kCodesAt);
  ASSERT_EQ(intervals, 3);
  const auto refused = [&](std::size_t at, auto value, const char* why) {
    auto changed = bytes;
    put_at(changed, at, value);
    const auto file = BookFile::from_bytes(summed(changed), "book");
    ASSERT_FALSE(file) << why << " at " << at;
    EXPECT_EQ(file.error().code, ErrorCode::corrupt);
    EXPECT_THAT(file.error().message, testing::HasSubstr(why));
  };
  refused(directory, std::uint16_t{1}, "directory contradicts");
  refused(directory + 2, std::uint16_t{301}, "directory contradicts");
  refused(scores, std::uint16_t{0x8000}, "scores contradict");
  refused(scores + 2, std::uint16_t{1}, "scores contradict");
  refused(scores + 4, get<std::uint16_t>(bytes.data() + scores), "scores contradict");
  refused(scores + 6, std::uint16_t{0}, "scores contradict");
  refused(scores + 6, codes, "scores contradict");
  refused(layout::kIntervalsAt, static_cast<std::uint16_t>(intervals + 2), "do not fit");
  refused(layout::kIntervalsAt, std::uint16_t{0}, "do not fit");
  refused(layout::kCodesAt, static_cast<std::uint16_t>(codes / 2), "do not fit");
  refused(layout::kCodesAt, static_cast<std::uint16_t>(intervals - 1), "");
  refused(layout::kCodesAt, std::uint16_t{0}, "do not fit");
  refused(layout::kUnusedByteAt, std::uint8_t{1}, "is not zero");
  refused(scores - 1, std::uint8_t{1}, "is not zero");
  refused(remarks - 1, std::uint8_t{1}, "is not zero");
  refused(section - 1, std::uint8_t{1}, "is not zero");
}

TEST(BookFile, KeysThatBeginAlikeAreToldApart) {
  std::vector<BookEntry> entries = random_entries(3, 2, 10);
  entries[1].key = entries[0].key ^ 0x100000;
  const BookFile file = opened(*encode_book(header(), entries));
  for (const BookEntry& e : entries) EXPECT_EQ(file.find(e.key), e);
}

TEST(BookFile, EqualKeysAreRefused) {
  std::vector<BookEntry> entries = random_entries(3, 2, 10);
  entries[1].key = entries[0].key;
  const auto bytes = encode_book(header(), entries);
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().code, ErrorCode::limit);
}

TEST(BookFile, IsSmall) {
  const auto bytes = *encode_book(header(), random_entries(100'000, 3, 2000));
  EXPECT_LE(static_cast<double>(bytes.size()) / 100'000, 7.6);
}

TEST(BookFile, EveryDamagedByteIsNoticed) {
  std::vector<BookEntry> entries = random_entries(100, 4, 300);
  const std::vector<BookRemark> remarks = mark_by_hand(entries);
  const auto bytes = *encode_book(header(), entries, remarks);
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (const int bit : {0, 3, 7}) {
      auto damaged = bytes;
      damaged[i] ^= std::byte{1} << bit;
      const auto file = BookFile::from_bytes(damaged, "book");
      ASSERT_FALSE(file) << "byte " << i;
      EXPECT_EQ(file.error().code, ErrorCode::corrupt);
    }
}

TEST(BookFile, EveryOtherLengthIsNoticed) {
  std::vector<BookEntry> entries = random_entries(60, 5, 300);
  const std::vector<BookRemark> remarks = mark_by_hand(entries);
  const auto bytes = *encode_book(header(), entries, remarks);
  for (std::size_t n = 0; n < bytes.size(); ++n) {
    const auto file = BookFile::from_bytes({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n)}, "book");
    ASSERT_FALSE(file) << "length " << n;
    EXPECT_EQ(file.error().code, ErrorCode::corrupt);
    const bool known = n >= book_layout::kMagic.size();  // what does not begin as a book may be anything
    EXPECT_THAT(file.error().message,
                testing::EndsWith(known ? "; the book is damaged: fetch or build it again"
                                        : "`bookends book import` makes one of PGN, EPD, JSON, Polyglot or a proof"));
  }
  auto longer = bytes;
  longer.resize(bytes.size() + 8);
  EXPECT_FALSE(BookFile::from_bytes(longer, "book"));
}

TEST(BookFile, AMissingFileIsNotFound) {
  const auto file = BookFile::open("/nonexistent/book");
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
