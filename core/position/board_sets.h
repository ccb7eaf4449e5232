// Positions out of sets of men, as programs with bitboards have them: checked, since they come from anywhere.
#pragma once

#include <array>

#include "core/position/position.h"

namespace bookends {

struct BoardSets {
  std::array<Bitboard, 2> colors{};      // by slot(Color)
  std::array<Bitboard, kKinds> kinds{};  // by slot(Kind), of both sides
  Color turn = Color::white;
  int en_passant = 0;  // the square behind a pawn that has just stepped twice; 0: none
  int castling = 0;    // CastlingRights
  int halfmove_clock = 0;
  int count_limit = 0, count_plies = 0;  // Makruk
};

// Whether each man is of one side and of one kind, one that the game has, and stands on the board.
template <const Rules& R>
bool are_men(const std::array<Bitboard, 2>& colors, const std::array<Bitboard, kKinds>& kinds) {
  constexpr Bitboard kAll = R.squares() == 64 ? ~Bitboard{0} : (Bitboard{1} << R.squares() % 64) - 1;
  Bitboard seen = 0, wrong = (colors[0] & colors[1]) | ((colors[0] | colors[1]) & ~kAll);
  for (const Kind k : kAllKinds) {
    const Bitboard men = kinds[slot(k)];
    wrong |= R.piece(k).absent() ? men : men & seen;
    seen |= men;
  }
  return (wrong | (seen ^ (colors[0] | colors[1]))) == 0;
}

// Errors: invalid_argument, for what is no legal position.
template <const Rules& R>
Result<Position<R>> position_of_sets(const BoardSets& sets);

}  // namespace bookends
