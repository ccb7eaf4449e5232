// What is said of a word that stands where a command is expected, and is none.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace CLI {
class App;
}

namespace bookends {

// After parsing: "'biuld' is no command of `bookends book`; did you mean `bookends book build`?"; nothing when there is
// no such word.
std::optional<std::string> unknown_command(const CLI::App& app);

// The command that words lead to, from the program on. Errors: invalid_argument, as above.
Result<const CLI::App*> find_command(const CLI::App& app, const std::vector<std::string>& words);

}  // namespace bookends
