// `bookends serve`: books, tables and certificates over HTTP.
#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/base/thrown.h"
#include "gen/options/shipped_file.h"
#include "tools/commands/commands.h"
#include "tools/explore/routes.h"
#include "tools/serve/routes.h"
#include "tools/serve/server.h"

namespace bookends {
namespace {

struct ServeRequest {
  std::vector<std::string> books;
  std::vector<std::string> tables;
  std::vector<std::string> proofs;
  serve::ServerOptions options;
};

// Until the user asks to stop, or nothing can be answered any more.
Result<void> serve_until_stopped(serve::Server& server, Session& session) {
  Progress& progress = session.progress();
  Result<void> served;
  std::atomic<bool> ended{false};
  Thrown thrown;
  std::jthread answering([&] {
    thrown.run([&] { served = server.run(); });
    ended = true;
  });
  while (!progress.stop_requested() && !ended) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  server.stop();
  answering.join();
  thrown.rethrow();
  return served;
}

Result<void> run(const ServeRequest& request, Session& session) {
  if (request.books.empty() && request.tables.empty() && request.proofs.empty())
    return Error{ErrorCode::invalid_argument, "give --tables, --book or --proof, or several of them"};
  const Result<serve::Sources> sources = serve::Sources::open(request.tables, request.books, request.proofs);
  if (!sources) return sources.error();
  serve::Router router;
  serve::add_routes(router, *sources);
  serve::add_explore_routes(router, *sources);
  const auto metrics = serve::add_metrics(router);
  const auto server = serve::Server::open(request.options, router, *metrics);
  if (!server) return server.error();
  session.say("open " + (*server)->address());
  return serve_until_stopped(**server, session);
}

}  // namespace

void add_command_serve(CLI::App& group, Session& session) {
  auto request = std::make_shared<ServeRequest>();
  CLI::App* command = group.add_subcommand("serve", "Answer from books, tables and proofs over HTTP");
  command->add_option("--book", request->books, "Opening books, of any games; Polyglot's of chess");
  command->add_option("--tables", request->tables, "Folders of tables, one for each game");
  find_shipped(command->add_option("--proof", request->proofs, "Certificates of `bookends book prove`, of any games"));
  command->add_option("--host", request->options.host, "Address to listen on; 0.0.0.0: whoever reaches this machine")
      ->capture_default_str();
  command->add_option("--port", request->options.port, "Port; 0: one that is free")
      ->check(whole_between(0, 65535))
      ->capture_default_str();
  command->add_option("--connections", request->options.most_connections, "Clients at a time; one more gets 503")
      ->check(whole_between(1, 10000))
      ->capture_default_str();
  add_common_options(*command, session, false, false);
  command->footer(
      "The address to open in a browser is said on stderr. Ctrl-C ends it, with exit code 0.\n"
      "  /                          pages to click through: every position, with what is known of its moves\n"
      "  /{game}?fen=FEN            values of a position and after its moves, as tablebase.lichess.ovh\n"
      "                             (/standard is chess; spaces of the FEN may be underscores)\n"
      "  /{game}/mainline?fen=FEN   best play up to mate\n"
      "  /explorer/{game}?fen=FEN&play=e2e4,e7e5   games of the books, as explorer.lichess.ovh; also at /masters and\n"
      "                             /lichess\n"
      "  /api/probe/{game}?fen=FEN  what `bookends probe --json` prints\n"
      "  /api/games, /healthz, /metrics\n"
      "Exit code 2: bad input, two folders of one game, no such address; 3: a damaged file; 4: the port is in use.\n"
      "Examples:\n  bookends serve --tables tables --book fragments.book\n"
      "  bookends serve --book white.book black.book --port 0\n"
      "  bookends serve --tables tables --proof fragments-start1.proof   # what is proved, move by move\n"
      "  bookends serve --tables chess makruk --host 0.0.0.0 --port 80\n"
      "  curl 'http://127.0.0.1:8080/standard?fen=4k3/8/4K3/8/8/8/8/7R_w_-_-_0_1'");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
