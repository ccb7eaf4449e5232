// Start positions as the options of commands name them.
#pragma once

#include <string>
#include <vector>

#include "core/result.h"
#include "core/rules.h"

namespace bookends {

// The FENs of setups ("start0") and FENs, in their order; of every setup of the game when none is named. Errors: an
// unknown setup; that a FEN is a position of the game is not checked here.
Result<std::vector<std::string>> start_fens(const Rules& rules, const std::vector<std::string>& asked);

}  // namespace bookends
