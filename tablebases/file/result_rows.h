// A block of results as a file holds it: rows of 64 neighbouring positions, each different row once.
//
// Men stand on most squares without changing much: of the 4096 rows of a block some hundred are different. So a block
// is a number for each row, and the rows. That is a tenth of all rows' bytes to compress, to decode and to keep. A
// block of many different rows may have them all as they come instead: as planes, which zstd makes smaller there.
// Blocks stand alone, as FORMAT.md says.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace bookends::tables {

// A bit a position, the first one lowest: "win", and "not a loss" for the side to move.
struct ResultRow {
  std::uint64_t win = 0;
  std::uint64_t not_loss = 0;
  bool operator==(const ResultRow& o) const { return ((win ^ o.win) | (not_loss ^ o.not_loss)) == 0; }
};

constexpr std::size_t rows_of(std::uint64_t positions) { return static_cast<std::size_t>((positions + 63) / 64); }

// The most bytes that a block of so many positions can have.
constexpr std::size_t most_row_bytes(std::uint64_t positions) { return 4 + rows_of(positions) * (4 + 16); }

// Rows by number: each different row once, in the order in which they come. One is used for block after block: its
// memory stays.
class NumberedRows {
 public:
  // Rows as they come: row(i) for each i < rows.
  template <class RowAt>
  void assign(std::size_t rows, const RowAt& row);
  // Rows that are numbered already: number(i) for each i < rows, row_of(n) for each n < different.
  template <class NumberAt, class RowOf>
  void assign_numbered(std::size_t rows, const NumberAt& number, std::size_t different, const RowOf& row_of);

  const std::vector<std::uint32_t>& numbers() const { return numbers_; }
  const std::vector<ResultRow>& different() const { return different_; }
  int number_bytes() const;  // that each number needs: 1, 2 or 4

 private:
  void begin(std::size_t rows);
  std::uint32_t number_of(const ResultRow& row) {
    std::size_t slot = static_cast<std::size_t>(mixed(row) >> unused_bits_);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1))
      if (different_[slots_[slot] - 1] == row) return slots_[slot] - 1;
    different_.push_back(row);
    slots_[slot] = static_cast<std::uint32_t>(different_.size());
    return slots_[slot] - 1;
  }
  // Its high bits are the best.
  static std::uint64_t mixed(const ResultRow& row) {
    return (row.win * 0x9E3779B97F4A7C15 ^ row.not_loss) * 0xC2B2AE3D27D4EB4F;
  }

  std::vector<std::uint32_t> numbers_;
  std::vector<ResultRow> different_;
  std::vector<std::uint32_t> slots_;  // a hash table of numbers + 1, at most half full; a power of two, 2 at least
  int unused_bits_ = 63;
};

template <class RowAt>
void NumberedRows::assign(std::size_t rows, const RowAt& row) {
  begin(rows);
  numbers_.resize(rows);
  ResultRow last;
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const ResultRow now = row(i);
    if (i == 0 || now != last) number = number_of(now), last = now;  // most rows repeat the one before
    numbers_[i] = number;
  }
}

template <class NumberAt, class RowOf>
void NumberedRows::assign_numbered(std::size_t rows, const NumberAt& number, std::size_t different,
                                   const RowOf& row_of) {
  numbers_.resize(rows);
  for (std::size_t i = 0; i < rows; ++i) numbers_[i] = number(i);
  different_.resize(different);
  for (std::size_t n = 0; n < different; ++n) different_[n] = row_of(n);
}

// `rows` has at least one row. Different rows are numbered in the order in which they come.
std::vector<std::byte> encode_rows(std::span<const ResultRow> rows);
// How many rows such bytes have.
std::size_t different_rows(std::span<const std::byte> encoded);
// All rows as they come.
std::vector<std::byte> encode_planes(std::span<const ResultRow> rows);

// The same bytes read; they must outlive it.
class ResultRows {
 public:
  // Nothing when the bytes are no block of so many positions, or name rows that are not there.
  static std::optional<ResultRows> read(std::span<const std::byte> bytes, std::uint64_t positions);

  std::size_t size() const { return rows_; }
  std::size_t different() const { return different_; }  // size() in planes
  int number_bytes() const { return number_bytes_; }    // of a row's number: 1, 2 or 4

  std::uint32_t number(std::size_t row) const;        // row < size(); the answer is < different()
  ResultRow row_of_number(std::size_t number) const;  // number < different()
  ResultRow row(std::size_t at) const { return row_of_number(number(at)); }

  // All rows by number, also those of planes.
  void number_into(NumberedRows& out) const;

 private:
  ResultRows() = default;

  // f(number) with a function of a row that is quick: for a block whose rows are numbered.
  template <class F>
  void with_numbers(const F& f) const;

  std::span<const std::byte> bytes_;
  std::size_t rows_ = 0, different_ = 0;
  int number_bytes_ = 1;
  bool planes_ = false;
};

}  // namespace bookends::tables
