// Advice on damage: what a message says to do about a workspace or a book that cannot be read.
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/result.h"

namespace bookends {

// The same error; where a file of the workspace is damaged or of another version, with what to do about it. `loss` says
// what goes with the folder ("what was found is lost"). with_advice() is for commands that can take another workspace.
Error with_removal(const Error& error, const std::filesystem::path& workspace, std::string_view loss);
Error with_advice(const Error& error, const std::filesystem::path& workspace, std::string_view loss);

// The same error; that of a damaged book with what to do about it.
Error with_book_advice(const Error& error);

}  // namespace bookends
