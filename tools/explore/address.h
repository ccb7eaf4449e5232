// The addresses of the explorer's pages: every position, with the game that led to it, has one.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tools/explore/explored.h"

namespace bookends {

struct ExploreView {
  bool flipped = false;  // Black below
};

// "/explore/chess?moves=e2e4,e7e5"; with "fen=" where the game does not begin at the default setup, blanks in it as
// "_". Not escaped for HTML.
std::string explore_address(const Rules& rules, const std::string& start, std::span<const ExploredPly> line,
                            const ExploreView& view);

// The page that sets up a position, beginning with this one; with the default setup where the FEN is empty.
std::string edit_address(const Rules& rules, const std::string& fen);

// The moves of "e2e4,e7e5" or "e4 e5 Nf3".
std::vector<std::string> moves_of_address(std::string_view text);

}  // namespace bookends
