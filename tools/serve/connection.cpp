#include "tools/serve/connection.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace bookends::serve {
namespace {

using SteadyClock = std::chrono::steady_clock;

// What a read or a write waits for at most before the clock is looked at.
constexpr std::chrono::milliseconds kPatience{2000};

void set_time_limit(int socket, int option, std::chrono::milliseconds most) {
  const auto time = std::clamp(most, std::chrono::milliseconds(1), kPatience).count();
  const timeval limit{time / 1000, 1000 * (time % 1000)};
  setsockopt(socket, SOL_SOCKET, option, &limit, sizeof limit);
}

bool is_for_later(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

}  // namespace

Connection::Connection(int socket, const ServerOptions& options) : socket_(socket), options_(options) {
  set_time_limit(socket, SO_RCVTIMEO, std::min(options.idle_time, options.request_time));
  set_time_limit(socket, SO_SNDTIMEO, options.request_time);
  const int on = 1;
  setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

bool Connection::wait(const std::function<bool()>& hurry) {
  const auto until = SteadyClock::now() + options_.idle_time;
  while (begin_ == end_) {
    const ssize_t got = recv(socket_, buffer_.data(), buffer_.size(), 0);
    if (got > 0) begin_ = 0, end_ = static_cast<std::size_t>(got);
    if (got == 0 || (got < 0 && !is_for_later(errno) && errno != EINTR)) return false;
    if (got < 0 && (SteadyClock::now() >= until || hurry())) return false;
  }
  begun_ = SteadyClock::now();
  read_ = 0;
  trouble_ = Trouble::none;
  return true;
}

ssize_t Connection::read(char* out, std::size_t size) {
  if (begin_ == end_ && !fill()) return -1;
  const std::size_t n = std::min(size, end_ - begin_);
  std::memcpy(out, buffer_.data() + begin_, n);
  begin_ += n;
  if ((read_ += n) > options_.most_request_bytes) return trouble_ = Trouble::too_large, -1;
  return static_cast<ssize_t>(n);
}

// More of the request.
bool Connection::fill() {
  for (;;) {
    if (late()) return trouble_ = Trouble::too_slow, false;
    const ssize_t got = recv(socket_, buffer_.data(), buffer_.size(), 0);
    if (got > 0) return begin_ = 0, end_ = static_cast<std::size_t>(got), true;
    if (got == 0 || (!is_for_later(errno) && errno != EINTR)) return false;
  }
}

bool Connection::flush() {
  const char* at = answer_.data();
  std::size_t left = answer_.size();
  while (left > 0) {
    const ssize_t sent = send(socket_, at, left, MSG_NOSIGNAL);
    if (sent > 0) at += sent, left -= static_cast<std::size_t>(sent);
    if (sent < 0 && errno != EINTR && (!is_for_later(errno) || late())) break;
  }
  answer_.clear();
  return left == 0;
}

void Connection::drain() {
  ::shutdown(socket_, SHUT_WR);
  const auto until = SteadyClock::now() + kPatience;
  while (SteadyClock::now() < until && recv(socket_, buffer_.data(), buffer_.size(), 0) > 0) continue;
}

}  // namespace bookends::serve
