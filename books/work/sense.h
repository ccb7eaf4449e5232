// Whether a workspace that was read from a file is one that a build could have made: every position and move of it.
#pragma once

#include "books/work/workspace.h"

namespace bookends {

// Of a game known here. What searches said is taken as it is: nobody can tell without searching again.
template <const Rules& R>
bool makes_sense(const Workspace& workspace);

}  // namespace bookends
