// Boards in colour, for terminals.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/rules/rules.h"

namespace bookends {

// A row of board_text() ("5 r q k n b", or the names of the files) with figurines on light and dark squares. It is
// one column wider.
std::string painted_row(std::string_view row);

// The whole board of a FEN, a row a line, each behind `indent`. Errors: invalid_argument, for what is no FEN.
Result<std::string> painted_board(const Rules& rules, const std::string& fen, std::string_view indent);

}  // namespace bookends
