#include "tests/serve/client.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace bookends::test {

std::string HttpAnswer::header(std::string_view name) const {
  const std::string begin = "\r\n" + std::string(name) + ": ";
  const std::size_t at = head.find(begin);
  if (at == std::string::npos) return "";
  const std::size_t from = at + begin.size();
  return head.substr(from, head.find("\r\n", from) - from);
}

std::size_t HttpAnswer::headers(std::string_view name) const {
  const std::string begin = "\r\n" + std::string(name) + ": ";
  std::size_t count = 0;
  for (std::size_t at = 0; (at = head.find(begin, at)) != std::string::npos; at += begin.size()) ++count;
  return count;
}

Client::Client(int port) : socket_(socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
}

Client::~Client() { close(socket_); }

bool Client::say(std::string_view text) {
  while (!text.empty()) {
    const ssize_t sent = send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

bool Client::more(std::chrono::seconds patience) {
  pollfd waiting{socket_, POLLIN, 0};
  if (poll(&waiting, 1, static_cast<int>(1000 * patience.count())) <= 0) return false;
  std::array<char, 4096> part;
  const ssize_t got = recv(socket_, part.data(), part.size(), 0);
  if (got <= 0) return false;
  heard_.append(part.data(), static_cast<std::size_t>(got));
  return true;
}

std::optional<HttpAnswer> Client::listen(bool bodiless, std::chrono::seconds patience) {
  std::size_t end;
  while ((end = heard_.find("\r\n\r\n")) == std::string::npos)
    if (!more(patience)) return std::nullopt;
  HttpAnswer answer;
  answer.head = heard_.substr(0, end + 2);
  heard_.erase(0, end + 4);
  answer.status = std::atoi(answer.head.substr(answer.head.find(' ')).c_str());
  const std::string length = answer.header("Content-Length");
  const std::size_t size = bodiless || length.empty() ? 0 : std::stoul(length);
  while (heard_.size() < size)
    if (!more(patience)) return std::nullopt;
  answer.body = heard_.substr(0, size);
  heard_.erase(0, size);
  return answer;
}

bool Client::closed(std::chrono::seconds patience) {
  pollfd waiting{socket_, POLLIN, 0};
  char next;
  return heard_.empty() && poll(&waiting, 1, static_cast<int>(1000 * patience.count())) > 0 &&
         recv(socket_, &next, 1, 0) <= 0;
}

std::optional<HttpAnswer> Client::get(const std::string& target, const std::string& headers) {
  say("GET " + target + " HTTP/1.1\r\nHost: test\r\n" + headers + "\r\n");
  return listen();
}

}  // namespace bookends::test
