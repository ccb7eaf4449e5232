// What the terminal shows that the answer goes to.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace bookends {

// The value of a variable of the environment; null where it is not set.
using Environment = std::function<const char*(const char*)>;

// Whether colours and signs beyond ASCII are shown: TERM is one that moves its cursor, the locale is of UTF-8, and the
// user has not said NO_COLOR (https://no-color.org).
bool wants_colours(const Environment& environment);

// The same of this process, where standard output is a terminal.
bool shows_colours();

}  // namespace bookends
