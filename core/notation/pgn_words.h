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

// Whether a word begins with a letter and ends with a digit, as most moves do and, null moves apart, nothing else.
bool is_usual_move(std::string_view word);

// "e.p." after a capture in passing, "ch" and "mate" in their spellings, the time a move took: what may be passed over.
bool is_mark_of_move(std::string_view word);

// The move without such marks at its end, without signs of punctuation, and with the usual letters for what else is
// written for captures, promotions and castling.
std::string plain_move(std::string_view word);

// Whether a word is a move like "Nbd7" or "exd5", as most are: nothing else, and what plain_move() makes of it.
bool is_plain_move(std::string_view word);

// The NAG of a sign of what is thought of a position or a move ("+-", "=", "N" for a novelty), or "$16"; -1 for others.
int nag_of(std::string_view word);

// Whether a word is a remark and no move: signs alone, and what is usual in letters. A slip of the pen in a move is
// none: to pass over it would give the next move to the other side.
bool is_remark(std::string_view word);

// The word without the number of a move, where one is written without a blank.
std::string_view without_move_number(std::string_view word);

// Whether a number is castling: "00" and "000".
bool is_castling_number(std::string_view word);

bool is_ascii(std::string_view word);

// The same in ASCII, as far as moves, results and signs go: figures of pieces become letters, dashes "-", and a sign
// its NAG ("$16") as a word of its own. A text that is not UTF-8 is taken for Windows-1252.
std::string to_ascii(std::string_view word);

}  // namespace bookends
