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
  exact_.emplace(path, Route{label_of(label), std::move(handler)});
}

void Router::add_below(const std::string& prefix, std::string_view label, Handler handler) {
  below_.emplace(prefix, Route{label_of(label), std::move(handler)});
}

const Router::Route* Router::find(const std::string& path) const {
  if (const auto found = exact_.find(path); found != exact_.end()) return &found->second;
  const Route* longest = nullptr;
  for (const auto& [prefix, route] : below_)  // ascending: of two that fit the longer one comes later
    if (path.starts_with(prefix)) longest = &route;
  return longest;
}

Router::Answer Router::answer(const Request& request) const {
  const Route* route = find(request.path);
  if (route == nullptr) return {refusal(404, "there is nothing at " + request.path), kNowhere};
  try {
    return {route->handler(request), route->label};
  } catch (const std::bad_alloc&) {
    return {refusal(503, "out of memory"), route->label};
  } catch (const std::exception& error) {
    return {refusal(500, error.what()), route->label};
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
