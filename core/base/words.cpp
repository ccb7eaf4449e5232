#include "core/base/words.h"

#include <algorithm>

namespace bookends {

namespace {
constexpr std::string_view kWhiteSpace = " \t\r\n\v\f";
}  // namespace

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kWhiteSpace);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kWhiteSpace) - first + 1);
}

std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const std::string_view word = text.substr(0, std::min(text.find_first_of(kWhiteSpace), text.size()));
  text = trimmed(text.substr(word.size()));
  return word;
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) words.push_back(word);
  return words;
}

}  // namespace bookends
