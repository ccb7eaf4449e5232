// The explorer's pages beside those of positions: the first one, and what is shown where there is no position.
#pragma once

#include <string>
#include <vector>

#include "core/rules/rules.h"

namespace bookends {

struct OfferedProof {
  std::string file;     // without a folder
  std::string claim;    // "White wins"
  std::string address;  // of the root's page
};

struct OfferedGame {
  const Rules* rules = nullptr;
  std::vector<std::string> books;
  std::vector<OfferedProof> proofs;
  int table_men = 0;  // the most of any table; 0: there are none

  bool has_files() const { return !books.empty() || !proofs.empty() || table_men > 0; }
};

// The games there are files of, with their setups; of certificates the roots are linked.
std::string explore_index_page(const std::vector<OfferedGame>& games);

// Says what is wrong with an address, lets its FEN be mended, and leads back.
std::string explore_error_page(const Rules& rules, const std::string& message, const std::string& fen);

}  // namespace bookends
