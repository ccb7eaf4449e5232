// The table of a position's moves on the explorer's page.
#pragma once

#include <string>

#include "tools/explore/page.h"

namespace bookends {

// A row for each legal move, a link to the position after it; columns only for what is known of some move.
std::string moves_table(const Explored& position, const ExplorePage& page);

}  // namespace bookends
