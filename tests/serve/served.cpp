#include "tests/serve/served.h"

#include <gtest/gtest.h>

#include <sstream>

#include "core/io/file.h"
#include "tests/support/program.h"
#include "tests/support/text_of.h"
#include "tools/explore/routes.h"

namespace bookends::test {
namespace {

std::string game(const std::string& moves, const std::string& result, int rating) {
  const std::string elo = std::to_string(rating);
  return "[WhiteElo \"" + elo + "\"]\n[BlackElo \"" + elo + "\"]\n[Result \"" + result + "\"]\n\n" + moves + " " +
         result + "\n\n";
}

void run(const std::vector<std::string>& arguments) {
  const RunResult done = run_program(BOOKENDS_PROGRAM, arguments);
  EXPECT_EQ(done.exit_code, 0) << done.err;
}

}  // namespace

Served::Served() {
  run({"tables", "build", "chess", "--men", "3", "--out", tables("chess"), "--quiet"});
  run({"tables", "build", "fragments", "KQvK", "--out", tables("fragments"), "--quiet"});
  const std::string first = game("1. e4 e5", "1-0", 2400) + game("1. e4 c5", "1/2-1/2", 2200) +
                            game("1. e4 e6", "0-1", 2300) + game("1. d4 d5", "0-1", 2000);
  const std::string second = game("1. d4 Nf6", "1-0", 2100) + game("1. d4 c5", "1-0", 2200);
  for (const auto& [name, games] : {std::pair("first", first), std::pair("second", second)}) {
    const std::string pgn = folder_ / (std::string(name) + ".pgn");
    EXPECT_TRUE(write_file(pgn, as_bytes(games)));
    run({"book", "import", "chess", pgn, "--out", book(name), "--keep-duplicates", "--quiet"});
  }
  Result<serve::Sources> opened =
      serve::Sources::open({tables("chess"), tables("fragments")}, {book("first"), book("second")}, {proof()});
  EXPECT_TRUE(opened) << opened.error().message;
  sources_ = std::make_unique<serve::Sources>(std::move(*opened));
  serve::add_routes(router_, *sources_);
  serve::add_explore_routes(router_, *sources_);
}

const Served& Served::files() {
  static const Served served;
  return served;
}

serve::Response Served::get(const std::string& path, const std::string& query) const {
  serve::Request request{path, {}};
  std::istringstream fields(query);
  for (std::string field; std::getline(fields, field, '&');) {
    const std::size_t equals = field.find('=');
    request.query.emplace_back(field.substr(0, equals), field.substr(equals + 1));
  }
  return router_.answer(request).response;
}

std::string Served::body(const std::string& path, const std::string& query) const {
  const serve::Response response = get(path, query);
  EXPECT_EQ(response.status, 200) << path << "?" << query << "\n" << response.body;
  return response.body;
}

}  // namespace bookends::test
