#include "tablebases/rows/layout.h"

#include "core/rules/geometry.h"

namespace bookends::tables {

template <const Rules& R>
Layout<R>::Layout(const PlacementIndex<R>& placement_index)
    : index(placement_index),
      loose_kings(has_loose_kings(placement_index.ending())),
      first_piece(2 + placement_index.ending().pawns()) {
  if (loose_kings) outer_men = 2, outer_ = {0, 1};
  for (int i = first_piece; i < index.ending().men(); ++i) outer_[slot(outer_men++)] = i;
  if (outer_men > 0) word_man = outer_[slot(--outer_men)];
  scattered = word_man >= 0 && word_man < 2;
  for (int j = 0; j + 1 < outer_men; ++j) rows *= slot(kSquares);
  blocks = loose_kings ? 1 : index.pairs();
  words = rows * kRow;
  list_words();
  list_neighbors();
}

template <const Rules& R>
bool Layout<R>::outer_placement(std::size_t word, std::span<Square> squares) const {
  const std::size_t lane = word % kRow;
  if (outer_men == 0) return lane == 0;
  const int file = static_cast<int>(lane % kRankWords), rank = static_cast<int>(lane / kRankWords);
  if (file >= R.files) return false;
  int j = outer_men - 1;
  squares[slot(outer_[slot(j)])] = square_at(R, file, rank);
  for (std::size_t row = word / kRow; j-- > 0; row /= slot(kSquares))
    squares[slot(outer_[slot(j)])] = static_cast<Square>(row % slot(kSquares));
  return true;
}

template <const Rules& R>
void Layout<R>::list_words() {
  base = Buffer<W>(words);
  record_mask = Buffer<W>(words);
  outer_squares = Buffer<Bitboard>(words);
  record_at = Buffer<std::uint64_t>(words);
  std::array<Square, kMaxMen> squares{};
  if (scattered) record_bit.assign(words * slot(kSquares), 0);
  for (std::size_t word = 0; word < words; ++word) {
    base[word] = record_mask[word] = 0;
    outer_squares[word] = record_at[word] = 0;
    if (!outer_placement(word, squares)) continue;
    for (const int man : outer()) outer_squares[word] |= bit(squares[slot(man)]);
    if (count(outer_squares[word]) != outer_men) continue;
    base[word] = squares_left(squares, outer_squares[word]);
    if (scattered)
      record_bits(word, squares[0]);
    else if (base[word] != 0)
      record_word(word, squares);
  }
}

// Loose kings keep apart.
template <const Rules& R>
Word<R> Layout<R>::squares_left(std::span<const Square> squares, Bitboard taken) const {
  if (word_man < 0) return 1;
  Bitboard left = geometry<R>.board & ~taken;
  if (loose_kings) {
    if (word_man == 1) {
      for (const Square s : Squares(left))
        if (index.pair_of(squares[0], s).pair < 0) left &= ~bit(s);
    } else if (index.pair_of(squares[0], squares[1]).pair < 0) {
      left = 0;
    }
  }
  return static_cast<W>(left);
}

// Identical men are recorded when their squares descend; a word man of such a group must then be the lowest. Its rank
// is its square, because it comes last in the sum that ranks a combination.
template <const Rules& R>
void Layout<R>::record_word(std::size_t word, std::span<const Square> squares) {
  std::array<Square, kMaxMen> pieces{};
  const int count = index.ending().men() - first_piece;
  for (int i = 0; i + 1 < count; ++i) pieces[slot(i)] = squares[slot(first_piece + i)];
  W mask = base[word];
  for (const Group& g : index.piece_groups()) {
    const int first = g.first - first_piece;
    for (int i = first; i + 1 < first + g.size; ++i) {
      if (i + 2 == count)
        mask &= static_cast<W>(bit(pieces[slot(i)]) - 1);
      else if (pieces[slot(i)] < pieces[slot(i + 1)])
        return;
    }
  }
  record_mask[word] = mask;
  record_at[word] = index.inner_of({pieces.data(), slot(count)});
  if (loose_kings) record_at[word] += slot(index.pair_of(squares[0], squares[1]).pair) * index.inner();
}

template <const Rules& R>
void Layout<R>::record_bits(std::size_t word, Square king) {
  record_mask[word] = base[word];
  for (const Square s : Squares(base[word]))
    record_bit[word * slot(kSquares) + slot(s)] = static_cast<std::uint32_t>(index.pair_of(king, s).pair);
}

template <const Rules& R>
void Layout<R>::list_neighbors() {
  for (const Color side : kColors) {
    neighbors_[slot(side)].resize(blocks);
    for (std::size_t p = 0; p < blocks && !loose_kings; ++p) {
      const auto kings = index.pair(p);
      const Square from = side == Color::white ? kings.side0 : kings.side1;
      for (const Square to : Squares(geometry<R>.leaps[slot(side)][slot(Kind::king)][slot(from)])) {
        const auto next = side == Color::white ? index.pair_of(to, kings.side1) : index.pair_of(kings.side0, to);
        if (next.pair >= 0) neighbors_[slot(side)][p].push_back({static_cast<std::uint32_t>(next.pair), next.symmetry});
      }
    }
  }
}

#define BOOKENDS_INSTANTIATE(game) template class Layout<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
