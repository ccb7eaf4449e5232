// A move in 16 bits, and a list of moves of fixed capacity.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

#include "core/rules/bitboard.h"

namespace bookends {

// from (6 bits), to (6 bits), promotion slot (3 bits; 0, the pawn, means none). What else a move is (double step, en
// passant, castling) follows from the position it is played in. Castling is the king's move of two files.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to, Kind promotion = Kind::pawn)
      : bits_(static_cast<std::uint16_t>(from | to << 6 | index(promotion) << 12)) {}
  static constexpr Move from_bits(std::uint16_t bits) {
    Move m;
    m.bits_ = bits;
    return m;
  }

  constexpr Square from() const { return bits_ & 63; }
  constexpr Square to() const { return bits_ >> 6 & 63; }
  constexpr Kind promotion() const { return static_cast<Kind>(bits_ >> 12); }
  constexpr bool promotes() const { return promotion() != Kind::pawn; }
  constexpr std::uint16_t bits() const { return bits_; }

  constexpr bool operator==(const Move&) const = default;
  constexpr explicit operator bool() const { return bits_ != 0; }  // false for "no move"

 private:
  std::uint16_t bits_ = 0;
};

// No position that the core accepts has more moves: a side has at most the men it starts with (16 on 8x8, 10 on 5x5),
// and no piece more than 27 targets, or 12 promotions.
class MoveList {
 public:
  static constexpr int kCapacity = 448;
  MoveList() {}  // leaves the moves uninitialised: lists are made at every node of a search
  void add(Move m) {
    assert(size_ < kCapacity);
    moves_[slot(size_++)] = m;
  }
  void clear() { size_ = 0; }
  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  Move operator[](int i) const { return moves_[slot(i)]; }
  Move& operator[](int i) { return moves_[slot(i)]; }
  Move* begin() { return moves_.data(); }
  Move* end() { return moves_.data() + size_; }
  const Move* begin() const { return moves_.data(); }
  const Move* end() const { return moves_.data() + size_; }
  bool contains(Move m) const {
    for (const Move x : *this)
      if (x == m) return true;
    return false;
  }

 private:
  union {
    std::array<Move, kCapacity> moves_;
  };
  int size_ = 0;
};

}  // namespace bookends
