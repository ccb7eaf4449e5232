// The position that a command begins at: one option, --at, for all commands that take one.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/position/position.h"

namespace bookends {

// For the help of the option.
inline constexpr const char* kPositionHelp =
    "A position: its FEN, a setup's name, or the moves to it from the book's first start (\"d3 b3 c3\", SAN or UCI)";
// Where there is no book.
inline constexpr const char* kGamePositionHelp =
    "The position: its FEN, a setup's name, or the moves to it from the game's start (\"d3 b3 c3\", SAN or UCI)";

// A position by its FEN, by the name of a setup of the game ("startpos"), or by the moves that lead to it from the
// first of `starts`: "d3 b3 2. c3", SAN or UCI; move numbers are skipped, and "" is the start itself. Errors:
// invalid_argument, naming the option.
template <const Rules& R>
Result<Position<R>> position_at(std::span<const std::string> starts, const std::string& text);

// The same as a FEN, for a game's own starts, or for those of a book where one is named. A FEN is not looked into.
// Errors: those above, for "" too, and of opening the book.
Result<std::string> fen_at(const Rules& rules, const std::string& book, const std::string& text);

}  // namespace bookends
