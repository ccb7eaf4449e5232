// An ending that captures or promotions lead to, as the men of the parent ending see it.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "tablebases/material/counted.h"
#include "tablebases/material/index.h"
#include "tablebases/rows/value.h"
#include "tablebases/rows/words.h"
#include "tablebases/solution/solution.h"

namespace bookends::tables {

// Squares by man of the parent; what is given for a man that has left the board is not looked at.
using MenSquares = std::array<Square, kMaxMen>;

template <const Rules& R>
class Child {
 public:
  // A value for every square of the parent's word man.
  using Row = std::array<Value, static_cast<std::size_t>(R.squares())>;

  // What became of the parent's men: `removed` was captured (-1: none), `promoted` (-1: none) is a `promotion` now.
  struct Change {
    int removed = -1;
    int promoted = -1;
    Kind promotion = Kind::pawn;
  };

  // `word_man`: the parent's, or -1. `needed`: what has to be known of the child. Errors: what the source returns;
  // not_found for a solution of which it is not.
  static Result<Child> find(std::span<const Occupant> men, int word_man, const Change& change, const Known& needed,
                            SolutionSource& source);

  // The value of a placement for the side that has just moved; kNoValue when it is not legal. No two men coincide.
  Value value(Distance distance, const MenSquares& squares) const;
  // The same with the word man, which must still be there, on every square of `wanted`; other entries hold kNoValue or
  // a value of no meaning. Squares where it would coincide with another man have kNoValue.
  void row(Distance distance, const MenSquares& squares, Bitboard wanted, Row& out) const;

 private:
  Child() = default;
  void value_codes();
  MenSquares own_squares(const MenSquares& squares) const;
  std::int64_t to_block(MenSquares& own, int& symmetry) const;
  std::uint64_t inner(const MenSquares& own) const;
  template <class T>
  void read_row(const T* row, const std::vector<Value>& values, int symmetry, Row& out) const;
  void row_one_by_one(Distance distance, const MenSquares& squares, Bitboard wanted, Row& out) const;
  std::span<const Square> all(const MenSquares& own) const { return {own.data(), index_->men().size()}; }

  std::shared_ptr<const SideCodes> solved_;  // with the side to move that follows the move into it
  // By distance: what a code is worth to who moves into it, by its place among the codes; as many as a place can be.
  std::array<std::vector<Value>, 2> values_;
  std::shared_ptr<const PlacementIndex<R>> index_;
  bool swapped_ = false;            // the parent's White is side 1 here
  std::array<int, kMaxMen> man_{};  // the parent's man, by man of the index
  bool distinct_ = false;           // no two pieces are identical
  int word_man_ = -1;               // the parent's word man as a man of the index; -1: not there
  std::uint64_t word_stride_ = 0;   // of its square in the index; 0: it is one of several identical men
  int longest_mate_ = kNoLimit;     // that counts, where the change begins a count (counted.h)
};

#define BOOKENDS_EXTERN_CHILD(game) extern template class Child<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_CHILD)
#undef BOOKENDS_EXTERN_CHILD

}  // namespace bookends::tables
