// The explorer's page of a position: the board, and beside it what book and tables know of every move.
#pragma once

#include <string>
#include <vector>

#include "tools/explore/address.h"
#include "tools/explore/explored.h"

namespace bookends {

struct ExplorePage {
  ExploreView view;
  int table_men = 0;              // the most of any table; 0: there are none
  std::vector<ExploredPly> best;  // best_play()
};

// Well-formed XML as well as HTML; works without a script. The script and the style are "/explore.js", "/explore.css".
std::string explore_page(const Explored& position, const ExplorePage& page);

// A page that says what is wrong with an address, lets its FEN be mended, and leads back.
std::string explore_error_page(const Rules& rules, const std::string& message, const std::string& fen);

// The first page: the games there are files of, with their setups.
struct OfferedGame {
  const Rules* rules = nullptr;
  std::vector<std::string> books;
  int table_men = 0;  // the most of any table; 0: there are none
};
std::string explore_index_page(const std::vector<OfferedGame>& games);

}  // namespace bookends
