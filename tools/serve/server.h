// The server: sockets and HTTP around a router. Each connection has a thread of its own while it is open.
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "core/base/result.h"
#include "tools/serve/metrics.h"
#include "tools/serve/router.h"

namespace bookends::serve {

struct ServerOptions {
  std::string host = "127.0.0.1";
  int port = 8080;                                // 0: one that is free
  std::size_t most_connections = 256;             // one more gets 503
  std::size_t most_request_bytes = 16384;         // of request line and headers
  std::chrono::milliseconds request_time{10000};  // for a request to come in and its answer to go out
  std::chrono::milliseconds idle_time{30000};     // of a connection between two requests
};

class Server {
 public:
  // Takes the port; nothing is answered before run(). `router` and `metrics` have to outlive the server. Errors:
  // invalid_argument for a host that is none of this machine, io for a port that is taken or not allowed.
  static Result<std::unique_ptr<Server>> open(const ServerOptions& options, const Router& router, Metrics& metrics);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const;
  std::string address() const;  // "http://127.0.0.1:8080/"

  // Answers until stop(), which any thread may call: requests that have come are still answered. Never throws. Errors:
  // io when it cannot listen any more.
  Result<void> run();
  void stop();

 private:
  class Listener;
  explicit Server(std::unique_ptr<Listener> listener);
  std::unique_ptr<Listener> listener_;
};

}  // namespace bookends::serve
