// The positions behind the numbers of an index.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/position/position.h"
#include "tablebases/material/codes.h"
#include "tablebases/material/index.h"

namespace bookends::tables {

// The setup a number names with `side` (0: White, the first-named) to move. Men that share a square, where the number
// names no placement, show: the board then has fewer men than the ending.
template <const Rules& R>
Setup setup_of_number(const PlacementIndex<R>& index, std::uint64_t number, int side) {
  std::array<Square, kMaxMen> squares{};
  const std::span<const Occupant> men = index.men();
  index.squares(number, std::span(squares).first(men.size()));
  Setup setup;
  for (std::size_t i = 0; i < men.size(); ++i) setup.board[static_cast<std::size_t>(squares[i])] = men[i];
  setup.turn = side == 0 ? Color::white : Color::black;
  return setup;
}

// The position a number names; invalid_argument when it is not legal. Only for numbers of multiplicity > 0.
template <const Rules& R>
Result<Position<R>> position_of_number(const PlacementIndex<R>& index, std::uint64_t number, int side) {
  return Position<R>::from_setup(setup_of_number(index, number, side));
}

// Puts kIllegal wherever the number is no legal position: files do not say it. `threads`: 0 = all.
template <const Rules& R>
void mark_illegal(const PlacementIndex<R>& index, int side, std::span<DtmCode> codes, int threads);

// The codes of side 1 of an ending of equal sides, from those of side 0 (illegal numbers marked, in both).
template <const Rules& R>
std::vector<DtmCode> mirrored_side(const PlacementIndex<R>& index, std::span<const DtmCode> codes, int threads);

#define BOOKENDS_EXTERN_PLACEMENT(game)                                                                             \
  extern template void mark_illegal<games::game>(const PlacementIndex<games::game>&, int, std::span<DtmCode>, int); \
  extern template std::vector<DtmCode> mirrored_side<games::game>(const PlacementIndex<games::game>&,               \
                                                                  std::span<const DtmCode>, int);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_PLACEMENT)
#undef BOOKENDS_EXTERN_PLACEMENT

}  // namespace bookends::tables
