// Sets of rows, one for each block (kernels.h says what these are): row r in bit r % 64 of word r / 64.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "tablebases/rows/layout.h"

namespace bookends::tables {

// A set of rows, one bit each.
constexpr void add_row(std::span<std::uint64_t> rows, std::size_t row) {
  rows[row / 64] |= std::uint64_t{1} << row % 64;
}
constexpr void remove_row(std::span<std::uint64_t> rows, std::size_t row) {
  rows[row / 64] &= ~(std::uint64_t{1} << row % 64);
}

class RowSets {
 public:
  RowSets() = default;
  RowSets(std::size_t blocks, std::size_t rows) : rows_(rows), words_((rows + 63) / 64), sets_(blocks * words_) {}

  std::span<std::uint64_t> block(std::size_t b) { return {sets_.data() + b * words_, words_}; }
  std::span<const std::uint64_t> block(std::size_t b) const { return {sets_.data() + b * words_, words_}; }
  void clear() { std::fill(sets_.begin(), sets_.end(), 0); }
  void clear(std::size_t b) {
    for (std::uint64_t& w : block(b)) w = 0;
  }
  void fill(std::size_t b) {
    const std::span<std::uint64_t> set = block(b);
    for (std::uint64_t& w : set) w = ~std::uint64_t{0};
    if (rows_ % 64 != 0) set.back() = (std::uint64_t{1} << rows_ % 64) - 1;
  }
  bool any(std::size_t b) const { return any_of(block(b)); }
  // Of all blocks.
  std::vector<std::uint64_t>& words() { return sets_; }
  // No row beyond the last.
  bool fits(std::size_t b) const { return rows_ % 64 == 0 || block(b).back() >> rows_ % 64 == 0; }
  static bool any_of(std::span<const std::uint64_t> set) {
    return std::any_of(set.begin(), set.end(), [](std::uint64_t w) { return w != 0; });
  }

  static bool has(std::span<const std::uint64_t> set, std::size_t row) { return (set[row / 64] >> row % 64 & 1) != 0; }

  // Range over the rows of a set.
  class Rows {
   public:
    explicit Rows(std::span<const std::uint64_t> set) : set_(set) {}
    struct Iterator {
      std::span<const std::uint64_t> set;
      std::size_t row;
      std::size_t operator*() const { return row; }
      Iterator& operator++() { return ++row, skip(), *this; }
      bool operator!=(const Iterator& other) const { return row != other.row; }
      void skip() {
        while (row < 64 * set.size() && set[row / 64] >> row % 64 == 0) row = (row / 64 + 1) * 64;
        if (row < 64 * set.size()) row += static_cast<std::size_t>(std::countr_zero(set[row / 64] >> row % 64));
      }
    };
    Iterator begin() const {
      Iterator i{set_, 0};
      i.skip();
      return i;
    }
    Iterator end() const { return {set_, 64 * set_.size()}; }

   private:
    std::span<const std::uint64_t> set_;
  };

 private:
  std::size_t rows_ = 0, words_ = 0;
  std::vector<std::uint64_t> sets_;
};

// ----- Which rows can a move lead from? Supersets: what stands on the other squares of a row is not looked at.

// Adds the rows whose images under a symmetry are in `from`.
template <const Rules& R>
void add_turned_rows(const Layout<R>& layout, std::span<const std::uint64_t> from, int symmetry,
                     std::span<std::uint64_t> to);
// Adds the rows from which row man number `man` moves into those of `from`. `taken`: by kings and pawns.
template <const Rules& R>
void add_unmoved_rows(const Layout<R>& layout, std::span<const std::uint64_t> from, int man, Bitboard taken,
                      std::span<std::uint64_t> to);

#define BOOKENDS_EXTERN_ROW_SETS(game)                                                                             \
  extern template void add_turned_rows(const Layout<games::game>&, std::span<const std::uint64_t>, int,            \
                                       std::span<std::uint64_t>);                                                  \
  extern template void add_unmoved_rows(const Layout<games::game>&, std::span<const std::uint64_t>, int, Bitboard, \
                                        std::span<std::uint64_t>);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_ROW_SETS)
#undef BOOKENDS_EXTERN_ROW_SETS

}  // namespace bookends::tables
