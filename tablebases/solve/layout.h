// How the solver lays an ending out in words, and how that maps to the ending's PlacementIndex.
//
// One slice (one placement of the pawns) at a time: [king pair][outer men ...][word], a bit for each square of the
// word man. The word man is the last man of the index; the other pieces that are neither kings nor pawns are outer,
// in the order of the index, the first with the largest stride. All orders of identical outer men are present; only
// those in the index's order are recorded. Without any such piece the word has one bit.
#pragma once

#include <span>
#include <vector>

#include "tablebases/index.h"
#include "tablebases/solution.h"
#include "tablebases/solve/words.h"

namespace bookends::tables {

template <const Rules& R>
class Layout {
 public:
  using W = Word<R>;
  static constexpr int kSquares = R.squares();

  explicit Layout(const PlacementIndex<R>& index);

  const PlacementIndex<R>& index;
  int first_outer;        // index into index.men()
  int outer_men;          // how many
  int word_man;           // index into index.men(), or -1
  std::size_t words = 1;  // of a block

  // For each word of a block: the squares left to the word man (0 when outer men coincide), the squares of the outer
  // men, and where its bits are recorded: code number inside the king pair, for those bits.
  std::vector<W> base;
  std::vector<Bitboard> outer_squares;
  std::vector<std::uint64_t> record_at;
  std::vector<W> record_mask;

  // The king pairs one king move away; a man on s there stands on the symmetry's image of s.
  struct Neighbor {
    std::uint32_t pair;
    std::uint8_t symmetry;
  };
  std::span<const Neighbor> neighbors(Color side, std::size_t pair) const { return neighbors_[slot(side)][pair]; }

  std::size_t stride(int outer_man) const { return strides_[slot(outer_man)]; }
  // The squares of the outer men of a word, to out[0..outer_men).
  void outer_placement(std::size_t word, std::span<Square> out) const;
  // The words of a block in which nothing stands on `taken`, with the squares of `taken` removed.
  void free_words(Bitboard taken, std::span<W> out) const;

  // Number of the first code of a block.
  std::uint64_t block_at(std::uint64_t slice, std::size_t pair) const {
    return (slice * index.pairs() + pair) * index.inner();
  }

 private:
  void list_words();
  void record_word(std::size_t word, std::span<const Square> outer);
  void list_neighbors();

  std::array<std::size_t, kMaxMen> strides_{};
  std::array<std::vector<std::vector<Neighbor>>, 2> neighbors_;
};

#define BOOKENDS_EXTERN_LAYOUT(game) extern template class Layout<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_LAYOUT)
#undef BOOKENDS_EXTERN_LAYOUT

}  // namespace bookends::tables
