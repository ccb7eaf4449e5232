// `bookends book info` of a folder in which a book is built, or a proof looked for: how far it has come, and how.
#pragma once

#include <string>

#include "core/base/result.h"

namespace bookends {

enum class InfoForm { text, json, html };

// Errors: those of its history; unsupported (a history of neither), not_found where it has none.
Result<std::string> workspace_info(const std::string& folder, InfoForm form);

}  // namespace bookends
