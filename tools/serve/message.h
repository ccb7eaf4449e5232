// A request and its response as handlers see them: plain values, without sockets.
#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace bookends::serve {

struct Request {
  std::string path;                                        // decoded, without the query
  std::vector<std::pair<std::string, std::string>> query;  // decoded

  // The first value of that name; null: there is none.
  const std::string* find(std::string_view name) const {
    const auto found = std::ranges::find_if(query, [&](const auto& field) { return field.first == name; });
    return found == query.end() ? nullptr : &found->second;
  }
};

// The FEN of ?fen=, with underscores for spaces or without. "" where there is none.
std::string fen_of(const Request& request);
// The number of ?name=, `otherwise` where there is none. Errors: invalid_argument.
Result<std::size_t> number_of(const Request& request, std::string_view name, std::size_t otherwise);

inline constexpr std::string_view kJson = "application/json; charset=utf-8";
inline constexpr std::string_view kPlainText = "text/plain; charset=utf-8";

struct Response {
  int status = 200;
  std::string body;
  std::string_view type = kJson;  // of a constant
  bool changes = false;           // says something else each time: no ETag
  // Instead of a body: called for one piece after the other until it returns false. It returns every few seconds at
  // least, since a client that has gone is noticed only when something is sent.
  std::function<bool(std::string& more)> stream{};
};

}  // namespace bookends::serve
