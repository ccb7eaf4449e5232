// The server over a socket: what HTTP asks of it, limits, slow clients and nonsense.
#include "tools/serve/server.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <deque>
#include <new>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/serve/client.h"
#include "tests/serve/served.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

serve::ServerOptions any_port() {
  serve::ServerOptions options;
  options.port = 0;
  return options;
}

class ServerOnASocket : public testing::Test {
 protected:
  ServerOnASocket() { serve::add_routes(router_, Served::files().sources()), metrics_ = serve::add_metrics(router_); }
  ~ServerOnASocket() override { stop(); }

  int start(const serve::ServerOptions& options = any_port()) {
    auto opened = serve::Server::open(options, router_, *metrics_);
    EXPECT_TRUE(opened) << opened.error().message;
    server_ = std::move(*opened);
    thread_ = std::thread([this] { EXPECT_TRUE(server_->run()); });
    return server_->port();
  }
  void stop() {
    if (!thread_.joinable()) return;
    server_->stop();
    thread_.join();
  }

  serve::Router router_;
  std::shared_ptr<serve::Metrics> metrics_;
  std::unique_ptr<serve::Server> server_;
  std::thread thread_;
};

const std::string kMateInOne = "/standard?fen=k7/8/1K6/8/8/8/8/7R%20w%20-%20-%200%201";

TEST_F(ServerOnASocket, AnswersOneRequestAfterTheOther) {
  Client client(start());
  const auto first = client.get(kMateInOne);
  ASSERT_TRUE(first);
  EXPECT_EQ(first->status, 200);
  EXPECT_EQ(first->header("Content-Type"), "application/json; charset=utf-8");
  EXPECT_EQ(first->header("Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(first->header("Connection"), "") << "it stays open: " << first->head;
  EXPECT_EQ(nlohmann::json::parse(first->body)["dtm"], 1);
  EXPECT_EQ(first->body, Served::files().get("/standard", "fen=k7/8/1K6/8/8/8/8/7R w - - 0 1").body);
  for (const char* target : {"/standard/mainline?fen=8/8/8/3k4/8/8/8/KR6+w+-+-+0+1", "/explorer/chess?play=e2e4",
                             "/masters", "/lichess?variant=standard", "/api/games", "/healthz", "/metrics",
                             "/api/probe/fragments?fen=4k/5/2K2/5/Q4_w_-_-_0_1"}) {
    const auto answer = client.get(target);
    ASSERT_TRUE(answer) << target;
    EXPECT_EQ(answer->status, 200) << target << answer->body;
    EXPECT_FALSE(answer->body.empty()) << target;
  }
}

TEST_F(ServerOnASocket, AnswersRequestsThatComeTogether) {
  Client client(start());
  const std::string one = "GET /healthz HTTP/1.1\r\n\r\n";
  client.say(one + one + one);
  for (int i = 0; i < 3; ++i) {
    const auto answer = client.listen();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->body, "ok\n");
  }
}

TEST_F(ServerOnASocket, RefusesInJson) {
  Client client(start());
  for (const auto& [target, status] : {std::pair("/standard?fen=nonsense", 400), std::pair("/standard", 400),
                                       std::pair("/nothing", 404), std::pair("/makruk?fen=8/8", 404)}) {
    const auto answer = client.get(target);
    ASSERT_TRUE(answer) << target;
    EXPECT_EQ(answer->status, status) << target;
    EXPECT_TRUE(nlohmann::json::parse(answer->body)["error"].is_string()) << target;
    EXPECT_EQ(answer->header("Access-Control-Allow-Origin"), "*");
  }
}

TEST_F(ServerOnASocket, DoesNotSendAgainWhatTheClientHas) {
  Client client(start());
  const auto first = client.get(kMateInOne);
  ASSERT_TRUE(first);
  const std::string etag = first->header("ETag");
  ASSERT_THAT(etag, StartsWith("\""));
  const auto again = client.get(kMateInOne, "If-None-Match: \"other\", " + etag + "\r\n");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->status, 304);
  EXPECT_EQ(again->body, "");
  EXPECT_EQ(again->header("ETag"), etag);
  EXPECT_EQ(client.get(kMateInOne, "If-None-Match: \"other\"\r\n")->status, 200);
  EXPECT_EQ(client.get("/metrics")->header("ETag"), "") << "it changes";
}

TEST_F(ServerOnASocket, SendsNoBodyToHead) {
  Client client(start());
  const auto whole = client.get(kMateInOne);
  client.say("HEAD " + kMateInOne + " HTTP/1.1\r\n\r\n");
  const auto head = client.listen(true);
  ASSERT_TRUE(whole && head);
  EXPECT_EQ(head->status, 200);
  EXPECT_EQ(head->header("Content-Length"), std::to_string(whole->body.size()));
  EXPECT_EQ(head->header("ETag"), whole->header("ETag"));
  EXPECT_EQ(client.get("/healthz")->body, "ok\n") << "nothing was left over";
}

TEST_F(ServerOnASocket, BeginsStreamsForWhoMayHaveThem) {
  std::atomic<int> begun{0};
  router_.add("/stream", "/healthz", [&](const serve::Request&) {
    serve::Response response;
    response.changes = true;
    response.stream = [&](std::string& more) { return ++begun, more = "piece", false; };
    return response;
  });
  Client client(start());
  const auto refused = client.get("/stream", "Sec-Fetch-Site: cross-site\r\n");
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 403);
  client.say("HEAD /stream HTTP/1.1\r\n\r\n");
  EXPECT_EQ(client.listen(true)->status, 200);
  EXPECT_EQ(begun, 0);
  EXPECT_THAT(client.get("/metrics")->body, HasSubstr("{route=\"/healthz\",status=\"403\"} 1\n"));
  EXPECT_EQ(client.get("/stream", "Sec-Fetch-Site: same-origin\r\n")->status, 200);
  EXPECT_TRUE(client.closed());
  EXPECT_EQ(begun, 1);
}

TEST_F(ServerOnASocket, KnowsNoOtherMethods) {
  const int port = start();
  for (const std::string method : {"POST", "PUT", "DELETE"}) {
    Client client(port);
    client.say(method + " /healthz HTTP/1.1\r\nContent-Length: 27\r\n\r\nGET /healthz HTTP/1.1\r\n\r\n..");
    const auto answer = client.listen();
    ASSERT_TRUE(answer) << method;
    EXPECT_EQ(answer->status, 405) << method;
    EXPECT_THAT(answer->header("Allow"), HasSubstr("GET")) << method;
    EXPECT_TRUE(client.closed()) << "its body is no second request";
  }
  Client client(port);
  client.say("OPTIONS /standard HTTP/1.1\r\n\r\n");
  EXPECT_EQ(client.listen()->status, 204);
}

TEST_F(ServerOnASocket, SaysOnceThatItCloses) {
  const int port = start();
  for (const std::string asked : {"POST /healthz HTTP/1.1\r\nContent-Length: 0\r\n", "OPTIONS /healthz HTTP/1.1\r\n",
                                  "GET /healthz HTTP/1.1\r\nContent-Length: 0\r\n", "GET /healthz HTTP/1.1\r\n"})
    for (const std::string connection : {"", "Connection: close\r\n", "Connection: keep-alive\r\n"}) {
      Client client(port);
      client.say(asked + connection + "\r\n");
      const auto answer = client.listen();
      ASSERT_TRUE(answer) << asked;
      const bool closes = asked != "GET /healthz HTTP/1.1\r\n" || connection == "Connection: close\r\n";
      EXPECT_EQ(answer->headers("Connection"), closes ? 1u : 0u) << asked << answer->head;
      EXPECT_EQ(answer->headers("Keep-Alive"), closes ? 0u : 1u) << asked << answer->head;
    }
}

TEST_F(ServerOnASocket, ClosesAfterARequestWithABody) {
  Client client(start());
  client.say("GET /healthz HTTP/1.1\r\nContent-Length: 26\r\n\r\nGET /nothing HTTP/1.1\r\n\r\n.");
  EXPECT_EQ(client.listen()->status, 200);
  EXPECT_TRUE(client.closed());
}

TEST_F(ServerOnASocket, ClosesWhenAskedTo) {
  const int port = start();
  Client modern(port);
  EXPECT_EQ(modern.get("/healthz", "Connection: close\r\n")->status, 200);
  EXPECT_TRUE(modern.closed());
  Client old(port);
  old.say("GET /healthz HTTP/1.0\r\n\r\n");
  EXPECT_EQ(old.listen()->status, 200);
  EXPECT_TRUE(old.closed());
}

TEST_F(ServerOnASocket, CompressesAndCutsNothing) {
  Client client(start());
  const auto plain = client.get(kMateInOne);
  const auto asked = client.get(kMateInOne, "Accept-Encoding: gzip, br\r\nRange: bytes=0-3\r\n");
  ASSERT_TRUE(plain && asked);
  EXPECT_EQ(asked->status, 200);
  EXPECT_EQ(asked->body, plain->body);
}

TEST_F(ServerOnASocket, LimitsTheSizeOfARequest) {
  const int port = start();
  Client many(port);
  many.say("GET /healthz HTTP/1.1\r\n");
  for (int i = 0; i < 1000; ++i) many.say("X-Header-" + std::to_string(i) + ": with a value of some length\r\n");
  const auto too_many = many.listen();
  ASSERT_TRUE(too_many);
  EXPECT_EQ(too_many->status, 431);
  Client endless(port);
  endless.say("GET /" + std::string(100000, 'a'));
  const auto too_long = endless.listen();
  ASSERT_TRUE(too_long);
  EXPECT_EQ(too_long->status, 431);
  Client uri(port);
  const auto long_address = uri.get("/standard?fen=" + std::string(10000, 'a'));
  ASSERT_TRUE(long_address);
  EXPECT_EQ(long_address->status, 414);
  EXPECT_EQ(Client(port).get("/healthz")->status, 200);
}

TEST_F(ServerOnASocket, LimitsTheTimeOfARequest) {
  serve::ServerOptions options = any_port();
  options.request_time = std::chrono::milliseconds(500);
  const int port = start(options);
  Client slow(port);
  slow.say("GET /healthz HT");
  const auto answer = slow.listen();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 408);
  EXPECT_TRUE(slow.closed());
  // Each byte is in time, all of them are not.
  Client dripping(port);
  const auto begin = std::chrono::steady_clock::now();
  while (dripping.say("a") && std::chrono::steady_clock::now() - begin < std::chrono::seconds(20))
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(10));
}

TEST_F(ServerOnASocket, LeavesAClientThatIsSilent) {
  serve::ServerOptions options = any_port();
  options.idle_time = std::chrono::milliseconds(100);
  Client client(start(options));
  EXPECT_EQ(client.get("/healthz")->status, 200);
  EXPECT_TRUE(client.closed());
}

TEST_F(ServerOnASocket, AnswersBesideManySlowClients) {
  const int port = start();
  std::deque<Client> slow;
  for (int i = 0; i < 64; ++i) slow.emplace_back(port).say("GET /healthz HT");
  Client client(port);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 50; ++i) ASSERT_EQ(client.get(kMateInOne)->status, 200);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  for (Client& one : slow) one.say("TP/1.1\r\n\r\n");
  for (Client& one : slow) EXPECT_EQ(one.listen()->status, 200);
}

TEST_F(ServerOnASocket, TurnsAwayWhomItHasNoRoomFor) {
  serve::ServerOptions options = any_port();
  options.most_connections = 2;
  const int port = start(options);
  Client first(port);
  EXPECT_EQ(first.get("/healthz")->status, 200);
  {
    Client second(port);
    EXPECT_EQ(second.get("/healthz")->status, 200);
    Client third(port);
    const auto answer = third.listen();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 503);
    EXPECT_TRUE(third.closed());
    EXPECT_EQ(first.get("/healthz")->status, 200) << "who is in stays";
  }
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  int status = 0;
  while (status != 200 && std::chrono::steady_clock::now() < until) {
    Client next(port);
    if (const auto answer = next.get("/healthz")) status = answer->status;
  }
  EXPECT_EQ(status, 200);
}

TEST_F(ServerOnASocket, SurvivesNonsense) {
  const int port = start();
  const std::string binary("\0\xff\x80\r\n\r\n", 7);
  for (const std::string& text :
       {std::string("\r\n\r\n"), binary, std::string("GET\r\n\r\n"), std::string("GET / HTTP/9.9\r\n\r\n"),
        std::string("GET %zz%%%00 HTTP/1.1\r\n\r\n"), std::string("GET /%00%ff?fen=%00&=&&fen HTTP/1.1\r\n\r\n"),
        std::string("GET /healthz HTTP/1.1\r\nno colon\r\n\r\n"),
        "GET /healthz HTTP/1.1\r\nRange: bytes=" + std::string(8000, '9') + "-\r\n\r\n",
        "GET /healthz HTTP/1.1\r\nRange: bytes=" + std::string(8000, ',') + "\r\n\r\n",
        std::string("GET /healthz HTTP/1.1\r\nExpect: 100-continue\r\n\r\n"),
        "GET /standard?fen=" + std::string(8000, '8') + " HTTP/1.1\r\n\r\n",
        "GET /explorer/chess?play=" + std::string(8000, ',') + " HTTP/1.1\r\n\r\n",
        std::string("GET /standard?fen=9/9/9/9_w HTTP/1.1\r\n\r\n"),
        std::string("GET /standard?fen=8/8/8/8/8/8/8/8_w HTTP/1.1\r\n\r\n"),
        std::string("GET /standard?fen=kkkkkkkk/8/8/8/8/8/8/KKKKKKKK_w HTTP/1.1\r\n\r\n")}) {
    Client client(port);
    client.say(text);
    client.listen(false, std::chrono::seconds(1));
    Client next(port);
    const auto answer = next.get("/healthz");
    ASSERT_TRUE(answer) << text;
    EXPECT_EQ(answer->status, 200) << text;
  }
}

TEST_F(ServerOnASocket, CountsWhatItDoes) {
  const int port = start();
  Client client(port);
  client.get(kMateInOne);
  client.get(kMateInOne);
  client.get("/standard?fen=x");
  client.get("/nothing");
  const auto answer = client.get("/metrics");
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->body, HasSubstr("bookends_http_requests_total{route=\"/{variant}\",status=\"200\"} 2\n"));
  EXPECT_THAT(answer->body, HasSubstr("bookends_http_requests_total{route=\"/{variant}\",status=\"400\"} 1\n"));
  EXPECT_THAT(answer->body, HasSubstr("bookends_http_requests_total{route=\"none\",status=\"404\"} 1\n"));
  EXPECT_THAT(answer->body, HasSubstr("bookends_http_request_duration_seconds_bucket{le=\"+Inf\"} 4\n"));
  EXPECT_THAT(answer->body, HasSubstr("bookends_http_request_duration_seconds_count 4\n"));
  EXPECT_THAT(answer->body, HasSubstr("bookends_http_connections_open 1\n"));
  EXPECT_THAT(answer->body, HasSubstr("bookends_build_info{version="));
  EXPECT_THAT(client.get("/metrics")->body, HasSubstr("{route=\"/metrics\",status=\"200\"} 1\n"));
}

TEST(MetricsOfTheServer, NameEveryStatusThatIsSent) {
  serve::Metrics metrics({"none"});
  for (const int status : {200, 204, 304, 400, 403, 404, 405, 408, 414, 431, 500, 503}) {
    metrics.count(0, status, std::chrono::nanoseconds(1));
    EXPECT_THAT(metrics.text(), HasSubstr("status=\"" + std::to_string(status) + "\"} 1\n"));
  }
}

TEST_F(ServerOnASocket, EndsAtOnceThoughClientsWait) {
  const int port = start();
  Client idle(port), half(port);
  EXPECT_EQ(idle.get("/healthz")->status, 200);
  half.say("GET /heal");
  const auto begin = std::chrono::steady_clock::now();
  stop();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
  EXPECT_TRUE(idle.closed());
}

// The one that listens at the port, of this process; -1 where there is none.
int listening_socket(int port) {
  for (int socket = 0; socket < 1024; ++socket) {
    int listens = 0;
    socklen_t size = sizeof listens;
    sockaddr_in address{};
    socklen_t address_size = sizeof address;
    if (getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) == 0 && listens != 0 &&
        getsockname(socket, reinterpret_cast<sockaddr*>(&address), &address_size) == 0 &&
        ntohs(address.sin_port) == port)
      return socket;
  }
  return -1;
}

TEST_F(ServerOnASocket, EndsWhenItCannotListenThoughClientsTalkOn) {
  auto opened = serve::Server::open(any_port(), router_, *metrics_);
  ASSERT_TRUE(opened);
  Result<void> run;
  std::thread thread([&] { run = (*opened)->run(); });
  std::optional<Client> client(std::in_place, (*opened)->port());
  EXPECT_EQ(client->get("/healthz")->status, 200);
  EXPECT_EQ(shutdown(listening_socket((*opened)->port()), SHUT_RDWR), 0);
  const auto begin = std::chrono::steady_clock::now();
  while (client->get("/healthz") && std::chrono::steady_clock::now() - begin < std::chrono::seconds(20)) continue;
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
  client.reset();
  thread.join();
  ASSERT_FALSE(run) << "nobody has asked for its end";
  EXPECT_EQ(run.error().code, ErrorCode::io);
}

TEST_F(ServerOnASocket, SurvivesALackOfMemory) {
  router_.add("/stream", "/healthz", [](const serve::Request&) {
    serve::Response response;
    response.stream = [](std::string&) -> bool { throw std::bad_alloc(); };
    return response;
  });
  const int port = start();
  {
    Client client(port);
    client.get("/stream");
    EXPECT_TRUE(client.closed());
  }
  Client client(port);
  EXPECT_THAT(client.get("/metrics")->body, HasSubstr("bookends_http_connections_open 1\n"));
}

TEST_F(ServerOnASocket, EndsThoughItHasHardlyBegun) {
  for (int i = 0; i < 50; ++i) {
    start();
    stop();
  }
}

TEST_F(ServerOnASocket, GivesItsPortBackThoughItNeverRan) {
  serve::ServerOptions options = any_port();
  auto first = serve::Server::open(options, router_, *metrics_);
  ASSERT_TRUE(first);
  options.port = (*first)->port();
  EXPECT_FALSE(serve::Server::open(options, router_, *metrics_));
  first->reset();
  EXPECT_TRUE(serve::Server::open(options, router_, *metrics_));
}

TEST_F(ServerOnASocket, DoesNotShareItsPort) {
  serve::ServerOptions same = any_port();
  same.port = start();
  const auto second = serve::Server::open(same, router_, *metrics_);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::io);
  EXPECT_THAT(second.error().message, HasSubstr("in use"));
  same.host = "192.0.2.1";
  const auto elsewhere = serve::Server::open(same, router_, *metrics_);
  ASSERT_FALSE(elsewhere);
  EXPECT_EQ(elsewhere.error().code, ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace bookends::test
