// Moves as text: UCI ("b2b4", "e7e8q") and SAN ("Nxc3+", "exd6", "O-O", "b5=Q#").
#pragma once

#include <string>
#include <string_view>

#include "core/position/move.h"
#include "core/position/position.h"

namespace bookends {

std::string format_uci(const Rules& rules, Move m);  // "0000" for no move

// The legal move of that text; castling may be written as the king's move onto its rook, too ("e1h1"). invalid_argument
// says whether it is malformed or merely not legal here.
template <const Rules& R>
Result<Move> parse_uci(const Position<R>& position, std::string_view text);

template <const Rules& R>
std::string format_san(const Position<R>& position, Move m);

// Accepts SAN with or without check marks, "=" and "x", and castling with O or 0.
template <const Rules& R>
Result<Move> parse_san(const Position<R>& position, std::string_view text);

#define BOOKENDS_EXTERN_NOTATION(game)                                                                 \
  extern template Result<Move> parse_uci<games::game>(const Position<games::game>&, std::string_view); \
  extern template std::string format_san<games::game>(const Position<games::game>&, Move);             \
  extern template Result<Move> parse_san<games::game>(const Position<games::game>&, std::string_view);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_NOTATION)
#undef BOOKENDS_EXTERN_NOTATION

}  // namespace bookends
