// `bookends book info` of other programs' Polyglot books.
#pragma once

#include <string>

#include "core/base/result.h"

namespace bookends {

// Whether a file looks like one; not where it cannot be read.
bool looks_like_polyglot(const std::string& path);

// What it holds, read as a book of the game. Errors: those of survey_polyglot(), and of an unknown game.
Result<std::string> polyglot_text(const std::string& path, const std::string& game, bool json);

}  // namespace bookends
