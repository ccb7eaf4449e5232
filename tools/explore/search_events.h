// A search as server-sent events (the HTML standard's text/event-stream): what a page that looks on listens to.
#pragma once

#include "tools/explore/live_search.h"
#include "tools/serve/message.h"

namespace bookends::serve {

// Events "line", with JSON (rank, depth, score, pv, text, nodes, nps), and at the end one "done", with {} or
// {"error": "why"}; where memory does not suffice, the stream ends without it. A search has its place now, begins with
// the first call of the stream, in a thread of its own, and ends when the last copy of the response is gone. 503 while
// kMostSearches of them have places.
Response search_events(const Rules& rules, const LiveSearch& asked);

inline constexpr int kMostSearches = 4;

}  // namespace bookends::serve
