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
  for (const Color c : kColors)
    if ((board.pieces(c, Kind::pawn) & ~geometry<R>.pawns[slot(c)]) != 0) return false;
  return true;
}

// Whether every man is of one kind, and one that the game has.
template <const Rules& R>
bool kinds_fit(const PieceSets& sets) {
  Bitboard seen = 0;
  for (const Kind k : kAllKinds) {
    const Bitboard men = sets.kinds[slot(k)];
    if ((men & seen) != 0 || (men != 0 && R.piece(k).absent())) return false;
    seen |= men;
  }
  return seen == (sets.colors[0] | sets.colors[1]);
}

}  // namespace

template <const Rules& R>
std::optional<Board<R>> board_of_men(std::span<const Man> men, Color turn) {
  std::optional<Board<R>> board(std::in_place);
  board->set_turn(turn);
  bool fits = true;
  for (const Man& man : men) {
    fits = fits && !man.piece.empty() && man.square >= 0 && man.square < R.squares() &&
           !contains(board->occupied(), man.square);
    if (fits) board->put(man.piece, man.square);
  }
  if (!fits || !pawns_stand(*board) || !kings_stand(*board)) board.reset();
  return board;
}

template <const Rules& R>
std::optional<Board<R>> board_of_sets(const PieceSets& sets) {
  constexpr Bitboard kAll = R.squares() == 64 ? ~Bitboard{0} : (Bitboard{1} << R.squares() % 64) - 1;
  const Bitboard white = sets.colors[slot(Color::white)], black = sets.colors[slot(Color::black)];
  // One variable, made in its place: a copy would read in larger pieces what has just been written, and wait for that.
  std::optional<Board<R>> board;
  if ((white & black) != 0 || ((white | black) & ~kAll) != 0 || !kinds_fit<R>(sets)) return board;
  board.emplace(sets.colors, sets.kinds, sets.turn);
  if (!pawns_stand(*board) || !kings_stand(*board)) board.reset();
  return board;
}

#define BOOKENDS_INSTANTIATE(game)                                                                        \
  template std::optional<Board<games::game>> board_of_men<games::game>(std::span<const Man>, Color turn); \
  template std::optional<Board<games::game>> board_of_sets<games::game>(const PieceSets&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
