// A client that says exactly what a test wants to say, well-formed or not.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace bookends::test {

struct HttpAnswer {
  int status = 0;
  std::string head;  // status line and headers, each with its line end
  std::string body;
  // The value of a header; "" where there is none. `name` as the server writes it.
  std::string header(std::string_view name) const;
  // How many of that name there are.
  std::size_t headers(std::string_view name) const;
};

class Client {
 public:
  explicit Client(int port);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // False once the server has closed.
  bool say(std::string_view text);
  // The next answer; nothing when the server closes, or says nothing for that long. `bodiless`: one to HEAD.
  std::optional<HttpAnswer> listen(bool bodiless = false, std::chrono::seconds patience = std::chrono::seconds(20));
  // Whether the server has closed, once all that it said was read.
  bool closed(std::chrono::seconds patience = std::chrono::seconds(20));

  // A GET with that target and these header lines, and its answer.
  std::optional<HttpAnswer> get(const std::string& target, const std::string& headers = "");

 private:
  bool more(std::chrono::seconds patience);
  int socket_;
  std::string heard_;
};

}  // namespace bookends::test
