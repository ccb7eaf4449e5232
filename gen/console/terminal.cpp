#include "gen/console/terminal.h"

#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace bookends {
namespace {

std::string_view value_of(const Environment& environment, const char* name) {
  const char* value = environment(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

// The first of these that is set decides (POSIX, 8.2).
std::string locale_of(const Environment& environment) {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const std::string_view value = value_of(environment, name); !value.empty()) return std::string(value);
  return "";
}

}  // namespace

bool wants_colours(const Environment& environment) {
  if (!value_of(environment, "NO_COLOR").empty()) return false;
  const std::string_view terminal = value_of(environment, "TERM");
  if (terminal.empty() || terminal == "dumb") return false;
  std::string locale = locale_of(environment);
  std::erase(locale, '-');
  std::ranges::transform(locale, locale.begin(), [](unsigned char ch) { return static_cast<char>(std::tolower(ch)); });
  return locale.find("utf8") != std::string::npos;
}

bool shows_colours() {
  return isatty(STDOUT_FILENO) != 0 && wants_colours([](const char* name) { return std::getenv(name); });
}

}  // namespace bookends
