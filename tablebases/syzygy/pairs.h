// The values of one part of a Syzygy file: blocks of codes of variable length. A code stands for a symbol, and a symbol
// for a value or for two symbols, one after the other; so it is a run of 1 to 256 values. An index has a place near
// every so many values, and the sizes of the blocks lead from there to the block of a value.
//
// The files have no checksum that could be verified in passing. So whatever a probe finds is compared with the bounds
// of the part: bytes that make no sense give kDamaged, and nothing else.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tablebases/syzygy/paged_file.h"

namespace bookends::tables::syzygy {

enum class FileKind : std::uint8_t { wdl, dtz };

inline constexpr int kDamaged = -1;

class Pairs {
 public:
  // Reads the description at the beginning of `bytes`, which stay where they are; `used`: how many of them it takes.
  // `positions`: how many values there are. Nothing when it makes no sense.
  static std::optional<Pairs> read(std::span<const std::byte> bytes, std::uint64_t positions, FileKind kind,
                                   std::size_t& used);

  // The bytes that come later in the file, in this order.
  std::uint64_t index_bytes() const { return constant_ ? 0 : kIndexBytes * ((positions_ + span() - 1) >> span_log_); }
  std::uint64_t size_bytes() const { return 2 * std::uint64_t{sizes_count_}; }
  std::uint64_t data_bytes() const { return std::uint64_t{blocks_} << block_log_; }
  // Where in the file they begin.
  void set_index(std::uint64_t offset) { index_ = offset; }
  void set_sizes(std::uint64_t offset) { sizes_ = offset; }
  void set_data(std::uint64_t offset) { data_ = offset; }

  std::uint8_t flags() const { return flags_; }
  // 12 bits, or kDamaged. `file`: the one that it was read from.
  int value(std::uint64_t number, const PagedFile& file) const;

 private:
  static constexpr std::uint64_t kIndexBytes = 6;
  class Sizes;
  class Bits;

  Pairs() = default;
  std::uint64_t span() const { return std::uint64_t{1} << span_log_; }
  bool find_block(std::uint64_t number, const PagedFile& file, std::uint32_t& block, std::int64_t& place) const;
  int symbol_value(std::uint32_t symbol, std::uint32_t place) const;
  bool read_codes(std::span<const std::byte> offsets, unsigned least);
  bool read_symbols(std::span<const std::byte> symbols);
  void make_runs();
  // The length of the code at the top of a word, less least_.
  std::size_t length_at(std::uint64_t word) const {
    std::size_t length = shortest_[word >> 56];
    while (word < least_codes_[length]) ++length;  // the last of them is 0
    return length;
  }
  // The symbol of a code of that length; it may be none of those there are.
  std::uint64_t symbol_at(std::uint64_t word, std::size_t length) const {
    return first_symbols_[length] + ((word - least_codes_[length]) >> (64 - least_ - length));
  }
  int measure(std::uint32_t symbol, std::vector<std::uint8_t>& known);

  std::uint32_t left(std::uint32_t symbol) const {
    const std::byte* s = symbols_ + 3 * std::size_t{symbol};
    return std::to_integer<std::uint32_t>(s[0]) | (std::to_integer<std::uint32_t>(s[1]) & 15) << 8;
  }
  std::uint32_t right(std::uint32_t symbol) const {
    const std::byte* s = symbols_ + 3 * std::size_t{symbol};
    return std::to_integer<std::uint32_t>(s[1]) >> 4 | std::to_integer<std::uint32_t>(s[2]) << 4;
  }

  std::uint64_t positions_ = 0;
  std::uint8_t flags_ = 0;
  bool constant_ = false;
  std::uint8_t constant_value_ = 0;
  unsigned block_log_ = 0, span_log_ = 0, least_ = 0;  // bytes of a block; values of an index entry; bits of a code
  std::uint32_t blocks_ = 0, sizes_count_ = 0;
  const std::byte* symbols_ = nullptr;
  std::uint64_t index_ = 0, sizes_ = 0, data_ = 0;  // where they begin
  // By length of a code: the least code of it, at the top of the word; and the symbol of that code.
  std::vector<std::uint64_t> least_codes_;
  std::vector<std::uint16_t> first_symbols_;
  std::array<std::uint8_t, 256> shortest_{};  // of the codes that begin with these bits, less least_
  // By the next bits: the symbols that are whole within them, together. Most of a block is passed over by these.
  struct Run {
    std::uint16_t values = 0;
    std::uint8_t bits = 0;  // 0: not one is whole
  };
  static constexpr unsigned kRunBits = 10;
  std::vector<Run> runs_;
  std::vector<std::uint8_t> lengths_;  // of symbols, in values, less one
};

}  // namespace bookends::tables::syzygy
