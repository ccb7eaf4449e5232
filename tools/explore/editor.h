// The page on which a position is set up by hand.
#pragma once

#include <string>

#include "core/rules/rules.h"

namespace bookends {

// Begins with a FEN, also one of no legal position, as far as it can be drawn; with the default setup where it is
// empty. Without a script the FEN can be typed. The scripts are "/explore.js" and "/edit.js". Well-formed XML as well
// as HTML.
std::string edit_page(const Rules& rules, const std::string& fen);

}  // namespace bookends
