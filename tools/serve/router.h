// Which handler answers a request.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "tools/serve/message.h"

namespace bookends::serve {

using Handler = std::function<Response(const Request&)>;

class Router {
 public:
  static constexpr std::size_t kNowhere = 0;  // the label of what no route answers

  Router() : labels_{"none"} {}

  // `label` names the routes that metrics count together ("/{variant}"); it needs no escapes. A path is added once.
  void add(const std::string& path, std::string_view label, Handler handler);

  struct Answer {
    Response response;
    std::size_t label = kNowhere;  // of labels()
  };
  // Never fails: 404 where no route leads, 500 where a handler has thrown. Any number of threads may ask.
  Answer answer(const Request& request) const;

  const std::vector<std::string>& labels() const { return labels_; }

 private:
  struct Route {
    std::size_t label;
    Handler handler;
  };
  std::size_t label_of(std::string_view label);

  std::vector<std::string> labels_;
  std::map<std::string, Route, std::less<>> routes_;
};

// {"error":"why"}
Response refusal(int status, std::string_view why);
// With the status that fits: 400 for what is wrong in itself, 404 for what is not there, else 500.
Response refusal(const Error& error);

}  // namespace bookends::serve
