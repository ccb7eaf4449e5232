// `bookends book info` of a folder in which a book is built, or a proof looked for: how far it has come, and how.
#pragma once

#include <string>

#include "core/base/result.h"

namespace bookends {

enum class InfoForm { text, json, html };

// `all`: as text with every place that is left of a proof. Errors: those of its history and of its plan; unsupported (a
// history of neither), not_found where it has none.
Result<std::string> workspace_info(const std::string& folder, InfoForm form, bool all);

}  // namespace bookends
