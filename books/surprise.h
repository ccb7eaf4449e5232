// How unlikely the replies of a known opponent are (opponent.h).
#pragma once

#include "books/values.h"
#include "books/workspace.h"

namespace bookends {

// Centipawns by which one of two replies has to fall short of the other to be chosen half as often, as BookVariety has
// it.
inline constexpr int kHalving = 10;

// Halvings from one to the reply's share of all that its position's search named, in centipawns: 0 for the only one
// there is, and for the one that a person has set. What was not named is worth what it leads to (the step's score), and
// less likely than what was.
int surprise(const Workspace& workspace, NodeId id, const WayStep& step);

}  // namespace bookends
