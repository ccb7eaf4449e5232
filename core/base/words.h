// Words of a text, parted by white space of any kind and length.
#pragma once

#include <string_view>
#include <vector>

namespace bookends {

// Without the white space at both ends.
std::string_view trimmed(std::string_view text);

// Takes the first word off the text, and trims what is left; empty when there is none. Takes no memory.
std::string_view take_word(std::string_view& text);

// They are parts of the text, which has to outlive them.
std::vector<std::string_view> split_words(std::string_view text);

}  // namespace bookends
