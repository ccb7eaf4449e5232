// The sets from which the hints of a slice are made, for one side to move and one pass of the solver. Hints say what a
// file need not store (codes.h); ALGORITHM.md has the argument.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "tablebases/rows/exit_sets.h"
#include "tablebases/rows/layout.h"

namespace bookends::tables {

template <const Rules& R>
class HintSets {
 public:
  using W = Word<R>;

  // `words`: of all blocks that are solved. `exact_hint`: what it says of a position that the best exit decides exactly
  // as fast. `deciding`: this pass is the one that finds kConversionDecides.
  void begin(const Layout<R>& layout, std::size_t words, Hint exact_hint, bool deciding);

  // A word at the start of the pass: all its exits, its conversions, and the drawing exits that count for the exact
  // hint. `at`: number of the word.
  void start(std::size_t at, const ExitSets<W>& all, const ExitSets<W>& conversions, W exact);
  void nothing(std::size_t at);

  void add_exact(std::size_t at, W squares) { exact_[at] |= squares; }
  // Won now. A drawing exit has not achieved that.
  void won(std::size_t at, W squares) { exact_[at] &= ~squares; }
  void add_decides(std::size_t at, W squares) {
    if (deciding_) decides_[at] |= squares;
  }
  // The limit has been reached: losing conversions that come later than what has been lost by now decide nothing.
  void pass_limit(std::span<const W> closed);

  // All sets, for a checkpoint; after begin().
  template <class F>
  void for_sets(F&& f) {
    for (std::vector<W>* set : {&exact_, &decides_, &claims_}) f(*set);
  }

  // Adds the hints of a block to hints[0..inner) when the pass is over.
  void write(std::size_t first, std::span<const W> open, std::span<const W> closed, std::uint8_t* hints) const;

 private:
  void add(std::uint64_t exact, std::uint64_t decides, std::array<std::uint8_t, 64>& bytes) const;

  const Layout<R>* layout_ = nullptr;
  Hint exact_hint_ = kConversionIsBest;
  bool deciding_ = false;
  std::vector<W> exact_;    // the best exit has the distance of the position
  std::vector<W> decides_;  // it is won, and a conversion has the same result
  std::vector<W> claims_;   // a conversion has the same result if it is not won and has been found lost or safe
};

#define BOOKENDS_EXTERN_HINTS(game) extern template class HintSets<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_HINTS)
#undef BOOKENDS_EXTERN_HINTS

}  // namespace bookends::tables
