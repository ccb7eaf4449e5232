// Numbers of any width up to 57 bits, packed one after the other, lowest bit first.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace bookends {

inline constexpr int kMaxPackedBits = 57;      // one unaligned 64-bit read holds as much, wherever it begins
inline constexpr std::size_t kBitPadding = 8;  // bytes that have to follow the last number

constexpr int bits_for(std::uint64_t largest) { return static_cast<int>(std::bit_width(largest)); }

// `at` is in bits; `width` is 0 to kMaxPackedBits. The bytes of the number and kBitPadding more can be read.
inline std::uint64_t read_bits(const std::byte* bytes, std::uint64_t at, int width) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes + at / 8, sizeof word);
  static_assert(std::endian::native == std::endian::little);
  return word >> (at % 8) & ((std::uint64_t{1} << width) - 1);
}

class BitWriter {
 public:
  // The lowest `width` bits of the value, 0 to kMaxPackedBits of them.
  void put(std::uint64_t value, int width) {
    bytes_.resize((at_ + static_cast<std::size_t>(width) + 7) / 8);
    for (int i = 0; i < width; ++i, ++at_)
      if ((value >> i & 1) != 0) bytes_[at_ / 8] |= std::byte{1} << (at_ % 8);
  }
  // The bytes, with the padding that readers need.
  std::vector<std::byte> take() {
    bytes_.resize(bytes_.size() + kBitPadding);
    return std::move(bytes_);
  }

 private:
  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
};

}  // namespace bookends
