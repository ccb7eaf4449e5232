// The only file that knows the HTTP library. That reads and writes through a Connection of ours, so limits and time are
// ours, an answer goes out in one piece, and a connection waits in one system call.
#include "tools/serve/server.h"

#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <mutex>
#include <set>
#include <span>

#include "core/io/checksum.h"
#include "tools/serve/connection.h"
#include "tools/serve/crew.h"

namespace bookends::serve {
namespace {

using SteadyClock = std::chrono::steady_clock;

constexpr int kBacklog = 512;

// A connection, as the library reads and writes it.
class LibraryStream final : public httplib::Stream {
 public:
  explicit LibraryStream(Connection& connection) : connection_(connection) {}
  bool is_readable() const override { return true; }
  bool is_writable() const override { return true; }
  ssize_t read(char* out, std::size_t size) override { return connection_.read(out, size); }
  ssize_t write(const char* text, std::size_t size) override {
    connection_.write({text, size});
    return static_cast<ssize_t>(size);
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return connection_.socket(); }

 private:
  Connection& connection_;
};

// What the thread knows of the request that it answers: the library hands nothing of ours through.
struct Current {
  std::size_t route = Router::kNowhere;
  int status = 0;
  bool close = false;
  Response stream;  // where it has one, what goes out instead of the library's answer
};
thread_local Current current;
// Set while a connection is handled that there is no room for.
thread_local bool turned_away = false;

// The library's queue of connections, as a crew. `close`: called once no more come.
class Queue final : public httplib::TaskQueue {
 public:
  Queue(Crew& crew, std::function<void()> close) : crew_(crew), close_(std::move(close)) {}
  void enqueue(std::function<void()> task) override {
    if (crew_.take(task)) return;
    turned_away = true;
    task();
    turned_away = false;
  }
  void shutdown() override {
    close_();
    crew_.finish();
  }

 private:
  Crew& crew_;
  const std::function<void()> close_;
};

std::string etag_of(std::string_view body) {
  return fmt::format("\"{}\"", hexadecimal(checksum(std::as_bytes(std::span(body.data(), body.size())))));
}

// Whether an If-None-Match names the tag: a list, or any.
bool names(std::string_view header, std::string_view etag) {
  return header == "*" || header.find(etag) != std::string_view::npos;
}

std::string_view reason_of(int status) {
  switch (status) {
    case 408:
      return "Request Timeout";
    case 431:
      return "Request Header Fields Too Large";
    default:
      return "Service Unavailable";
  }
}

// What goes before an answer of unknown length, the last on its connection.
std::string head_of_stream(std::string_view type) {
  return fmt::format(
      "HTTP/1.1 200 OK\r\nContent-Type: {}\r\nCache-Control: no-store\r\nAccess-Control-Allow-Origin: *\r\n"
      "Connection: close\r\n\r\n",
      type);
}

// An answer that the library has no part in, and the last on its connection.
std::string last_words(int status, std::string_view why) {
  const std::string body = refusal(status, why).body;
  return fmt::format(
      "HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nAccess-Control-Allow-Origin: *\r\n"
      "Connection: close\r\n\r\n{}",
      status, reason_of(status), kJson, body.size(), body);
}

}  // namespace

class Server::Listener final : public httplib::Server {
 public:
  Listener(const ServerOptions& options, const Router& router, Metrics& metrics)
      : options_(options), router_(router), metrics_(metrics), crew_(options.most_connections) {
    set_default_headers({{"Access-Control-Allow-Origin", "*"}});
    // Not SO_REUSEPORT, by which two servers would share a port.
    set_socket_options([](socket_t socket) {
      const int on = 1;
      setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    });
    set_keep_alive_timeout(std::chrono::duration_cast<std::chrono::seconds>(options.idle_time).count());
    set_keep_alive_max_count(1000000);
    set_pre_routing_handler([this](const httplib::Request& request, httplib::Response& response) {
      answer(request, response);
      return HandlerResponse::Handled;
    });
    // What the library refuses itself.
    set_error_handler([](const httplib::Request&, httplib::Response& response) {
      current.status = response.status;
      if (!response.body.empty() || response.status == 304) return;
      response.set_content(refusal(response.status, "no request that this server understands").body, kJson.data());
    });
    new_task_queue = [this]() -> httplib::TaskQueue* { return new Queue(crew_, [this] { take_no_more(); }); };
  }

  // The library closes the socket only where it has listened.
  ~Listener() override {
    if (port_ > 0 && !over_) ::close(svr_sock_);
  }

  Result<void> take_port() {
    errno = 0;
    const bool any = options_.port == 0;
    const int port = any                                          ? bind_to_any_port(options_.host)
                     : bind_to_port(options_.host, options_.port) ? options_.port
                                                                  : -1;
    if (port <= 0) {
      const int reason = errno;
      const std::string what = fmt::format("cannot listen on {}, port {}: ", options_.host, options_.port);
      if (reason == EADDRINUSE) return Error{ErrorCode::io, what + "the port is in use (--port 0 takes a free one)"};
      if (reason == EACCES) return Error{ErrorCode::io, what + "not allowed"};
      return Error{ErrorCode::invalid_argument, what + "no address of this machine"};
    }
    port_ = port;
    ::listen(svr_sock_, kBacklog);  // again: the library lets five connections wait
    return {};
  }

  Result<void> serve() {
    try {
      listen_after_bind();
    } catch (const std::exception&) {  // a lack of memory
    }
    const std::lock_guard lock(mutex_);
    over_ = true;
    if (!asked_to_stop_) return Error{ErrorCode::io, "cannot listen any more"};
    return {};
  }

  // The library's own stop() does nothing before its loop has begun. A listening socket that was shut down ends the
  // loop whenever it begins.
  void stop_serving() {
    const std::lock_guard lock(mutex_);
    if (std::exchange(asked_to_stop_, true) || over_) return;
    if (!stopping_) ::shutdown(svr_sock_, SHUT_RDWR);
    close_connections();
  }

  const ServerOptions& options() const { return options_; }
  int port() const { return port_; }

 private:
  // The library has closed its socket, asked to stop or not.
  void take_no_more() {
    const std::lock_guard lock(mutex_);
    close_connections();
  }

  // Those who wait see their end, those who talk on after the next answer. The mutex is the caller's.
  void close_connections() {
    stopping_ = true;
    for (const int socket : sockets_) ::shutdown(socket, SHUT_RD);
  }

  bool process_and_close_socket(socket_t socket) override {
    try {
      if (turned_away)
        turn_away(socket);
      else
        let_in(socket);
    } catch (const std::exception&) {  // a lack of memory, for one: it ends this connection, not the server
    }
    ::shutdown(socket, SHUT_RDWR);
    ::close(socket);
    return true;
  }

  void turn_away(int socket) {
    metrics_.refused();
    static const std::string kFull = last_words(503, "all connections are taken; try again later");
    [[maybe_unused]] const ssize_t sent = send(socket, kFull.data(), kFull.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  }

  void let_in(int socket) {
    const Open open(*this, socket);
    if (open.counted) converse(socket);
  }

  // Counts a connection while it is open; none once the server stops.
  struct Open {
    Open(Listener& of, int its_socket) : listener(of), socket(its_socket) {
      const std::lock_guard lock(listener.mutex_);
      if (listener.stopping_) return;
      listener.sockets_.insert(socket);
      listener.metrics_.opened();
      counted = true;
    }
    ~Open() {
      if (!counted) return;
      const std::lock_guard lock(listener.mutex_);
      listener.sockets_.erase(socket);
      listener.metrics_.closed();
    }
    Open(const Open&) = delete;
    Open& operator=(const Open&) = delete;

    Listener& listener;
    const int socket;
    bool counted = false;
  };

  // Answers one request after the other.
  void converse(int socket) {
    Connection connection(socket, options_);
    LibraryStream heard(connection);
    const auto hurry = [this] { return stopping_ || crew_.is_full(); };
    while (connection.wait(hurry)) {
      current = {};
      bool closed = false;
      const bool answered = process_request(heard, stopping_, closed, plain);
      const bool complained = complain(connection);
      const bool sent = current.stream.stream ? stream(connection) : connection.flush();
      if (current.status != 0) metrics_.count(current.route, current.status, SteadyClock::now() - connection.begun());
      if (complained) connection.drain();
      if (complained || !answered || !sent || closed || current.close) return;
    }
  }

  // Piece by piece, until there are no more, the client has gone or the server stops. False: the connection ends.
  bool stream(Connection& connection) {
    const Response streamed = std::exchange(current.stream, {});
    connection.forget_answer();
    std::string more = head_of_stream(streamed.type);
    do {
      connection.write(more);
      more.clear();
    } while (connection.flush() && !stopping_ && streamed.stream(more));
    return false;
  }

  // Of a request that was too much; what the library made of its beginning is no answer.
  static bool complain(Connection& connection) {
    const Connection::Trouble trouble = connection.trouble();
    if (trouble == Connection::Trouble::none) return false;
    const bool large = trouble == Connection::Trouble::too_large;
    current.status = large ? 431 : 408;
    connection.forget_answer();
    connection.write(
        last_words(current.status, large ? "request line and headers are too long" : "the request took too long"));
    return true;
  }

  static bool is_get(const httplib::Request& request) { return request.method == "GET" || request.method == "HEAD"; }

  // Answers are short, so none is compressed or sent in parts. A body is not read: what follows it could not be told
  // from it. So its answer is the last, and the library says so, as if the client had asked for it.
  static void plain(httplib::Request& request) {
    request.headers.erase("Accept-Encoding");
    request.ranges.clear();
    current.close = !is_get(request) || request.has_header("Content-Length") || request.has_header("Transfer-Encoding");
    if (!current.close) return;
    request.headers.erase("Connection");
    request.headers.emplace("Connection", "close");
  }

  void answer(const httplib::Request& request, httplib::Response& response) {
    if (is_get(request)) return answer_get(request, response);
    response.set_header("Allow", "GET, HEAD, OPTIONS");
    response.set_header("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS");
    response.status = current.status = request.method == "OPTIONS" ? 204 : 405;
    if (response.status == 405) response.set_content(refusal(405, "only GET, HEAD and OPTIONS").body, kJson.data());
  }

  void answer_get(const httplib::Request& request, httplib::Response& response) {
    Request asked{request.path, {request.params.begin(), request.params.end()}};
    Router::Answer found = router_.answer(asked);
    current.route = found.label;
    current.status = response.status = found.response.status;
    if (found.response.status == 200 && !found.response.changes) {
      const std::string etag = etag_of(found.response.body);
      response.headers.emplace("ETag", etag);
      response.headers.emplace("Cache-Control", "no-cache");  // may be kept, and is asked for again
      if (names(request.get_header_value("If-None-Match"), etag)) {
        current.status = response.status = 304;
        return;
      }
    }
    response.headers.emplace("Content-Type", found.response.type);
    // A page of somebody else's could begin searches in the name of those who look at it.
    if (found.response.stream && request.get_header_value("Sec-Fetch-Site") == "cross-site") {
      current.status = response.status = 403;
      found.response = refusal(403, "searches are for this server's own pages");
    }
    if (found.response.stream && request.method == "GET") {
      current.stream = std::move(found.response);
      return;
    }
    response.body = std::move(found.response.body);
  }

  const ServerOptions options_;
  const Router& router_;
  Metrics& metrics_;
  Crew crew_;
  int port_ = 0;
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;
  bool asked_to_stop_ = false;
  bool over_ = false;      // run() has ended, and its socket is closed
  std::set<int> sockets_;  // of clients
};

Server::Server(std::unique_ptr<Listener> listener) : listener_(std::move(listener)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::open(const ServerOptions& options, const Router& router, Metrics& metrics) {
  auto listener = std::make_unique<Listener>(options, router, metrics);
  if (const Result<void> taken = listener->take_port(); !taken) return taken.error();
  return std::unique_ptr<Server>(new Server(std::move(listener)));
}

int Server::port() const { return listener_->port(); }

std::string Server::address() const {
  const std::string& host = listener_->options().host;
  const bool six = host.find(':') != std::string::npos;  // an address of IPv6
  return fmt::format("http://{}:{}/", six ? "[" + host + "]" : host, port());
}

Result<void> Server::run() { return listener_->serve(); }
void Server::stop() { listener_->stop_serving(); }

}  // namespace bookends::serve
