// How the solver lays an ending out in words, and how that maps to the ending's PlacementIndex.
//
// One slice (one placement of the pawns) at a time. The other men are: the word man, whose squares are the bits of a
// word; the lane man, whose squares are the words of a row; the row men, whose squares are the rows of a block
// (kernels.h has the shape of a row); and the kings, whose pairs are the blocks. Word man, lane man and row men
// are, from the last to the first, the pieces in the order of the index. All orders of identical men are present; only
// those in the index's order are recorded.
//
// With pawns and one piece at most a block would be a single word or bit. King pairs are then not reduced, and the
// kings are men like others: one block, and the kings come first among its men ("loose" kings).
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "tablebases/material/codes.h"
#include "tablebases/material/index.h"
#include "tablebases/rows/buffer.h"
#include "tablebases/rows/kernels.h"
#include "tablebases/rows/words.h"

namespace bookends::tables {

inline bool has_loose_kings(const Ending& ending) { return ending.has_pawns() && ending.men() - ending.pawns() <= 3; }

// Placements of a slice as they are laid out: identical men in all their orders, one man on another too. `pairs`: of
// kings in the index.
inline std::uint64_t places_of_slice(const Ending& ending, bool loose_kings, std::uint64_t pairs, int squares) {
  std::uint64_t places = loose_kings ? 1 : pairs;
  for (int men = ending.men() - ending.pawns() - (loose_kings ? 0 : 2); men > 0; --men)
    places *= static_cast<std::uint64_t>(squares);
  return places;
}

template <const Rules& R>
class Layout {
 public:
  using W = Word<R>;
  static constexpr int kSquares = R.squares();
  static constexpr std::size_t kRow = kRowWords<R>;

  explicit Layout(const PlacementIndex<R>& index);

  const PlacementIndex<R>& index;
  bool loose_kings;      // the kings are men of the block
  int first_piece;       // the first man of index.men() that is neither king nor pawn
  int outer_men = 0;     // row men and the lane man
  int word_man = -1;     // as a man of index.men()
  std::size_t rows = 1;  // of a block
  std::size_t blocks;    // of a slice
  std::size_t words;     // of a block

  std::span<const int> outer() const { return {outer_.data(), slot(outer_men)}; }  // as men of index.men()
  std::span<const int> row_men() const { return outer().first(slot(std::max(0, outer_men - 1))); }
  int lane_man() const { return outer_men == 0 ? -1 : outer_[slot(outer_men - 1)]; }

  // For each word of a block: the squares left to the word man (0 when the outer men coincide, or are kings that
  // touch), the squares of the outer men, and where its bits are recorded: code number from the first of the block, for
  // those bits. When `scattered`, a bit's number is in record_bit.
  Buffer<W> base;
  Buffer<Bitboard> outer_squares;
  Buffer<std::uint64_t> record_at;
  Buffer<W> record_mask;
  bool scattered = false;
  std::vector<std::uint32_t> record_bit;  // [word][square]

  // Where a bit of the mask is recorded: code number from the first of the block.
  std::uint64_t number(std::size_t word, Square s) const {
    return scattered ? record_bit[word * slot(kSquares) + slot(s)] : record_at[word] + slot(s);
  }

  // The king pairs one king move away; a man on s there stands on the symmetry's image of s.
  struct Neighbor {
    std::uint32_t pair;
    std::uint8_t symmetry;
  };
  std::span<const Neighbor> neighbors(Color side, std::size_t pair) const { return neighbors_[slot(side)][pair]; }

  // The squares of the outer men of a word, by man of index.men(). False: the word stands for none.
  bool outer_placement(std::size_t word, std::span<Square> squares) const;

 private:
  void list_words();
  W squares_left(std::span<const Square> squares, Bitboard taken) const;
  void record_word(std::size_t word, std::span<const Square> squares);
  void record_bits(std::size_t word, Square king);
  void list_neighbors();

  std::array<int, kMaxMen> outer_{};
  std::array<std::vector<std::vector<Neighbor>>, 2> neighbors_;
};

#define BOOKENDS_EXTERN_LAYOUT(game) extern template class Layout<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_LAYOUT)
#undef BOOKENDS_EXTERN_LAYOUT

}  // namespace bookends::tables
