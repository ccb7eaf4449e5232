// UTF-8, as far as files of text need it.
#pragma once

#include <string_view>

namespace bookends {

// Whether a text is well-formed UTF-8 without zero bytes: no overlong forms, no surrogates, nothing above U+10FFFF.
bool is_utf8(std::string_view text);

// What some editors put before a text.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace bookends
