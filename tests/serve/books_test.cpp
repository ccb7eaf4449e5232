// The interface of the public opening explorer, and what `bookends probe` says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/serve/served.h"
#include "tests/support/program.h"

namespace bookends::test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

Json book_answer(const std::string& path, const std::string& query = "") {
  return Json::parse(Served::files().body(path, query));
}

TEST(Explorer, AddsTheGamesOfAllBooksUp) {
  const Json start = book_answer("/explorer/chess");
  EXPECT_EQ(start["white"], 3);
  EXPECT_EQ(start["draws"], 1);
  EXPECT_EQ(start["black"], 2);
  ASSERT_EQ(start["moves"].size(), 2u);
  for (const Json& move : start["moves"]) {
    const bool king = move["uci"] == "e2e4";
    EXPECT_EQ(move["san"], king ? "e4" : "d4");
    EXPECT_EQ(move["white"], king ? 1 : 2);
    EXPECT_EQ(move["draws"], king ? 1 : 0);
    EXPECT_EQ(move["black"], 1);
    EXPECT_EQ(move["averageRating"], king ? 2300 : 2100);
    EXPECT_EQ(move["game"], nullptr);
    EXPECT_TRUE(move.contains("score") && move.contains("depth") && move.contains("book"));
    EXPECT_EQ(move["proof"], "none");
  }
  EXPECT_EQ(start["topGames"], Json::array());
  EXPECT_EQ(start["recentGames"], Json::array());
  EXPECT_EQ(start["opening"], nullptr);
}

TEST(Explorer, CountsForColoursNotForWhoMoves) {
  const Json black = book_answer("/explorer/standard", "play=e2e4");
  EXPECT_EQ(black["white"], 1);
  EXPECT_EQ(black["draws"], 1);
  EXPECT_EQ(black["black"], 1);
  for (const Json& move : black["moves"]) {
    if (move["uci"] == "e7e5") {
      EXPECT_EQ(move["white"], 1);
    }
    if (move["uci"] == "e7e6") {
      EXPECT_EQ(move["black"], 1);
    }
  }
}

TEST(Explorer, IsFoundWhereClientsLookForIt) {
  const Served& served = Served::files();
  const std::string fen = "fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const std::string body = served.get("/explorer/chess").body;
  EXPECT_EQ(served.get("/masters", fen).body, body);
  EXPECT_EQ(served.get("/lichess", "variant=standard&" + fen + "&speeds=blitz").body, body);
  EXPECT_EQ(served.get("/lichess", "variant=atomic&" + fen).status, 404);
}

TEST(Explorer, ShowsAsManyMovesAsAreAskedFor) {
  const Json one = book_answer("/explorer/chess", "moves=1");
  EXPECT_EQ(one["moves"].size(), 1u);
  EXPECT_EQ(one["white"], 3) << "the sums are those of all";
  EXPECT_EQ(Served::files().get("/explorer/chess", "moves=many").status, 400);
}

TEST(Explorer, HasNothingOfAPositionThatNoBookKnows) {
  const Json unknown = book_answer("/explorer/chess", "play=a2a3,a7a6");
  EXPECT_EQ(unknown["moves"], Json::array());
  EXPECT_EQ(unknown["white"], 0);
  EXPECT_EQ(unknown["draws"], 0);
  EXPECT_EQ(unknown["black"], 0);
}

TEST(Explorer, RefusesWhatIsNoMove) {
  const serve::Response wrong = Served::files().get("/explorer/chess", "play=e2e4,e2e4");
  EXPECT_EQ(wrong.status, 400);
  EXPECT_THAT(wrong.body, HasSubstr("e2e4"));
  EXPECT_EQ(Served::files().get("/explorer/chess", "fen=nonsense").status, 400);
  EXPECT_EQ(Served::files().get("/explorer/fragments").status, 404) << "there are tables of it, and no book";
}

TEST(ProbeRoute, SaysWhatTheCommandSays) {
  const Served& served = Served::files();
  for (const std::string fen :
       {"8/8/8/3k4/8/8/8/KR6 w - - 12 40", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}) {
    const RunResult run = run_program(BOOKENDS_PROGRAM, {"probe", "chess", "--tables", served.tables("chess"), "--book",
                                                         served.book("first"), "--fen", fen, "--json"});
    EXPECT_EQ(book_answer("/api/probe/chess", "fen=" + fen), Json::parse(run.out)) << fen;
  }
  EXPECT_EQ(served.get("/api/probe/chess").status, 400);
  EXPECT_EQ(served.get("/api/probe/chess", "fen=8/8 w").status, 400);
}

TEST(Games, AreListed) {
  const Json games = book_answer("/api/games");
  ASSERT_EQ(games.size(), 2u);
  EXPECT_EQ(games[0]["game"], "chess");
  EXPECT_EQ(games[0]["variants"], (Json{"chess", "standard"}));
  EXPECT_EQ(games[0]["tables_men"], 3);
  EXPECT_EQ(games[0]["books"].size(), 2u);
  EXPECT_EQ(games[1]["game"], "fragments");
}

TEST(Sources, RefusesTwoFoldersOfOneGame) {
  const std::string folder = Served::files().tables("chess");
  const auto twice = serve::Sources::open({folder, folder}, {});
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(twice.error().message, HasSubstr("both have tables of chess"));
}

TEST(RouterOfTheServer, AnswersAtThePathAlone) {
  serve::Router router;
  const auto says = [](const std::string& word) {
    return [word](const serve::Request&) { return serve::Response{200, word}; };
  };
  router.add("/a", "a", says("short"));
  router.add("/a/b", "b", says("long"));
  EXPECT_EQ(router.answer({"/a", {}}).response.body, "short");
  EXPECT_EQ(router.answer({"/a/b", {}}).response.body, "long");
  for (const std::string path : {"/b", "/a/", "/a/b/c"}) {
    const auto nowhere = router.answer({path, {}});
    EXPECT_EQ(nowhere.response.status, 404) << path;
    EXPECT_EQ(nowhere.label, serve::Router::kNowhere) << path;
  }
}

TEST(RouterOfTheServer, AnswersThoughAHandlerThrows) {
  serve::Router router;
  router.add("/x", "x", [](const serve::Request&) -> serve::Response { throw std::bad_alloc(); });
  router.add("/y", "y", [](const serve::Request&) -> serve::Response { throw std::runtime_error("it broke"); });
  EXPECT_EQ(router.answer({"/x", {}}).response.status, 503);
  EXPECT_EQ(router.answer({"/y", {}}).response.status, 500);
}

}  // namespace
}  // namespace bookends::test
