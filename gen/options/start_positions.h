// Start positions as the options of commands name them.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/rules/rules.h"

namespace bookends {

// The FENs of setups ("start0") and FENs, in their order; of every setup of the game when none is named. Errors: an
// unknown setup, or one without a name; that a FEN is a position of the game is not checked here.
Result<std::vector<std::string>> start_fens(const Rules& rules, const std::vector<std::string>& asked);

// The same for a book, which knows no clocks: each position once.
Result<std::vector<std::string>> book_starts(const Rules& rules, const std::vector<std::string>& asked);

// The FEN of a text where one is asked for: setups may be named there, too ("startpos", "start0"); any other text is
// left as it is.
std::string named_fen(const Rules& rules, const std::string& text);

}  // namespace bookends
