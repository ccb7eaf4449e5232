// What the completions of all shells have in common.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/manual/command_text.h"

namespace bookends {

std::string joined_by(const std::vector<std::string>& parts, std::string_view between);

// As an identifier of a script: "bookends_tables_build".
std::string identifier_of(const CommandText& command);

// In single quotes, with what a shell would end them at, or with fish also take for something else, written as
// `quote` and `backslash`.
std::string in_single_quotes(std::string_view text, std::string_view quote, std::string_view backslash);

// The words that a command takes without a name for them: their choices, and whether files may be among them.
struct WordsTaken {
  std::vector<std::string> choices;
  bool files = false;
};
WordsTaken words_taken(const CommandText& command);

// All names of a command's options.
std::vector<std::string> option_names(const CommandText& command);

}  // namespace bookends
