// The style and the script of the explorer's pages. They work without the script, and ask nobody but this server.
#pragma once

#include <string_view>

namespace bookends {

extern const std::string_view kExploreStyle;
extern const std::string_view kExploreScript;

}  // namespace bookends
