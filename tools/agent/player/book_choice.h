// Which moves a player takes from a book, given the game so far.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "books/probe/known_moves.h"
#include "core/position/outcome.h"

namespace bookends {

struct BookUse {
  // Choosing by score: centipawns by which a move may be worse than the best one; 0: only the best. Among several the
  // better are likelier: ten centipawns halve the share. Choosing otherwise it has no say.
  int variety = 0;
  int min_depth = 0;  // plies; the book is left where its score looks less far ahead
  // The book is left where its line of best moves, this one included, is shorter; a move that is not the best one is
  // played only where it and the best moves after it are as many.
  int min_plies = 0;
  // By games, or by games and score: every move that games speak for, wherever it leads. Where they speak for none, and
  // where none of those may be played, it is as by score.
  ChooseBy by = ChooseBy::score;
};

struct BookChoice {
  Move move;
  Score score = 0;                     // for the side to move; 0 where none is known
  int depth = 0;                       // plies the score looks ahead; 0 where there is none
  double share = 1;                    // of all choices; they sum to 1
  bool known = true;                   // whether there is a score
  std::optional<PlayedMove> played{};  // what games say of it; looked up where they have a say
};

// Why a book is left.
enum class BookExit : std::uint8_t {
  none,
  unknown,     // it does not know the position
  shallow,     // min_depth
  short_line,  // min_plies
  repetition,  // its move would give half a point away
};

struct BookChoices {
  std::vector<BookChoice> moves;  // by score the best first, else that of the largest share; empty: the book is left
  BookExit exit = BookExit::unknown;
  BookEntry entry;                // of the position; meaningless when it is unknown
  Move best;                      // the book's move, even where it is not followed; none when the position is unknown
  ChooseBy by = ChooseBy::score;  // what has chosen
};

// What the book plays after this game. Values that are proved, a table's or set by a person are taken whatever their
// depth and the length of their line; alternatives to a proved value have it too, those to a person's there are none.
//
// The book knows positions, the game knows which of them stood on the board before. While the book hopes for more than
// a draw, or sees an even game, a move that makes a position stand again is not followed. A proved win is followed into
// a repetition as long as neither the move nor an answer to it draws the game: its moves come nearer to the end each
// time, and leaving them for a search could lose it.
template <const Rules& R>
BookChoices book_choices(const BookProbe<R>& book, const Game<R>& game, const BookUse& use);

// The choice that a number from 0 up to, not including, 1 falls on, in proportion to the shares that are left. At least
// one is.
const BookChoice& pick(const BookChoices& choices, double number);

}  // namespace bookends
