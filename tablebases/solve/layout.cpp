#include "tablebases/solve/layout.h"

#include "core/geometry.h"

namespace bookends::tables {

template <const Rules& R>
Layout<R>::Layout(const PlacementIndex<R>& placement_index)
    : index(placement_index),
      first_outer(2 + placement_index.ending().pawns()),
      outer_men(placement_index.ending().men() - first_outer - 1),
      word_man(placement_index.ending().men() - 1) {
  if (outer_men < 0) {
    outer_men = 0;
    word_man = -1;
  }
  for (int j = outer_men; j-- > 0; words *= slot(kSquares)) strides_[slot(j)] = words;
  list_words();
  list_neighbors();
}

template <const Rules& R>
void Layout<R>::outer_placement(std::size_t word, std::span<Square> out) const {
  for (int j = outer_men; j-- > 0; word /= slot(kSquares)) out[slot(j)] = static_cast<Square>(word % slot(kSquares));
}

template <const Rules& R>
void Layout<R>::list_words() {
  base.assign(words, 0);
  outer_squares.assign(words, 0);
  record_at.assign(words, 0);
  record_mask.assign(words, 0);
  std::array<Square, kMaxMen> outer{};
  for (std::size_t word = 0; word < words; ++word) {
    outer_placement(word, outer);
    for (int j = 0; j < outer_men; ++j) outer_squares[word] |= bit(outer[slot(j)]);
    if (count(outer_squares[word]) != outer_men) continue;
    base[word] = word_man < 0 ? W{1} : static_cast<W>(geometry<R>.board & ~outer_squares[word]);
    record_word(word, {outer.data(), slot(outer_men)});
  }
}

// Identical men are recorded when their squares descend; a word man of such a group must then be the lowest. Its rank
// is its square, because it comes last in the sum that ranks a combination.
template <const Rules& R>
void Layout<R>::record_word(std::size_t word, std::span<const Square> outer) {
  std::array<Square, kMaxMen> pieces{};
  std::copy(outer.begin(), outer.end(), pieces.begin());
  W mask = base[word];
  for (const Group& g : index.piece_groups()) {
    const int first = g.first - first_outer;
    for (int i = first; i + 1 < first + g.size; ++i) {
      if (i + 1 == outer_men)
        mask &= static_cast<W>(bit(outer[slot(i)]) - 1);
      else if (outer[slot(i)] < outer[slot(i + 1)])
        return;
    }
  }
  record_mask[word] = mask;
  record_at[word] = index.inner_of({pieces.data(), slot(outer_men + (word_man < 0 ? 0 : 1))});
}

template <const Rules& R>
void Layout<R>::list_neighbors() {
  for (const Color side : kColors) {
    neighbors_[slot(side)].resize(index.pairs());
    for (std::size_t p = 0; p < index.pairs(); ++p) {
      const auto kings = index.pair(p);
      const Square from = side == Color::white ? kings.side0 : kings.side1;
      for (const Square to : Squares(geometry<R>.leaps[slot(side)][slot(Kind::king)][slot(from)])) {
        const auto next = side == Color::white ? index.pair_of(to, kings.side1) : index.pair_of(kings.side0, to);
        if (next.pair >= 0) neighbors_[slot(side)][p].push_back({static_cast<std::uint32_t>(next.pair), next.symmetry});
      }
    }
  }
}

template <const Rules& R>
void Layout<R>::free_words(Bitboard taken, std::span<W> out) const {
  const W left = word_man < 0 ? W{1} : static_cast<W>(~taken);
  for (std::size_t i = 0; i < words; ++i) out[i] = (outer_squares[i] & taken) != 0 ? W{0} : base[i] & left;
}

#define BOOKENDS_INSTANTIATE(game) template class Layout<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
