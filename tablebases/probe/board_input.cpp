#include "tablebases/probe/board_input.h"

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

// Whether every man is of one kind, and one that the game has.
template <const Rules& R>
bool kinds_fit(const PieceSets& sets) {
  Bitboard seen = 0, wrong = 0;
  for (const Kind k : kAllKinds) {
    const Bitboard men = sets.kinds[slot(k)];
    wrong |= R.piece(k).absent() ? men : men & seen;
    seen |= men;
  }
  return (wrong | (seen ^ (sets.colors[0] | sets.colors[1]))) == 0;
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
  constexpr Bitboard kAll = R.squares() == 64 ? ~Bitboard{0} : (Bitboard{1} << R.squares() % 64) - 1;
  const Bitboard white = sets.colors[slot(Color::white)], black = sets.colors[slot(Color::black)];
  if ((white & black) != 0 || ((white | black) & ~kAll) != 0 || !kinds_fit<R>(sets)) return Board<R>();
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
