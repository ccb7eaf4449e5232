// A position in 36 bytes, the same for every game: what the workspace keeps of it, so that positions which happen to
// share a key are told apart.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/position/fen.h"
#include "core/position/position.h"
#include "core/rules/rules.h"

namespace bookends {

// Placement (4 bits a square, a1 first), side to move, castling rights, en passant square, Makruk count. The clocks of
// the FEN are left out: a book speaks of positions, not of the games that led to them.
struct PackedPosition {
  static constexpr std::size_t kBytes = 36;
  std::array<std::uint8_t, kBytes> bytes{};

  Color turn() const { return static_cast<Color>(bytes[kFlags] & 1); }
  bool operator==(const PackedPosition&) const = default;

  static constexpr std::size_t kFlags = 32;      // bit 0: Black to move; bits 1-4: castling rights
  static constexpr std::size_t kEnPassant = 33;  // square + 1; 0 = none
  static constexpr std::size_t kCountLimit = 34;
  static constexpr std::size_t kCountPlies = 35;
};

PackedPosition pack(const Rules& rules, const Setup& setup);

// The setup with its clocks at the start of a game. Of bytes that pack() has made; others need check_packed().
Setup unpack(const Rules& rules, const PackedPosition& packed);

// Why these are not the bytes of a setup: anything but what pack() makes of one that check_setup() is content with.
Result<void> check_packed(const Rules& rules, const PackedPosition& packed);

// The position of bytes from anywhere. Errors: invalid_argument, also for a right to capture en passant that no pawn
// can use: a position has one form only.
template <const Rules& R>
Result<Position<R>> unpack_position(const PackedPosition& packed) {
  if (const Result<void> sound = check_packed(R, packed); !sound) return sound.error();
  Result<Position<R>> position = Position<R>::from_setup(unpack(R, packed));
  if (position && pack(R, position->setup()) != packed)
    return Error{ErrorCode::invalid_argument, "no pawn can take on the en passant square"};
  return position;
}

// The position of bytes that pack() has made of a legal one.
template <const Rules& R>
Position<R> position_of(const PackedPosition& packed) {
  Result<Position<R>> position = Position<R>::from_setup(unpack(R, packed));
  assert(position);
  return std::move(*position);
}

// A position as a book knows it.
template <const Rules& R>
Position<R> without_clocks(const Position<R>& position) {
  return position_of<R>(pack(R, position.setup()));
}

}  // namespace bookends
