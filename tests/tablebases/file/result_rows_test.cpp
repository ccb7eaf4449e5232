// Rows of results as a block: there and back, and bytes that are none.
#include "tablebases/file/result_rows.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>

namespace bookends::tables {
namespace {

// So many rows, of which at most `different` are.
std::vector<ResultRow> some_rows(std::size_t rows, std::size_t different, unsigned seed) {
  std::mt19937_64 dice(seed);
  std::vector<ResultRow> kinds(different), out(rows);
  for (ResultRow& row : kinds) row = {dice(), dice()};
  for (ResultRow& row : out) row = kinds[dice() % different];
  return out;
}

void expect_back(const std::vector<ResultRow>& rows, int number_bytes) {
  const int number_bytes_of_all = rows.size() <= 256 ? 1 : rows.size() <= 65536 ? 2 : 4;
  for (const bool planes : {false, true}) {
    const std::vector<std::byte> bytes = planes ? encode_planes(rows) : encode_rows(rows);
    ASSERT_LE(bytes.size(), most_row_bytes(64 * rows.size()));
    const auto read = ResultRows::read(bytes, 64 * rows.size());
    ASSERT_TRUE(read);
    EXPECT_EQ(read->number_bytes(), planes ? number_bytes_of_all : number_bytes);
    ASSERT_EQ(read->size(), rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) ASSERT_EQ(read->row(i), rows[i]) << i;
  }
}

TEST(ResultRows, AreWhatTheyWere) {
  expect_back(some_rows(1, 1, 1), 1);
  expect_back(some_rows(4096, 1, 2), 1);
  expect_back(some_rows(4096, 256, 3), 1);
  expect_back(some_rows(4096, 600, 4), 2);
  expect_back(some_rows(4096, 100000, 5), 2);
  expect_back(some_rows(100000, 300000, 6), 4);
}

TEST(ResultRows, EachDifferentRowOnce) {
  const std::vector<ResultRow> rows{{1, 2}, {1, 2}, {3, 2}, {1, 2}, {1, 3}, {3, 2}};
  const std::vector<std::byte> bytes = encode_rows(rows);
  EXPECT_EQ(bytes.size(), 4 + 6 + 3 * 16u);
  const auto read = ResultRows::read(bytes, 6 * 64 - 5);
  ASSERT_TRUE(read) << "the last row may be a part";
  EXPECT_EQ(read->different(), 3u);
  EXPECT_EQ(read->number(5), 1u);
}

// Both forms of a block name the same rows by the same numbers. One is used again, after larger and smaller blocks.
TEST(NumberedRows, AreTheSameOfBothForms) {
  NumberedRows numbered, of_planes;
  for (const std::size_t different : {600, 1, 100000, 256, 3000}) {
    const std::vector<ResultRow> rows = some_rows(4096, different, static_cast<unsigned>(different));
    const std::vector<std::byte> by_number = encode_rows(rows), planes = encode_planes(rows);
    ResultRows::read(by_number, 4096 * 64)->number_into(numbered);
    ResultRows::read(planes, 4096 * 64)->number_into(of_planes);
    EXPECT_EQ(of_planes.numbers(), numbered.numbers());
    EXPECT_EQ(of_planes.different(), numbered.different());
    EXPECT_EQ(numbered.different().size(), different_rows(by_number));
    for (std::size_t i = 0; i < rows.size(); ++i)
      ASSERT_EQ(of_planes.different()[of_planes.numbers()[i]], rows[i]) << i;
  }
}

// Of every length but the right one, of another number of positions, and with a row that is not there.
TEST(ResultRows, OtherBytesAreNone) {
  const std::vector<ResultRow> rows = some_rows(300, 200, 7);
  for (const auto& bytes : {encode_rows(rows), encode_planes(rows)}) {
    for (std::size_t n = 0; n < bytes.size(); ++n)
      ASSERT_FALSE(ResultRows::read(std::span(bytes).first(n), 300 * 64)) << n;
    EXPECT_FALSE(ResultRows::read(bytes, 299 * 64));
    EXPECT_FALSE(ResultRows::read(bytes, 301 * 64));
  }
  std::vector<std::byte> bytes = encode_rows(rows);
  bytes[4 + 7] = std::byte{255};
  EXPECT_FALSE(ResultRows::read(bytes, 300 * 64));
}

RC_GTEST_PROP(ResultRows, AnyBytesAreReadOrRefused, (std::vector<std::uint8_t> noise, std::uint16_t positions)) {
  std::vector<std::byte> bytes;
  for (const std::uint8_t b : noise) bytes.push_back(static_cast<std::byte>(b));
  // A small count of rows, else nearly all are refused for it.
  for (std::size_t i = 1; i < std::min<std::size_t>(4, bytes.size()); ++i) bytes[i] = std::byte{0};
  const auto read = ResultRows::read(bytes, positions);
  for (std::size_t i = 0; read && i < read->size(); ++i) RC_ASSERT(read->number(i) < read->different());
}

}  // namespace
}  // namespace bookends::tables
