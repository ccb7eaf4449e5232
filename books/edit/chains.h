// Lines of a book: every position leads to at most one other, by the book's move.
#pragma once

#include <cstdint>
#include <vector>

#include "books/work/ids.h"

namespace bookends {

// The nodes of a map from each node to at most one other (kNoNode for none), every node after the one it leads to;
// where lines go round in a circle the order is cut.
struct Chains {
  std::vector<NodeId> order;
  std::vector<bool> on_cycle;

  explicit Chains(const std::vector<NodeId>& next);
};

}  // namespace bookends
