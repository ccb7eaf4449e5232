#include "tools/serve/router.h"

#include <algorithm>
#include <exception>
#include <new>
#include <nlohmann/json.hpp>

namespace bookends::serve {

std::size_t Router::label_of(std::string_view label) {
  const auto found = std::ranges::find(labels_, label);
  const auto at = static_cast<std::size_t>(found - labels_.begin());
  if (found == labels_.end()) labels_.emplace_back(label);
  return at;
}

void Router::add(const std::string& path, std::string_view label, Handler handler) {
  routes_.emplace(path, Route{label_of(label), std::move(handler)});
}

Router::Answer Router::answer(const Request& request) const {
  const auto found = routes_.find(request.path);
  if (found == routes_.end()) return {refusal(404, "there is nothing at " + request.path), kNowhere};
  const Route& route = found->second;
  try {
    return {route.handler(request), route.label};
  } catch (const std::bad_alloc&) {
    return {refusal(503, "out of memory"), route.label};
  } catch (const std::exception& error) {
    return {refusal(500, error.what()), route.label};
  }
}

Response refusal(int status, std::string_view why) {
  const nlohmann::json body{{"error", why}};
  Response response;
  response.status = status;
  response.body = body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return response;
}

Response refusal(const Error& error) {
  const int status = error.code == ErrorCode::invalid_argument ? 400 : error.code == ErrorCode::not_found ? 404 : 500;
  return refusal(status, error.message);
}

}  // namespace bookends::serve
