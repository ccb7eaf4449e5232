// Numbers parted by commas, as options have them.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace bookends::match {

// "40,10,10". Nothing when a word is empty or anything but one number, blanks and a plus sign included.
template <class T>
std::optional<std::vector<T>> parse_numbers(std::string_view text) {
  std::vector<T> found;
  while (true) {
    const std::string_view word = text.substr(0, text.find(','));
    T value{};
    const auto [end, status] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (status != std::errc() || end != word.data() + word.size()) return std::nullopt;
    found.push_back(value);
    if (word.size() == text.size()) return found;
    text.remove_prefix(word.size() + 1);
  }
}

}  // namespace bookends::match
