// How the texts of a book say its entries, and back.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "books/file/book_file.h"

namespace bookends {

// Where an entry has no score.
inline constexpr std::string_view kNoScoreText = "-";

// "+0.35", "#5" (the side to move mates in 5 moves), "#-5", "0.00", "win" and "loss" of unknown length.
std::string score_text(Score score);
// The same of an entry; "-" where it has no score.
std::string score_text(const BookEntry& entry);
// Back from the first; nullopt when it is nothing of that kind.
std::optional<Score> parse_score_text(std::string_view text);

// Whether an entry that was read of a text has a score depends on whether one was given: a depth alone makes none, and
// one of 0 without a depth looks 1 ply ahead. To be called when all the rest was read. Errors: invalid_argument
// (proved, of a table or by hand, but without a score: what is it that is known?).
Result<void> settle_score(BookEntry& entry, bool score_given, bool depth_given);

// "win", "draw", "loss" or "none".
std::string_view proof_name(Proof proof);
std::optional<Proof> parse_proof_name(std::string_view name);

// Of side_name(); nullopt for any other text.
std::optional<BookSide> parse_side_name(std::string_view name);

// "proved win", "table draw", "" ...
std::string proof_text(const BookEntry& entry);

// What a text says besides score and depth: "proved win", "table draw", "by hand", each only where it holds, with
// blanks between them.
std::string marks_text(const BookEntry& entry);
// Takes the marks at the beginning of a text into an entry; the rest.
std::string_view parse_marks(std::string_view text, BookEntry& entry);

// A text in quotes as JSON has it, but without closing braces, quotes inside, or two blanks in a row: so it can stand
// in comments of PGN and in strings of EPD, and survives being broken into lines at its blanks.
std::string quote_text(std::string_view text);
// Back from the beginning of `text`, where every run of white space counts as one blank. nullopt when it is none.
std::optional<std::string> unquote_text(std::string_view text);

}  // namespace bookends
