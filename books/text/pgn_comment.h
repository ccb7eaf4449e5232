// What the PGN of a book says, but for the marks of entry.h.
//
// A score as programs for games write it into comments of PGN: "[%eval 0.35,12]", pawns from White's view, with the
// depth where there is one; "[%eval #-5]", Black mates in 5 moves.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "books/file/book_entry.h"

namespace bookends {

// The tag of a game that begins where another one was cut, and not at a start of the book.
inline constexpr std::string_view kContinuesTag = "Continues";

// "" where the entry has no score, or one that is no number: a decided game of unknown length.
std::string eval_command(const BookEntry& entry, Color turn);

struct EvalCommand {
  Score score = 0;           // for the side to move
  std::optional<int> depth;  // 0 to 255
};

// Takes it from the beginning of a comment. Pawns may have any number of decimals. nullopt where there is none, or one
// that cannot be understood; the text stays as it is then.
std::optional<EvalCommand> take_eval_command(std::string_view& comment, Color turn);

}  // namespace bookends
