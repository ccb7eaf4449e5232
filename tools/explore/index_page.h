// The explorer's pages beside those of positions: the first one, and what is shown where there is no position.
#pragma once

#include <string>
#include <vector>

#include "core/rules/rules.h"

namespace bookends {

struct OfferedGame {
  const Rules* rules = nullptr;
  std::vector<std::string> books;
  int table_men = 0;  // the most of any table; 0: there are none
};

// The games there are files of, with their setups.
std::string explore_index_page(const std::vector<OfferedGame>& games);

// Says what is wrong with an address, lets its FEN be mended, and leads back.
std::string explore_error_page(const Rules& rules, const std::string& message, const std::string& fen);

}  // namespace bookends
