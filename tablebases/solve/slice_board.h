// What stands still in a slice: its pawns, and with a king pair both kings. Says which positions are legal.
#pragma once

#include <array>
#include <span>

#include "tablebases/rows/layout.h"
#include "tablebases/solve/exits.h"

namespace bookends::tables {

template <const Rules& R>
class SliceBoard {
 public:
  using W = Word<R>;

  explicit SliceBoard(const Layout<R>& layout) : layout_(layout) {}
  void set_slice(std::uint64_t slice);

  // The squares that the kings and the pawns take.
  Bitboard fixed(std::size_t pair) const;
  // The placement of a word.
  Placement placement(std::size_t pair, std::size_t word) const;
  // The legal positions of a block with `side` to move. `moves`: a job for the moves of `side` inside the block, all
  // rows wanted.
  void find_legal(Color side, std::size_t block, PredJob<W> moves, std::span<W> legal) const;

 private:
  bool blocked(std::size_t pair) const;  // a king on a pawn
  void find_checks(Color side, std::size_t block, PredJob<W>& moves) const;
  W checking(Color side, const Placement& at) const;

  const Layout<R>& layout_;
  std::array<Square, kMaxMen> pawns_{};
  Bitboard pawn_squares_ = 0;
  std::array<Bitboard, 2> pawn_attacks_{};
};

#define BOOKENDS_EXTERN_SLICE_BOARD(game) extern template class SliceBoard<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_SLICE_BOARD)
#undef BOOKENDS_EXTERN_SLICE_BOARD

}  // namespace bookends::tables
