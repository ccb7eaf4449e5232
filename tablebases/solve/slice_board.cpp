#include "tablebases/solve/slice_board.h"

#include <algorithm>

#include "core/rules/geometry.h"

namespace bookends::tables {

template <const Rules& R>
void SliceBoard<R>::set_slice(std::uint64_t slice) {
  const std::size_t count = slot(layout_.first_piece - 2);
  layout_.index.slice_squares(slice, {pawns_.data(), count});
  pawn_squares_ = 0;
  pawn_attacks_ = {};
  for (std::size_t i = 0; i < count; ++i) {
    const Color side = layout_.index.men()[2 + i].color();
    pawn_squares_ |= bit(pawns_[i]);
    pawn_attacks_[slot(side)] |= geometry<R>.pawn_captures[slot(side)][slot(pawns_[i])];
  }
}

template <const Rules& R>
Bitboard SliceBoard<R>::fixed(std::size_t pair) const {
  if (layout_.loose_kings) return pawn_squares_;
  const auto& kings = layout_.index.pair(pair);
  return bit(kings.side0) | bit(kings.side1) | pawn_squares_;
}

template <const Rules& R>
bool SliceBoard<R>::blocked(std::size_t pair) const {
  if (layout_.loose_kings) return false;
  const auto& kings = layout_.index.pair(pair);
  return ((bit(kings.side0) | bit(kings.side1)) & pawn_squares_) != 0;
}

template <const Rules& R>
Placement SliceBoard<R>::placement(std::size_t pair, std::size_t word) const {
  Placement at;
  if (!layout_.loose_kings) {
    const auto& kings = layout_.index.pair(pair);
    at.squares[0] = kings.side0;
    at.squares[1] = kings.side1;
  }
  std::copy_n(pawns_.begin(), layout_.first_piece - 2, at.squares.begin() + 2);
  layout_.outer_placement(word, at.squares);
  at.occupied = fixed(pair) | layout_.outer_squares[word];
  return at;
}

// The positions in which `side` gives check, to moves.before: those with an un-move from the square of the other king,
// as if it were free to go to. Each man is put there in turn, all in one set: what such sets have in common are
// positions with a man on the king's square, and such positions do not exist.
template <const Rules& R>
void SliceBoard<R>::find_checks(Color side, std::size_t block, PredJob<W>& moves) const {
  const auto& kings = layout_.index.pair(block);
  const Square king = side == Color::white ? kings.side1 : kings.side0;
  if (contains(pawn_attacks_[slot(side)], king)) {
    std::fill_n(moves.before, layout_.words, static_cast<W>(~W{0}));
    return;
  }
  std::vector<W> attacked(layout_.words);
  for (std::size_t word = 0; word < layout_.words; ++word)
    attacked[word] = contains(layout_.outer_squares[word], king) ? ~W{0} : static_cast<W>(bit(king));
  moves.after = attacked.data();
  moves.after_rows = moves.targets.data();
  RowKernels<R>::pred(moves);
}

// The squares of the word man for which `side` gives check, where kings are men of the block.
template <const Rules& R>
Word<R> SliceBoard<R>::checking(Color side, const Placement& at) const {
  const Bitboard pawns = pawn_attacks_[slot(side)];
  if (side == Color::white && layout_.word_man == 1) return static_cast<W>(pawns);
  const Square king = at.squares[side == Color::white ? 1 : 0];
  if (contains(pawns, king)) return ~W{0};
  const Occupant man = layout_.index.men()[slot(layout_.word_man)];
  if (man.kind() == Kind::king || man.color() != side) return 0;
  return static_cast<W>(attacking<R>(man.kind(), side, king, at.occupied));
}

// A position is legal when the side to move gives no check: it would take the king.
template <const Rules& R>
void SliceBoard<R>::find_legal(Color side, std::size_t block, PredJob<W> moves, std::span<W> legal) const {
  if (blocked(block)) return std::fill(legal.begin(), legal.end(), W{0});
  if (!layout_.loose_kings) find_checks(side, block, moves);
  const Bitboard taken = fixed(block);
  const W left = layout_.word_man < 0 ? static_cast<W>(~W{0}) : static_cast<W>(~taken);
  for (std::size_t word = 0; word < layout_.words; ++word) {
    legal[word] = (layout_.outer_squares[word] & taken) != 0 ? W{0} : layout_.base[word] & left;
    if (legal[word] != 0)
      legal[word] &= ~(layout_.loose_kings ? checking(side, placement(block, word)) : moves.before[word]);
  }
}

#define BOOKENDS_INSTANTIATE(game) template class SliceBoard<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
