// All that the server answers, and where.
#pragma once

#include <memory>

#include "tools/serve/metrics.h"
#include "tools/serve/router.h"
#include "tools/serve/sources.h"

namespace bookends::serve {

// `sources` has to outlive the router.
void add_routes(Router& router, const Sources& sources);

// GET /metrics, of all routes of the router: to be added last.
std::shared_ptr<Metrics> add_metrics(Router& router);

}  // namespace bookends::serve
