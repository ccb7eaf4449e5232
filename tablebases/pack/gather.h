// The values of a solution in the numbering of a file, a block at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "tablebases/file/order.h"
#include "tablebases/pack/marks.h"
#include "tablebases/solution/solution.h"

namespace bookends::tables {

// What is wanted of a side, by PlacementIndex; dtm and dtz are null where they are not.
struct SideValues {
  int side = 0;
  const SolvedArray<std::uint8_t>* marks = nullptr;  // marks.h
  const CodeArray* dtm = nullptr;
  const CodeArray* dtz = nullptr;
};

// The same by number less the first of the block, with 0 for a number that stands for no position or repeats one with
// a smaller number.
struct BlockValues {
  std::vector<std::uint8_t> marks;
  std::vector<DtmCode> dtm;
  std::vector<DtzCode> dtz;
};

template <const Rules& R>
class Gather {
 public:
  // All that is given must outlive this.
  Gather(const PlacementIndex<R>& index, const FileOrder<R>& order, const SideValues& values);

  // The values of [first, first + n); both are multiples of the order's row().
  void block(std::uint64_t first, std::size_t n, BlockValues& out) const;

 private:
  using Squares = std::array<Square, kMaxMen>;  // by man of the index

  // A row: all men but the last have their squares, and for each digit of the last man
  struct Row {
    Squares squares{};
    std::uint64_t keep = 0;                   // whether it is a position, and not the repetition of another
    std::array<std::uint64_t, 64> numbers{};  // its number in the index; any number where it is not
  };
  // What a moving king's square says.
  struct KingStep {
    std::uint64_t base = 0;                // number of the first placement of the pair
    std::uint8_t symmetry = 0, other = 0;  // the two that bring the kings to their pair, which may be the same
    bool apart = false;
  };
  struct Images;

  void list_parts();
  void list_king_steps();
  bool set_up(const std::array<int, kMaxMen>& digits, Row& row) const;
  std::uint64_t in_ascending_order(const Row& row) const;
  std::uint64_t without_repetitions(const Row& row) const;
  std::uint64_t smallest_of_images(const Row& row, int symmetry) const;
  void number_row(Row& row) const;
  void number_piece_row(Row& row) const;
  void number_pair_row(Row& row) const;
  void number_king_row(Row& row) const;
  void number_king_row_with_pawns(Row& row) const;
  void number_one_by_one(Row& row) const;
  void copy(const Row& row, std::size_t at, BlockValues& out) const;
  Images images_of(const Squares& squares) const;
  std::uint64_t number_of_image(const Squares& squares, int symmetry) const;
  std::uint64_t rank_of_pieces(const Squares& squares, int symmetry) const;

  const PlacementIndex<R>& index_;
  const FileOrder<R>& order_;
  SideValues values_;
  int last_;  // the man that moves along a row
  int pawns_;
  int partner_ = -1;               // the man identical to the last one, if they are a pair
  std::uint64_t pair_stride_ = 0;  // and that of their rank
  bool all_single_ = true;         // no two pieces, kings and pawns apart, are identical
  std::uint64_t stride_ = 0;       // of the last man's square in the index; 0: a king, a pawn, or one of several
  std::array<std::array<std::uint8_t, 8>, 8> composed_{};  // [second][first]: the symmetry that does both
  // [symmetry][man][square]: what a piece that is alone of its kind adds to the rank of the image.
  std::array<std::array<std::array<std::uint32_t, slot(R.squares())>, kMaxMen>, 8> parts_{};
  std::vector<KingStep> king_steps_;  // [square of the other king][square of the last man, a king]; without pawns
};

#define BOOKENDS_EXTERN_GATHER(game) extern template class Gather<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_GATHER)
#undef BOOKENDS_EXTERN_GATHER

}  // namespace bookends::tables
