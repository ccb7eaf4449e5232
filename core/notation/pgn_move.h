// The move that a person means: in SAN or UCI notation, or in what people write for it.
#pragma once

#include <span>
#include <string_view>

#include "core/base/result.h"
#include "core/position/move.h"
#include "core/position/position.h"

namespace bookends {

// The letters of the pieces in the order of Kind, the pawn first; a blank where there is none.
using PgnLetters = std::string_view;

// Of languages, and of programs that have a game's pieces by other letters than the game has. None of them may be taken
// for one move alone, since a letter is a rook in one and a king in another: only for all moves of a game.
std::span<const PgnLetters> foreign_letters();

// The legal move of a text as plain_move() makes it. Understood beside SAN and UCI: small letters of pieces ("nf3";
// "bc4" where no pawn can), capital letters of files, captures without a rank ("ed", "exd") where there is one, a
// promotion without a piece, which is to the first of Rules::promotes_to, castling as a king's move, an "N" for a
// novelty. Errors as of parse_san().
template <const Rules& R>
Result<Move> parse_pgn_move(const Position<R>& position, std::string_view text);

// The same in other letters than the game's.
template <const Rules& R>
Result<Move> parse_pgn_move(const Position<R>& position, std::string_view text, PgnLetters letters);

}  // namespace bookends
