// Numbers with their nouns, for messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace bookends {

// "1 position", "2 positions". `many` is the plural where an "s" does not make it: "2 searches".
inline std::string count_text(std::uint64_t n, std::string_view one, std::string_view many = {}) {
  std::string text = std::to_string(n) + ' ';
  text += n == 1 || many.empty() ? one : many;
  return n == 1 || !many.empty() ? text : text + 's';
}

}  // namespace bookends
