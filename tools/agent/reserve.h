// A little memory that is kept back: when the system has no more, what there is to be said of it, and the commands that
// come next, still have some.
#pragma once

namespace bookends::agent {

// Keeps the reserve, or takes it again when it was used up; whether it is there. To be called between commands, and
// first by main(), since it sets the program's new-handler.
bool keep_reserve();

}  // namespace bookends::agent
