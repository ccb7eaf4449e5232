// Text in markup.
#pragma once

#include <string>
#include <string_view>

namespace bookends {

// For HTML and XML text and attributes in double quotes.
std::string escaped(std::string_view text);

}  // namespace bookends
