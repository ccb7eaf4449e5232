// A position in 36 bytes, the same for every game: what the workspace keeps of it, so that positions which happen to
// share a key are told apart.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/fen.h"
#include "core/rules.h"

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

// The setup with its clocks at the start of a game. Bytes that pack() never makes give a setup that
// Position::from_setup refuses.
Setup unpack(const Rules& rules, const PackedPosition& packed);

}  // namespace bookends
