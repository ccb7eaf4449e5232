// Huffman codes, zstd's coding of literals (RFC 8878, 4.2).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tablebases/zstd/bits.h"

namespace bookends::tables::zstd {

class HuffmanCode {
 public:
  // As `bytes` begin with it, and how many of them it takes; nullopt when it is none.
  static std::optional<HuffmanCode> read(Bytes bytes, std::size_t& taken);

  // Fills `out` from a stream that has exactly so many symbols; false when it has not.
  bool decode(Bytes stream, std::span<std::byte> out) const;

 private:
  struct Cell {
    std::uint8_t symbol = 0;
    std::uint8_t bits = 0;
  };
  static std::optional<HuffmanCode> of_weights(std::vector<std::uint8_t> weights);

  int width_ = 0;            // bits of the longest code
  std::vector<Cell> cells_;  // by the next width_ bits
};

}  // namespace bookends::tables::zstd
