// A client's socket, with the limits of time and size that a request has.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "tools/serve/server.h"

namespace bookends::serve {

// What is written is kept, and goes out in one piece. One thread at a time.
class Connection {
 public:
  enum class Trouble { none, too_large, too_slow };

  // The socket stays the caller's, who closes it; its timeouts say how often the clock is looked at.
  Connection(int socket, const ServerOptions& options);

  // Whether the next request begins: false when the client is gone, or silent for too long. `hurry`: others wait.
  bool wait(const std::function<bool()>& hurry);
  // What came, as much as fits; -1 when the client is gone or the request in trouble.
  ssize_t read(char* out, std::size_t size);
  void write(std::string_view text) { answer_ += text; }
  // Sends what was written. False: the client has not taken it all.
  bool flush();
  void forget_answer() { answer_.clear(); }
  // Throws away what still comes, for a while: closed with something unread, a socket takes back the answer, too.
  void drain();

  // Of the request that wait() saw.
  std::chrono::steady_clock::time_point begun() const { return begun_; }
  Trouble trouble() const { return trouble_; }
  int socket() const { return socket_; }

 private:
  bool late() const { return std::chrono::steady_clock::now() - begun_ > options_.request_time; }
  bool fill();

  const int socket_;
  const ServerOptions& options_;
  std::array<char, 4096> buffer_;
  std::size_t begin_ = 0, end_ = 0;  // what of it has not been read
  std::size_t read_ = 0;             // bytes of this request
  std::chrono::steady_clock::time_point begun_;
  Trouble trouble_ = Trouble::none;
  std::string answer_;
};

}  // namespace bookends::serve
