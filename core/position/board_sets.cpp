#include "core/position/board_sets.h"

#include <cstdint>

#include "core/rules/games.h"

namespace bookends {
namespace {

bool is_within(int number, int most) { return number >= 0 && number <= most; }

bool are_numbers_in_range(const BoardSets& sets, int squares) {
  return is_within(sets.en_passant, squares - 1) && is_within(sets.castling, 15) &&
         is_within(sets.halfmove_clock, kMostFenNumber) && is_within(sets.count_limit, UINT16_MAX) &&
         is_within(sets.count_plies, UINT16_MAX);
}

Setup setup_of(const BoardSets& sets) {
  Setup setup;
  for (const Kind k : kAllKinds)
    for (const Square s : Squares(sets.kinds[slot(k)]))
      setup.board[slot(s)] = Occupant(contains(sets.colors[slot(Color::white)], s) ? Color::white : Color::black, k);
  setup.turn = sets.turn;
  if (sets.en_passant != 0) setup.en_passant = sets.en_passant;
  setup.castling = static_cast<std::uint8_t>(sets.castling);
  setup.halfmove_clock = sets.halfmove_clock;
  setup.count = {static_cast<std::uint16_t>(sets.count_limit), static_cast<std::uint16_t>(sets.count_plies)};
  return setup;
}

}  // namespace

template <const Rules& R>
Result<Position<R>> position_of_sets(const BoardSets& sets) {
  if (!are_men<R>(sets.colors, sets.kinds))
    return Error{ErrorCode::invalid_argument, "the board's sets contradict each other, or the game has no such men"};
  if (!are_numbers_in_range(sets, R.squares()))
    return Error{ErrorCode::invalid_argument,
                 "a number of the board (en passant, castling, clock, count) is out of range"};
  const Setup setup = setup_of(sets);
  if (const Result<void> sound = check_setup(R, setup); !sound) return sound.error();
  return Position<R>::from_setup(setup);
}

#define BOOKENDS_INSTANTIATE_SETS(game) \
  template Result<Position<games::game>> position_of_sets<games::game>(const BoardSets&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_SETS)
#undef BOOKENDS_INSTANTIATE_SETS

}  // namespace bookends
