// The working index of an ending: placements of its men as numbers in [0, size()).
//
// Shape. index = ((slice * king pairs + king pair) * inner) + rank of the other pieces.
//  - Without pawns there is one slice, and the king pairs are reduced by the symmetries of the game: all eight of the
//    square on a square board (462 pairs on 8x8, 63 on 5x5), the mirror of files alone when a piece of the game has
//    a direction and stands on the board (Makruk's Khon).
//  - With pawns a slice is one placement of all pawns, reduced by the mirror of files; king pairs are not reduced.
//  - King pairs are ordered pairs of different squares on which the kings do not attack each other.
//  - Other pieces are ranked group by group (a group = the pieces of one kind of one side), each group of n pieces
//    as a combination, squares in descending order: C(s1, n) + C(s2, n-1) + ... + s_n. The last group varies fastest.
// Some numbers name no placement (two men on one square), and where a symmetry maps the slice or the king pair onto
// itself two numbers may name mirror images: the smaller is the index of both.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/position/fen.h"
#include "core/position/position.h"
#include "core/rules/bitboard.h"
#include "core/rules/games.h"
#include "tablebases/material/material.h"

namespace bookends::tables {

// A symmetry of the board is a map of squares.
using SquareMap = std::array<std::uint8_t, kMaxSquares>;

// Symmetries are numbered by bits: 1 mirrors the files, 2 the ranks, 4 then exchanges files and ranks.
inline constexpr int kMirrorFiles = 1;
inline constexpr int kMirrorRanks = 2;
inline constexpr int kTranspose = 4;
constexpr SquareMap symmetry(const Rules& r, int number) {
  SquareMap map{};
  for (Square s = 0; s < r.squares(); ++s) {
    int f = file_of(r, s), k = rank_of(r, s);
    if ((number & kMirrorFiles) != 0) f = r.files - 1 - f;
    if ((number & kMirrorRanks) != 0) k = r.ranks - 1 - k;
    if ((number & kTranspose) != 0) f = std::exchange(k, f);
    if (f < r.files && k < r.ranks) map[slot(s)] = static_cast<std::uint8_t>(square_at(r, f, k));
  }
  return map;
}
template <const Rules& R>
inline constexpr std::array<SquareMap, 8> kSymmetries = [] {
  std::array<SquareMap, 8> maps{};
  for (int i = 0; i < 8; ++i) maps[slot(i)] = symmetry(R, i);  // those that transpose: only for square boards
  return maps;
}();
// The square seen with colours exchanged.
constexpr Square mirror_rank(const Rules& r, Square s) {
  return square_at(r, file_of(r, s), r.ranks - 1 - rank_of(r, s));
}
// How many of the symmetries 0, 1, ... leave every value of the ending alone: 8, 4, 2 or 1.
int symmetries_of(const Rules& rules, const Ending& ending);

// A group of identical men other than kings, in the order of PlacementIndex::men().
struct Group {
  Color side = Color::white;
  Kind kind = Kind::pawn;
  int first = 0;  // its first man in men()
  int size = 0;
  std::uint64_t combinations = 1;  // of its squares
  std::uint64_t stride = 1;        // of its rank inside the slice number (pawns) or inside `inner` (pieces)
};

// PlacementIndex::men() alone, which is much less work than all of the index.
std::vector<Occupant> men_of(const Rules& rules, const Ending& ending);

template <const Rules& R>
class PlacementIndex {
 public:
  static constexpr int kSquares = R.squares();

  explicit PlacementIndex(const Ending& ending);

  const Ending& ending() const { return ending_; }
  std::uint64_t size() const { return slices() * pairs() * inner_; }

  // The men in the order in which squares are given and returned: both kings (side 0 first), the pawns of side 0, of
  // side 1, the other pieces. Side 0 is White.
  std::span<const Occupant> men() const { return {men_.data(), static_cast<std::size_t>(men_count_)}; }

  // The index of a placement, the same for all its symmetric images and for any order of identical men.
  // `squares`: one for each man, all different, kings not attacking each other, pawns where pawns can stand.
  std::uint64_t index(std::span<const Square> squares) const;
  // A placement that `number` names; if it names none (or is not canonical), squares that may coincide.
  void squares(std::uint64_t number, std::span<Square> out) const;
  // How many placements the number stands for when symmetric images are counted apart and identical men are not told
  // apart: 0 when it names none or another number is the index of that placement. The sum over all numbers is the
  // number of all placements with different squares, kings apart, pawns where they can stand.
  int multiplicity(std::uint64_t number) const;

  // ----- The parts of the number, for the solver.
  std::uint64_t slices() const { return slices_.size(); }
  std::uint64_t pairs() const { return pairs_.size(); }
  std::uint64_t inner() const { return inner_; }
  int symmetries() const { return symmetries_; }
  std::span<const Group> pawn_groups() const { return pawn_groups_; }
  std::span<const Group> piece_groups() const { return piece_groups_; }

  struct KingPair {
    Square side0 = 0, side1 = 0;
    std::uint8_t stabilizer = 0;  // the symmetry other than identity that leaves both kings where they are; 0: none
  };
  const KingPair& pair(std::uint64_t number) const { return pairs_[number]; }
  // The reduced pair of two kings and the symmetry that maps them onto it; pair is -1 when they attack each other.
  struct PairOf {
    std::int32_t pair = -1;
    std::uint8_t symmetry = 0;
  };
  PairOf pair_of(Square side0, Square side1) const { return pair_of_[slot(side0) * slot(kSquares) + slot(side1)]; }

  // Squares of the pawns of a slice, in the order of men(). Whether the mirror of files maps the slice onto itself.
  void slice_squares(std::uint64_t slice, std::span<Square> out) const;
  bool slice_symmetric(std::uint64_t slice) const;
  // The slice of pawn squares (any order within a group) as they stand; -1 when only their mirror image has one.
  std::int64_t slice_of(std::span<const Square> pawns) const;
  // The rank of the pieces that are neither kings nor pawns.
  std::uint64_t inner_of(std::span<const Square> pieces) const;

 private:
  void list_men();
  void list_pairs();
  void list_slices();
  std::uint64_t raw_slice(std::span<const Square> pawns) const;
  void raw_slice_squares(std::uint64_t raw, std::span<Square> out) const;
  std::uint64_t number_of(std::int64_t slice, std::int64_t pair, std::span<const Square> squares) const;
  std::uint64_t index_with_pawns(std::span<const Square> squares) const;

  Ending ending_;
  int symmetries_ = 8;
  int men_count_ = 0;
  int pawn_count_ = 0;
  std::array<Occupant, kMaxMen> men_{};
  std::vector<Group> pawn_groups_, piece_groups_;
  std::uint64_t inner_ = 1;
  std::vector<KingPair> pairs_;
  std::vector<PairOf> pair_of_;         // [side0][side1]
  std::vector<std::uint32_t> slices_;   // raw number of the pawns of each slice
  std::vector<std::int32_t> slice_of_;  // by raw number
};

// Where a position is in the table of its ending. `side` is the index into Solution::dtm. The position's rights are
// not looked at: with an en passant right the value is, for the side to move, the better of the table's value and the
// en passant captures, or that of the captures alone when it has no other legal move.
struct Placed {
  Ending ending;
  bool swapped = false;
  int side = 0;
};
template <const Rules& R>
Placed placed(const Position<R>& position);
template <const Rules& R>
std::uint64_t index_of(const PlacementIndex<R>& table, const Position<R>& position, bool swapped);

#define BOOKENDS_EXTERN_INDEX(game)                                                       \
  extern template class PlacementIndex<games::game>;                                      \
  extern template Placed placed<games::game>(const Position<games::game>&);               \
  extern template std::uint64_t index_of<games::game>(const PlacementIndex<games::game>&, \
                                                      const Position<games::game>&, bool);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_INDEX)
#undef BOOKENDS_EXTERN_INDEX

}  // namespace bookends::tables
