// Sets of squares in one word. Square s is bit s; s = rank * files + file, so a1 is bit 0 on every board.
#pragma once

#include <bit>
#include <cstdint>

#include "core/rules/rules.h"

namespace bookends {

using Bitboard = std::uint64_t;
using Square = int;
inline constexpr Square kNoSquare = -1;
inline constexpr int kMaxSquares = 64;

constexpr Bitboard bit(Square s) { return Bitboard{1} << s; }
constexpr bool contains(Bitboard b, Square s) { return (b >> s & 1) != 0; }
constexpr int count(Bitboard b) { return std::popcount(b); }
// b != 0: std::countr_zero would look whether it is.
constexpr Square lowest(Bitboard b) { return __builtin_ctzll(b); }
constexpr bool several(Bitboard b) { return (b & (b - 1)) != 0; }
constexpr Bitboard shifted(Bitboard b, int by) { return by >= 0 ? b << by : b >> -by; }

constexpr Square pop_lowest(Bitboard& b) {
  const Square s = lowest(b);
  b &= b - 1;
  return s;
}

// Range over the squares of a set: for (Square s : Squares(b)).
class Squares {
 public:
  constexpr explicit Squares(Bitboard b) : bits_(b) {}
  struct Iterator {
    Bitboard bits;
    constexpr Square operator*() const { return lowest(bits); }
    constexpr Iterator& operator++() { return bits &= bits - 1, *this; }
    constexpr bool operator!=(const Iterator& other) const { return bits != other.bits; }
  };
  constexpr Iterator begin() const { return {bits_}; }
  constexpr Iterator end() const { return {0}; }

 private:
  Bitboard bits_;
};

constexpr int file_of(const Rules& r, Square s) { return s % r.files; }
constexpr int rank_of(const Rules& r, Square s) { return s / r.files; }
constexpr Square square_at(const Rules& r, int file, int rank) { return rank * r.files + file; }
// The rank as its own side counts it: 0 is the home rank of the pieces.
constexpr int relative_rank(const Rules& r, Color c, Square s) {
  return c == Color::white ? rank_of(r, s) : r.ranks - 1 - rank_of(r, s);
}
constexpr int forward(const Rules& r, Color c) { return c == Color::white ? r.files : -r.files; }

}  // namespace bookends
