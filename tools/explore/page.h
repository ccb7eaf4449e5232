// The explorer's page of a position: the board, and beside it what book and tables know of every move.
#pragma once

#include <string>
#include <vector>

#include "tools/explore/address.h"
#include "tools/explore/explored.h"
#include "tools/explore/other_ways.h"

namespace bookends {

inline constexpr int kBestPlies = 40;  // of the line of best play, at most

struct ExplorePage {
  ExploreView view;
  int table_men = 0;              // the most of any table; 0: there are none
  std::vector<ExploredPly> best;  // best_play()
  OtherWays ways;
};

// Well-formed XML as well as HTML; works without a script. The script and the style are "/explore.js", "/explore.css".
std::string explore_page(const Explored& position, const ExplorePage& page);

}  // namespace bookends
