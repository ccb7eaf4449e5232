// What a file is that was given in the place of another, for messages.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/result.h"

namespace bookends {

// "a book", "a table", ...; "" where it does not tell, or cannot be read.
std::string_view kind_of_file(const std::filesystem::path& path);

// The error of a file that could not be opened as what was wanted ("a proof"): where it is of another kind, what it is.
// An error that says what to do stays.
Error named_kind(const Error& error, const std::filesystem::path& path, std::string_view wanted);

}  // namespace bookends
