// Bits of a zstd frame: forwards, lowest first, as tables are written; and backwards, as what is coded by them.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace bookends::tables::zstd {

using Bytes = std::span<const std::byte>;

// A number of up to eight bytes, the lowest first.
inline std::uint64_t little_endian(Bytes bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | std::to_integer<std::uint64_t>(bytes[i]);
  return value;
}

// Bits `at` to `at + n` of the bytes, n at most 32; those beyond the end are 0.
inline std::uint32_t bits_at(Bytes bytes, std::size_t at, int n) {
  const std::size_t first = at / 8;
  if (n == 0 || first >= bytes.size()) return 0;
  const std::uint64_t word = little_endian(bytes.subspan(first, std::min<std::size_t>(8, bytes.size() - first)));
  return static_cast<std::uint32_t>(word >> at % 8 & ((std::uint64_t{1} << n) - 1));
}

class ForwardBits {
 public:
  explicit ForwardBits(Bytes bytes) : bytes_(bytes) {}
  std::uint32_t peek(int n) const { return bits_at(bytes_, at_, n); }
  void skip(int n) { at_ += static_cast<std::size_t>(n); }
  std::uint32_t read(int n) {
    const std::uint32_t value = peek(n);
    skip(n);
    return value;
  }
  std::size_t bytes_read() const { return (at_ + 7) / 8; }

 private:
  Bytes bytes_;
  std::size_t at_ = 0;
};

// From the last bit on: the highest 1 of the last byte ends the stream and is no part of it.
class BackwardBits {
 public:
  // Not good() when the last byte has no 1.
  explicit BackwardBits(Bytes bytes) : bytes_(bytes) {
    const unsigned last = bytes.empty() ? 0 : std::to_integer<unsigned>(bytes.back());
    if (last == 0) return;
    left_ = static_cast<std::int64_t>(bytes.size() * 8) - std::countl_zero(static_cast<std::uint8_t>(last)) - 1;
    good_ = true;
  }
  bool good() const { return good_; }
  // How many are left; negative when more were read than there are, which gave zeros.
  std::int64_t left() const { return left_; }
  // The next n bits, at most 32, the first of them the highest.
  std::uint32_t peek(int n) const {
    if (left_ >= n) return bits_at(bytes_, static_cast<std::size_t>(left_ - n), n);
    if (left_ <= 0) return 0;
    return bits_at(bytes_, 0, static_cast<int>(left_)) << (n - left_);
  }
  void skip(int n) { left_ -= n; }
  std::uint32_t read(int n) {
    const std::uint32_t value = peek(n);
    skip(n);
    return value;
  }

 private:
  Bytes bytes_;
  std::int64_t left_ = 0;
  bool good_ = false;
};

}  // namespace bookends::tables::zstd
