// Manual pages, in the macros of man(7).
#pragma once

#include <string>
#include <string_view>

#include "tools/manual/command_text.h"

namespace bookends {

// "bookends-tables-build": the page of a command.
std::string page_name(const CommandText& command);

// The page of one command, section 1. `version` is "bookends 0.2.0".
std::string man_page(const CommandText& command, std::string_view version);

}  // namespace bookends
