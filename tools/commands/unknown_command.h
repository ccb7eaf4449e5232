// What is said of a word that stands where a command is expected, and is none.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace bookends {

// After parsing: "'biuld' is no command of `bookends book`; did you mean `bookends book build`?"; nothing when there is
// no such word.
std::optional<std::string> unknown_command(const CLI::App& app);

}  // namespace bookends
