// Whether what was read from a workspace is what a build could have made: every position and move of it. What searches
// said is taken as it is: nobody can tell without searching again.
#pragma once

#include "books/work/tasks.h"
#include "books/work/workspace.h"

namespace bookends {

template <const Rules& R>
bool makes_sense(const Workspace& workspace);

// Of a game known here: a position, and moves of it.
bool makes_sense(const Rules& rules, const SearchTask& task, const LeafResult& result);

}  // namespace bookends
