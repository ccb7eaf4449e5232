// The style and the scripts of the explorer's pages. The pages work without the script, and ask nobody but this server.
#pragma once

#include <string_view>

namespace bookends {

extern const std::string_view kExploreStyle;
extern const std::string_view kExploreScript;
extern const std::string_view kEditScript;  // of the board editor alone

}  // namespace bookends
