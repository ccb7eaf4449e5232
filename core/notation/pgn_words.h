// What a word between the tags and the end of a game of PGN is, as people and programs write it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace bookends {

// "1-0", "0-1", "1/2-1/2" or "0-0" for a word that means it: with a colon or a dash of print, with the half as one
// character, "1/2" alone. Nothing for other words. "0-0" is castling as well: who reads it decides.
std::optional<std::string> parse_pgn_result(std::string_view word);

// "--", "Z0" and what else stands for a move that is passed.
bool is_null_move(std::string_view word);

// "e.p." after a capture in passing, and the same in other spellings.
bool is_en_passant_mark(std::string_view word);

// The move without such a mark at its end, and without signs of punctuation.
std::string plain_move(std::string_view word);

// Whether a word is a remark and no move: signs alone ("+-", "="), and what is usual in letters ("N" for a novelty).
// A slip of the pen in a move is none: to pass over it would give the next move to the other side.
bool is_remark(std::string_view word);

// The word without the number of a move that an ellipsis in one character follows.
std::string_view without_move_number(std::string_view word);

}  // namespace bookends
