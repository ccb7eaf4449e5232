#include "tablebases/probe/board_input.h"

#include "core/position/board_sets.h"

namespace bookends::tables {
namespace {

template <const Rules& R>
bool kings_stand(const Board<R>& board) {
  const Bitboard white = board.pieces(Color::white, Kind::king), black = board.pieces(Color::black, Kind::king);
  if (count(white) != 1 || count(black) != 1) return false;
  return (attacks<R, Kind::king>(Color::white, lowest(white), 0) & black) == 0;
}

template <const Rules& R>
bool pawns_stand(const Board<R>& board) {
  Bitboard astray = 0;
  for (const Color c : kColors) astray |= board.pieces(c, Kind::pawn) & ~geometry<R>.pawns[slot(c)];
  return astray == 0;
}

}  // namespace

template <const Rules& R>
Board<R> board_of_men(std::span<const Man> men, Color turn) {
  Board<R> board;
  board.set_turn(turn);
  bool fits = true;
  for (const Man& man : men) {
    fits = fits && !man.piece.empty() && man.square >= 0 && man.square < R.squares() &&
           !contains(board.occupied(), man.square);
    if (fits) board.put(man.piece, man.square);
  }
  return fits && pawns_stand(board) && kings_stand(board) ? board : Board<R>();
}

template <const Rules& R>
Board<R> board_of_sets(const PieceSets& sets) {
  if (!are_men<R>(sets.colors, sets.kinds)) return Board<R>();
  // One variable, made in its place: a copy would read in larger pieces what has just been written, and wait for that.
  Board<R> board(sets.colors, sets.kinds, sets.turn);
  if (!pawns_stand(board) || !kings_stand(board)) board.clear();
  return board;
}

#define BOOKENDS_INSTANTIATE(game)                                                         \
  template Board<games::game> board_of_men<games::game>(std::span<const Man>, Color turn); \
  template Board<games::game> board_of_sets<games::game>(const PieceSets&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
