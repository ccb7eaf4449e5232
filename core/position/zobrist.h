// Zobrist keys: a position's key is the XOR of one number for every piece on its square, for the side to move, for
// every castling right and for the file of a possible en passant capture.
//
// Chess uses the numbers and the layout published with the Polyglot book format, so that its keys are Polyglot's. The
// numbers of the other games come from splitmix64 over a seed made from the game's board and pieces; a golden test
// freezes them, because files on people's disks are keyed by them.
#pragma once

#include <array>
#include <cstdint>

#include "core/rules/bitboard.h"
#include "core/rules/games.h"

namespace bookends {

struct ZobristTable {
  std::array<std::array<std::array<std::uint64_t, kMaxSquares>, kKinds>, 2> pieces{};  // [color][kind][square]
  std::array<std::uint64_t, 16> castling{};                                            // [set of rights]
  std::array<std::uint64_t, 8> en_passant{};                                           // [file]
  std::uint64_t white_to_move = 0;
};

// Whether the keys of a game are Polyglot's. Castling marks the game for which they are published.
constexpr bool has_published_keys(const Rules& r) { return r.castling; }

namespace detail {

inline constexpr std::array<std::uint64_t, 781> kPolyglotNumbers{
#include "core/position/polyglot_keys.inc"
};

// Hands out numbers in the order of the published table: pieces (black before white, a1 to h8), castling, files, turn.
template <class Next>
constexpr ZobristTable fill_zobrist(int squares, Next next) {
  ZobristTable t;
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    for (const std::size_t color : {1u, 0u})
      for (int s = 0; s < squares; ++s) t.pieces[color][kind][slot(s)] = next();
  for (const std::size_t right : {1u, 2u, 4u, 8u}) {
    const std::uint64_t number = next();
    for (std::size_t set = 0; set < 16; ++set)
      if ((set & right) != 0) t.castling[set] ^= number;
  }
  for (auto& file : t.en_passant) file = next();
  t.white_to_move = next();
  return t;
}

constexpr std::uint64_t splitmix64(std::uint64_t& state) {
  std::uint64_t z = state += 0x9E3779B97F4A7C15;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

constexpr ZobristTable make_zobrist(const Rules& r) {
  if (has_published_keys(r)) {
    std::size_t i = 0;
    return fill_zobrist(r.squares(), [&i] { return kPolyglotNumbers[i++]; });
  }
  std::uint64_t state = static_cast<std::uint64_t>(r.files * 8 + r.ranks);
  for (const Piece& p : r.pieces)
    state = state * 0x100000001B3 + static_cast<unsigned char>(p.letter) + (std::uint64_t{p.leaps} << 8) + p.slides;
  return fill_zobrist(r.squares(), [&state] { return splitmix64(state); });
}

}  // namespace detail

template <const Rules& R>
inline constexpr ZobristTable zobrist = detail::make_zobrist(R);

}  // namespace bookends
