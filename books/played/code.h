// The moves played of one position as bits: small numbers take few of them. FORMAT.md describes the code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "books/played/record.h"
#include "core/io/bits.h"

namespace bookends {

// What all records of a file have in common.
struct PlayedCode {
  int move_bits = 0;  // 0 to 16
  bool ratings = false, years = false, weights = false, learning = false;
  std::uint16_t latest_year = 0;

  std::uint8_t columns() const;
  void set_columns(std::uint8_t columns);
};
inline constexpr std::uint8_t kPlayedColumns = 15;  // the most that columns() can be

// The least code that has room for these moves as well.
void make_room(PlayedCode& code, const std::vector<PlayedMove>& moves);

// Errors: what is wrong with the moves of a position, in words; nothing where all is well.
std::optional<std::string> wrong_with(const std::vector<PlayedMove>& moves);

void put_played(BitWriter& out, const PlayedCode& code, const std::vector<PlayedMove>& moves);

// Reads numbers one after the other, not beyond the end: there it gives zeros, and ok() is false from then on.
class BitReader {
 public:
  // `bytes` has kBitPadding more bytes behind its end that can be read.
  BitReader(const std::byte* bytes, std::uint64_t size) : bytes_(bytes), end_(8 * size) {}

  std::uint64_t take(int width);  // at most kMaxPackedBits
  std::uint64_t take_gamma();     // at least 1, at most 2^33
  bool ok() const { return ok_; }
  // Whether less than a byte is left, all zeros.
  bool at_end() const;

 private:
  const std::byte* bytes_;
  std::uint64_t at_ = 0;
  std::uint64_t end_;
  bool ok_ = true;
};

// False where the bits are no moves played. Of bits that were once checked it never is.
bool get_played(BitReader& in, const PlayedCode& code, std::vector<PlayedMove>& moves);

}  // namespace bookends
