// Hints (codes.h) of a solved ending: the value of each position beside that of its best exits. So solving needs no
// memory for them, and they need none of its sets.
#pragma once

#include <array>
#include <functional>
#include <span>

#include "tablebases/solve/exits.h"
#include "tablebases/solve/slice_board.h"

namespace bookends::tables {

template <const Rules& R>
class HintFinder {
 public:
  // `solution`: all codes of `part` are final, and its hints have their size and are 0. All that is given must outlive
  // this.
  HintFinder(const Layout<R>& layout, const OwnPart<R>& part, const Exits<R>& exits, Solution& solution);

  // Fills the hints in; where DTM was not solved those of losses mean nothing. `stop`: asked often, by one thread at a
  // time; false when it said so.
  bool find_all(int threads, const std::function<bool()>& stop);

 private:
  using W = Word<R>;
  // By square of the word man; the vectors of the widest processors may look at more than there are.
  template <class T>
  using BySquare = std::array<T, 64>;

  // What the codes of one distance say, by their places.
  struct Meaning {
    const CodeArray* codes = nullptr;  // null: the distance was not solved
    Distance distance = Distance::to_mate;
    std::array<Value, CodeArray::kPlaces> value{};
  };
  struct Scratch {
    SliceBoard<R> board;
    std::uint64_t slice = ~std::uint64_t{0};  // of the board
    BySquare<Value> own{};
    BySquare<std::uint8_t> hints{};
    typename Exits<R>::Row best{};
  };

  Meaning meaning_of(Distance distance, int side) const;
  void find(std::uint64_t slice, std::size_t block, Scratch& scratch) const;
  void find_word(Color side, std::uint64_t first, std::size_t block, std::size_t word, Scratch& scratch) const;
  bool find_results(const Placement& at, Color side, W legal, Scratch& scratch) const;
  bool find_zeroing_pawn_moves(const Placement& at, Color side, Scratch& scratch) const;
  void find_mates(const Placement& at, Color side, std::uint64_t first, std::size_t word, Scratch& scratch) const;
  template <class F>
  static W squares_where(F&& is);
  W read_row(const Meaning& meaning, std::uint64_t first, std::size_t word, BySquare<Value>& own) const;
  void write_row(std::uint8_t* hints, std::size_t word, const BySquare<std::uint8_t>& row) const;

  const Layout<R>& layout_;
  const OwnPart<R>& part_;
  const Exits<R>& exits_;
  Solution& solution_;
  bool has_dtz_, solves_mate_, has_both_;
  bool whole_rows_;                           // the codes of a word lie one beside the other
  std::array<Meaning, 2> results_, to_mate_;  // by side to move: of DTZ, without that of DTM; of DTM beside DTZ
};

#define BOOKENDS_EXTERN_HINT_FINDER(game) extern template class HintFinder<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_HINT_FINDER)
#undef BOOKENDS_EXTERN_HINT_FINDER

}  // namespace bookends::tables
