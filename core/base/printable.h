// Text that came from elsewhere, as it may be shown: on a terminal, in a message, in a file of lines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bookends {

// What controls a terminal or ends a line shows as '?', and in a text that is no UTF-8 every byte beyond ASCII does.
// Not more than `most` bytes, and no character in part.
std::string printable(std::string_view text, std::size_t most = std::string_view::npos);

// The same with ASCII alone.
std::string printable_ascii(std::string_view text);

}  // namespace bookends
