#include "tools/serve/message.h"

#include <algorithm>
#include <charconv>

namespace bookends::serve {

std::string fen_of(const Request& request) {
  const std::string* given = request.find("fen");
  std::string fen = given != nullptr ? *given : "";
  std::ranges::replace(fen, '_', ' ');
  return fen;
}

Result<std::size_t> number_of(const Request& request, std::string_view name, std::size_t otherwise) {
  const std::string* given = request.find(name);
  if (given == nullptr) return otherwise;
  std::size_t number = 0;
  const char* end = given->data() + given->size();
  if (const auto read = std::from_chars(given->data(), end, number); read.ec != std::errc() || read.ptr != end)
    return Error{ErrorCode::invalid_argument, std::string(name) + ": '" + *given + "' is no number"};
  return number;
}

}  // namespace bookends::serve
