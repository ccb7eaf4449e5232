// Syzygy files of an ending of three men, written as simply as the format allows: for tests of reading them. What a
// placement is stored as, the caller says. Placements are counted up here, not numbered as the reader does.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "core/io/bytes.h"
#include "core/rules/bitboard.h"

namespace bookends::tables::test {

using Bytes = std::vector<std::byte>;
using Three = std::array<Square, 3>;

inline constexpr std::size_t kDescriptionBegins = 5;

// Three different men, in the order of their numbers: the first in the triangle a1-d1-d4; where it is on the diagonal,
// the first man that is not is below it.
inline std::vector<Three> placements_of_pieces() {
  std::vector<Three> all;
  const std::array<Square, 6> below{1, 2, 3, 10, 11, 19};
  const auto others = [&](Square a, Square b, const auto& keep) {
    for (Square c = 0; c < 64; ++c)
      if (c != a && c != b && keep(c)) all.push_back({a, b, c});
  };
  const auto is_below = [](Square s) { return s % 8 > s / 8; };
  const auto is_on = [](Square s) { return s % 9 == 0; };
  const auto any = [](Square) { return true; };
  for (const Square a : below)
    for (Square b = 0; b < 64; ++b)
      if (b != a) others(a, b, any);
  for (Square a = 0; a < 32; a += 9)
    for (Square b = 0; b < 64; ++b)
      if (is_below(b)) others(a, b, any);
  for (Square a = 0; a < 32; a += 9)
    for (Square b = 0; b < 64; b += 9)
      if (b != a) others(a, b, is_below);
  for (Square a = 0; a < 32; a += 9)
    for (Square b = 0; b < 64; b += 9)
      if (b != a) others(a, b, is_on);
  return all;
}

// A pawn on one of the files a to d, which counts first, then two other men.
inline std::vector<Three> placements_of_pawn(int file) {
  std::vector<Three> all;
  for (Square c = 0; c < 62; ++c)
    for (Square b = 0; b < 63; ++b)
      for (Square pawn = 8 + file; pawn < 56; pawn += 8) {
        const Square second = b + (b >= pawn ? 1 : 0);
        Square third = c;  // of the squares that the others leave
        for (const Square taken : {std::min(pawn, second), std::max(pawn, second)}) third += third >= taken ? 1 : 0;
        all.push_back({pawn, second, third});
      }
  return all;
}

// What one part stores, by number.
struct PlainPart {
  std::uint8_t flags = 0;
  std::vector<std::uint16_t> values;
  std::array<std::vector<std::uint8_t>, 4> maps{};  // where the flags say that there are some
};

// The blocks of a part. A symbol is a value, or two of the symbol before it: runs of 1, 2, 4 up to 64. Codes have two
// lengths, the shorter ones for the longer runs.
class PlainPairs {
 public:
  explicit PlainPairs(const PlainPart& part) : part_(part) {
    for (const std::uint16_t value : part.values)
      if (std::find(kinds_.begin(), kinds_.end(), value) == kinds_.end()) kinds_.push_back(value);
    symbols_ = kinds_.size() * kRuns;
    bits_ = std::bit_width(symbols_ - 1);
    longer_ = 2 * symbols_ - (std::size_t{1} << bits_);
    for (std::size_t at = 0; at < part.values.size();) at = add_block(at);
  }

  Bytes description() const {
    Bytes out;
    const std::array<std::size_t, 4> head{part_.flags, kBlockLog, kSpanLog, 0};
    for (const std::size_t n : head) out.push_back(static_cast<std::byte>(n));
    put(out, static_cast<std::uint32_t>(starts_.size()));
    for (const std::size_t n : {bits_, bits_ - 1}) out.push_back(static_cast<std::byte>(n));
    for (const std::size_t n : {longer_, std::size_t{0}, symbols_}) put(out, static_cast<std::uint16_t>(n));
    for (std::size_t symbol = 0; symbol < symbols_; ++symbol) {
      const std::size_t n = kinds_.size();
      const std::size_t first = symbol < n ? kinds_[symbol] : symbol - n, second = symbol < n ? 0xFFF : symbol - n;
      for (const std::size_t b : {first & 255, first >> 8 | (second & 15) << 4, second >> 4})
        out.push_back(static_cast<std::byte>(b));
    }
    if (out.size() % 2 != 0) out.push_back({});
    return out;
  }
  Bytes index() const {
    Bytes out;
    for (std::size_t middle = kSpan / 2; middle < part_.values.size() + kSpan / 2; middle += kSpan) {
      const std::size_t block =
          static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), middle) - starts_.begin()) - 1;
      put(out, static_cast<std::uint32_t>(block));
      put(out, static_cast<std::uint16_t>(middle - starts_[block]));
    }
    return out;
  }
  Bytes sizes() const {
    Bytes out;
    for (std::size_t i = 0; i < starts_.size(); ++i) {
      const std::size_t end = i + 1 < starts_.size() ? starts_[i + 1] : part_.values.size();
      put(out, static_cast<std::uint16_t>(end - starts_[i] - 1));
    }
    return out;
  }
  const Bytes& blocks() const { return blocks_; }

 private:
  static constexpr std::size_t kRuns = 7, kBlockLog = 6, kSpanLog = 7, kSpan = std::size_t{1} << kSpanLog;

  // From the value at `at`; where the next block begins.
  std::size_t add_block(std::size_t at) {
    starts_.push_back(at);
    std::vector<bool> bits;
    while (at < part_.values.size() && bits.size() + bits_ <= 8U << kBlockLog) {
      std::size_t run = 1, longest = 0;
      while (at + run < part_.values.size() && part_.values[at + run] == part_.values[at]) ++run;
      while (longest + 1 < kRuns && std::size_t{2} << longest <= run) ++longest;
      const auto kind = std::find(kinds_.begin(), kinds_.end(), part_.values[at]) - kinds_.begin();
      const std::size_t symbol = longest * kinds_.size() + static_cast<std::size_t>(kind);
      const bool is_long = symbol < longer_;
      const std::size_t code = is_long ? symbol : longer_ / 2 + symbol - longer_;
      for (std::size_t bit = is_long ? bits_ : bits_ - 1; bit-- > 0;) bits.push_back((code >> bit & 1) != 0);
      at += std::size_t{1} << longest;
    }
    const std::size_t begin = blocks_.size();
    blocks_.resize(begin + (std::size_t{1} << kBlockLog));
    for (std::size_t i = 0; i < bits.size(); ++i)
      if (bits[i]) blocks_[begin + i / 8] |= static_cast<std::byte>(0x80 >> i % 8);
    return at;
  }

  const PlainPart& part_;
  std::vector<std::uint16_t> kinds_;  // different values
  std::size_t symbols_ = 0, longer_ = 0;
  std::size_t bits_ = 0;
  std::vector<std::size_t> starts_;  // of blocks
  Bytes blocks_;
};

// The file. `parts`: for each file of the pawn, for each side that is stored. `men`: as the format writes them.
inline Bytes plain_syzygy(std::uint32_t magic, const std::array<unsigned, 3>& men,
                          const std::vector<PlainPart>& parts) {
  const bool pawn = men[0] % 8 == 1, both = parts.size() == (pawn ? 8 : 2);
  std::vector<PlainPairs> pairs(parts.begin(), parts.end());
  Bytes out;
  put(out, magic);
  out.push_back(static_cast<std::byte>((both ? 1 : 0) | (pawn ? 2 : 0)));
  for (std::size_t file = 0; file < (pawn ? 4 : 1); ++file)
    for (const unsigned code : {0U, men[0], men[1], men[2]}) out.push_back(static_cast<std::byte>(code * 17));
  const auto align = [&](std::size_t to) { out.resize((out.size() + to - 1) / to * to); };
  const auto add = [&](const Bytes& bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); };
  align(2);
  for (const PlainPairs& each : pairs) add(each.description());
  for (const PlainPart& part : parts)
    for (const auto& map : part.maps) {
      if ((part.flags & 2) == 0) continue;
      out.push_back(static_cast<std::byte>(map.size()));
      for (const std::uint8_t distance : map) out.push_back(static_cast<std::byte>(distance));
    }
  align(2);
  for (const PlainPairs& each : pairs) add(each.index());
  for (const PlainPairs& each : pairs) add(each.sizes());
  for (const PlainPairs& each : pairs) align(64), add(each.blocks());
  align(64);
  out.resize(out.size() + 16);
  return out;
}

}  // namespace bookends::tables::test
