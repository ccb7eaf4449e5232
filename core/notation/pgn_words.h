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

// The move without such a mark at its end.
std::string_view without_en_passant_mark(std::string_view move);

// Whether a word may be meant as a move: it names a rank, or it castles. Others are remarks: "N", "+-", "(=)".
bool may_be_move(std::string_view word);

}  // namespace bookends
