#include "tools/manual/completion_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace bookends {

std::string joined_by(const std::vector<std::string>& parts, std::string_view between) {
  return fmt::format("{}", fmt::join(parts, between));
}

std::string identifier_of(const CommandText& command) {
  std::string name = command.path;
  std::ranges::replace_if(
      name, [](char ch) { return ch == ' ' || ch == '-'; }, '_');
  return name;
}

std::string in_single_quotes(std::string_view text, std::string_view quote, std::string_view backslash) {
  std::string out = "'";
  for (const char ch : text) {
    if (ch == '\'')
      out += quote;
    else if (ch == '\\')
      out += backslash;
    else
      out += ch == '\n' ? ' ' : ch;
  }
  return out + "'";
}

WordsTaken words_taken(const CommandText& command) {
  WordsTaken taken;
  for (const OptionText& option : command.options) {
    if (option.word.empty()) continue;
    taken.choices.insert(taken.choices.end(), option.choices.begin(), option.choices.end());
    taken.files = taken.files || (option.is_text && option.choices.empty());
  }
  return taken;
}

std::vector<std::string> option_names(const CommandText& command) {
  std::vector<std::string> names;
  for (const OptionText& option : command.options) names.insert(names.end(), option.names.begin(), option.names.end());
  return names;
}

}  // namespace bookends
