// What the queries of all endpoints share.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/rules/rules.h"
#include "tools/serve/message.h"

namespace bookends::serve {

// The FEN of ?fen=, with underscores for spaces or without. "" where there is none.
std::string fen_of(const Request& request);

// The number of ?name=, `otherwise` where there is none. Errors: invalid_argument.
Result<std::size_t> number_of(const Request& request, std::string_view name, std::size_t otherwise);

}  // namespace bookends::serve
