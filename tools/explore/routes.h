// The pages of the explorer, and searches that are watched.
#pragma once

#include "tools/serve/router.h"
#include "tools/serve/sources.h"

namespace bookends::serve {

// "/", "/explore/{game}", "/edit/{game}", "/search/{game}" and what the pages need. `sources` has to outlive the
// router.
void add_explore_routes(Router& router, const Sources& sources);

}  // namespace bookends::serve
