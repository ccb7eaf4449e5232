// The explorer's pages, as a browser without a script sees them, and searches that are watched.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <utility>

#include "core/rules/games.h"
#include "tests/cli/well_formed.h"
#include "tests/serve/served.h"
#include "tools/explore/address.h"
#include "tools/explore/search_events.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string page(const std::string& path, const std::string& query = "", int status = 200) {
  const serve::Response response = Served::files().get(path, query);
  EXPECT_EQ(response.status, status) << path << "?" << query << "\n" << response.body.substr(0, 400);
  EXPECT_THAT(std::string(response.type), HasSubstr("text/html"));
  EXPECT_EQ(WellFormed(response.body).fault(), "") << path << "?" << query;
  return response.body;
}

// The moves of a page with the addresses that their links have: the query, decoded.
std::map<std::string, std::string> links_of(const std::string& html) {
  std::map<std::string, std::string> links;
  static const std::regex kMove(R"re(<a href="/explore/[a-z-]+\?([^"]*)" data-uci="([a-z0-9]+)">)re");
  for (std::sregex_iterator at(html.begin(), html.end(), kMove), end; at != end; ++at)
    links[(*at)[2]] = std::regex_replace((*at)[1].str(), std::regex("&amp;"), "&");
  return links;
}

nlohmann::json probed(const std::string& fen) {
  return nlohmann::json::parse(Served::files().get("/api/probe/chess", "fen=" + fen).body);
}

TEST(ExplorePages, EveryGameHasAStartWithALinkForEachMove) {
  const std::string index = page("/");
  for (const Rules* rules : all_games()) {
    const std::string path = "/explore/" + std::string(rules->name);
    EXPECT_THAT(index, HasSubstr("href=\"" + path));
    const std::size_t moves = with_game(
        *rules, [&]<const Rules & R>() { return static_cast<std::size_t>(Position<R>::start().count_legal_moves()); });
    EXPECT_EQ(links_of(page(path)).size(), moves) << rules->name;
  }
  EXPECT_EQ(page("/explore/standard"), page("/explore/chess"));
}

TEST(ExplorePages, SayWhyTablesDoNotKnowWhatTheyMight) {
  EXPECT_THAT(page("/explore/chess"), Not(HasSubstr("Tables: "))) << "nobody expects them to know so many men";
  EXPECT_THAT(page("/explore/chess", "fen=4k3/8/8/8/8/8/8/4K2R w K - 0 1"),
              HasSubstr("Tables: not covered: positions with castling"));
}

TEST(ExplorePages, LinksLeadOnFromMoveToMove) {
  std::string html = page("/explore/chess"), query;
  for (const char* move : {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5c6", "d7c6", "e1g1"}) {
    const auto links = links_of(html);
    ASSERT_TRUE(links.contains(move)) << move;
    html = page("/explore/chess", query = links.at(move));
  }
  EXPECT_THAT(html, HasSubstr("r1bqkbnr/1pp2ppp/p1p5/4p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 5"));
  EXPECT_THAT(html, HasSubstr(">O-O</a>"));
  EXPECT_THAT(html, HasSubstr("rel=\"prev\""));
}

TEST(ExplorePages, ShowWhatBookAndTablesSay) {
  const std::string start = page("/explore/chess");
  EXPECT_THAT(start, HasSubstr("White 1, drawn 1, Black 1")) << "e4 of the first book";
  const std::string fen = "8/8/8/3k4/8/8/8/KR6 w - - 0 1";
  const std::string html = page("/explore/chess", "fen=" + fen);
  const nlohmann::json told = probed(fen);
  EXPECT_THAT(html, HasSubstr("White wins in " + std::to_string(told["dtm"].get<int>()) + " plies"));
  std::string::size_type at = 0;
  for (const auto& move : told["moves"]) {  // in the same order, each with its value
    at = html.find("data-uci=\"" + move["uci"].get<std::string>() + "\"", at);
    ASSERT_NE(at, std::string::npos) << move["uci"];
    const std::string row = html.substr(at, html.find("</tr>", at) - at);
    EXPECT_THAT(row, HasSubstr(">" + move["category"].get<std::string>() + "<"));
    if (move["dtm"].is_number()) {
      EXPECT_THAT(row, HasSubstr(" in " + std::to_string(move["dtm"].get<int>())));
    }
  }
}

TEST(ExplorePages, BestPlayLeadsToTheMate) {
  const std::string fen = "8/8/8/3k4/8/8/8/KR6 w - - 0 1";
  const std::string html = page("/explore/chess", "fen=" + fen);
  const std::string best = html.substr(html.find("Best play"));
  const int dtm = probed(fen)["dtm"];
  static const std::regex kLink("<a href=\"/explore/chess\\?([^\"]*)\">");
  std::vector<std::string> queries;
  for (std::sregex_iterator at(best.begin(), best.end(), kLink), end; at != end; ++at)
    queries.push_back(std::regex_replace((*at)[1].str(), std::regex("&amp;"), "&"));
  ASSERT_EQ(static_cast<int>(queries.size()), dtm);
  EXPECT_THAT(page("/explore/chess", queries.back()), HasSubstr("White wins: checkmate"));
}

TEST(ExplorePages, SayHowTheGameHasEnded) {
  EXPECT_THAT(page("/explore/chess", "moves=f2f3,e7e5,g2g4,d8h4"), HasSubstr("Black wins: checkmate"));
  EXPECT_THAT(page("/explore/chess", "fen=7k/5K2/6Q1/8/8/8/8/8 b - - 0 1"), HasSubstr("Draw: stalemate"));
  EXPECT_THAT(page("/explore/chess", "moves=g1f3,g8f6,f3g1,f6g8,g1f3,g8f6,f3g1,f6g8"), HasSubstr("Draw: repetition"));
}

TEST(ExplorePages, RefuseWhatIsNoPosition) {
  EXPECT_THAT(page("/explore/chess", "fen=<script>alert(1)</script>", 400), Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page("/explore/chess", "moves=e2e4,e2e4", 400), HasSubstr("move 2, &quot;e2e4&quot;"));
  EXPECT_THAT(page("/explore/chess", "moves=zz", 400), HasSubstr("zz"));
}

TEST(ExplorePages, RefuseLinesThatAreTooLong) {
  std::string moves;
  for (int i = 0; i < 100; ++i) moves += "g1f3,g8f6,f3g1,f6g8,";
  page("/explore/chess", "moves=" + moves);
  EXPECT_THAT(page("/explore/chess", "moves=" + moves + "e2e4", 400), HasSubstr("401 moves; 400 are the most"));
}

TEST(ExplorePages, TheBarHeedsTheMoveLimit) {
  const auto bar = [](const std::string& fen) {
    const std::string html = page("/explore/chess", "fen=" + fen);
    const std::size_t at = html.find("aria-valuenow=\"");
    return html.substr(at + 15, html.find('"', at + 15) - at - 15);
  };
  EXPECT_EQ(bar("k7/8/1K6/8/8/8/8/7R w - - 0 1"), "100");
  EXPECT_EQ(bar("K7/8/1k6/8/8/8/8/7r w - - 0 1"), "0");
  EXPECT_EQ(bar("k7/8/1K6/8/8/8/8/7R w - - 100 1"), "50");
  EXPECT_EQ(bar("8/8/8/3k4/8/8/8/KQ6 w - - 95 1"), "50");
  EXPECT_THAT(page("/explore/chess", "fen=8/8/8/3k4/8/8/8/KQ6 w - - 95 1"),
              HasSubstr("Draw by the move limit; without it White wins in"));
}

TEST(ExplorePages, NumbersOfMovesEndSomewhere) {
  EXPECT_THAT(page("/explore/chess", "fen=8/8/8/3k4/8/8/8/KQ6 w - - 0 9999&moves=b1b2,d5c5"), HasSubstr(" 9999"));
}

TEST(ExplorePages, NumberTheMovesOfALine) {
  EXPECT_EQ(number_before(0, 0, false, 1), "1.");
  EXPECT_EQ(number_before(1, 0, false, 1), "");
  EXPECT_EQ(number_before(1, 1, false, 1), "1...");
  EXPECT_EQ(number_before(0, 0, true, 12), "12...");
  EXPECT_EQ(number_before(1, 0, true, 12), "13.");
  EXPECT_EQ(line_text({{"", "Kc4"}, {"", "Rb2"}, {"", "Kc5"}, {"", "Rb3"}}, true, 12), "12... Kc4 13. Rb2 Kc5 14. Rb3");
  // A line of Black's that began with Black, and how it goes on.
  const std::string html = page("/explore/chess", "fen=8/8/8/3k4/8/8/8/KR6 b - - 0 7&moves=d5c4");
  EXPECT_THAT(html, HasSubstr(R"(<span class="number">7...</span>)"));
  EXPECT_THAT(html, HasSubstr("<p class=\"best\">8. <a "));
}

TEST(ExplorePages, TakeMovesAsPeopleWriteThem) {
  EXPECT_EQ(links_of(page("/explore/chess", "moves=e4 e5 Nf3")),
            links_of(page("/explore/chess", "moves=e2e4,e7e5,g1f3")));
}

TEST(ExplorePages, FlipKeepsThePosition) {
  const std::string html = page("/explore/chess", "moves=e2e4&flip=1");
  EXPECT_THAT(html, HasSubstr("href=\"/explore/chess?moves=e2e4\" id=\"flip\""));
  for (const auto& [uci, query] : links_of(html)) EXPECT_THAT(query, HasSubstr("flip=1")) << uci;
}

TEST(ExplorePages, SayNothingOfScoresThatTheBookHasNot) {
  const std::string html = page("/explore/chess");
  EXPECT_THAT(html, HasSubstr("Book: 4 games."));
  EXPECT_THAT(html, Not(HasSubstr("0 plies")));
}

TEST(ExplorePages, OfferWhatIsWrongToBeMended) {
  const std::string html = page("/explore/chess", "fen=8/8/8/8/8/8/8/K< w", 400);
  EXPECT_THAT(html, HasSubstr("name=\"fen\" value=\"8/8/8/8/8/8/8/K&lt; w\""));
  EXPECT_THAT(html, HasSubstr("href=\"/edit/chess?fen=8/8/8/8/8/8/8/K%3C_w\""));
  EXPECT_THAT(html, HasSubstr("href=\"/explore/chess\""));
}

// How often a text is there.
std::size_t count_of(const std::string& text, const std::string& all) {
  std::size_t count = 0;
  for (std::size_t at = all.find(text); at != std::string::npos; at = all.find(text, at + 1)) ++count;
  return count;
}

TEST(EditPages, HaveTheMenAndSettingsOfTheGame) {
  for (const Rules* rules : all_games()) {
    const std::string html = page("/edit/" + std::string(rules->name));
    EXPECT_EQ(count_of("name=\"man\"", html), 2 * rules->strength.size() + 1) << rules->name;
    EXPECT_EQ(count_of("name=\"castling\"", html), rules->castling ? 4u : 0u) << rules->name;
    EXPECT_EQ(count_of("data-square=", html), static_cast<std::size_t>(rules->squares()));
    EXPECT_THAT(html, HasSubstr("action=\"/explore/" + std::string(rules->name) + "\""));
    EXPECT_THAT(html, HasSubstr("<noscript>"));
  }
}

TEST(EditPages, BeginWithAnyFen) {
  EXPECT_THAT(page("/edit/chess", "fen=8/8/8/3k4/8/8/8/KR6_w_-_-_0_1"), HasSubstr("value=\"8/8/8/3k4/8/8/8/KR6 w"));
  EXPECT_THAT(page("/edit/chess", "fen=8/8/8/8/8/8/8/8_w"), HasSubstr("value=\"8/8/8/8/8/8/8/8 w\""));
  EXPECT_THAT(page("/edit/chess", "fen=<b>"), HasSubstr("value=\"&lt;b&gt;\""));
}

TEST(ExploreAddresses, OfTheEditorCarryWhatIsNoFen) {
  EXPECT_EQ(edit_address(games::chess, ""), "/edit/chess");
  EXPECT_EQ(edit_address(games::gardner, "5/5/5/5/5 w - - 0 1"), "/edit/gardner?fen=5/5/5/5/5_w_-_-_0_1");
  EXPECT_EQ(edit_address(games::chess, "a&b<\"%#\n\xc3"), "/edit/chess?fen=a%26b%3C%22%25%23%0A%C3");
}

TEST(ExploreAddresses, HaveTheMoves) {
  const std::string fen = "8/8/8/3k4/8/8/8/KR6 w - - 0 1";
  const std::vector<ExploredPly> line{{"b1b2", "Rb2"}, {"d5c4", "Kc4"}};
  EXPECT_EQ(explore_address(games::chess, fen, line, {.flipped = true}),
            "/explore/chess?fen=8/8/8/3k4/8/8/8/KR6_w_-_-_0_1&moves=b1b2,d5c4&flip=1");
  EXPECT_EQ(moves_of_address("b1b2,,d5c4 Rb3"), (std::vector<std::string>{"b1b2", "d5c4", "Rb3"}));
}

// What a stream says until an event of that name has come.
std::string listen(const serve::Response& response, const std::string& event) {
  std::string all, more;
  while (all.find("event: " + event + "\n") == std::string::npos && response.stream(more))
    all += std::exchange(more, {});
  return all;
}

TEST(WatchedSearches, TellLinesUntilTheyAreLeft) {
  const serve::Response response = Served::files().get("/search/chess", "moves=f2f3,e7e5,g2g4");
  ASSERT_EQ(response.status, 200);
  EXPECT_THAT(std::string(response.type), HasSubstr("text/event-stream"));
  ASSERT_TRUE(response.stream);
  const std::string said = listen(response, "line");
  const auto line =
      nlohmann::json::parse(said.substr(said.find("data: ") + 6, said.find("\n\n") - said.find("data: ") - 6));
  EXPECT_EQ(line["rank"], 1);
  EXPECT_GE(line["depth"], 1);
  EXPECT_FALSE(line["pv"].empty());
  EXPECT_THAT(line["text"].get<std::string>(), HasSubstr("2... "));
}

TEST(WatchedSearches, EndByThemselvesWhereNothingIsLeftToSearch) {
  const serve::Response response = Served::files().get("/search/chess", "moves=f2f3,e7e5,g2g4,d8h4");
  EXPECT_THAT(listen(response, "done"), HasSubstr("event: done\ndata: {}"));
  std::string more;
  EXPECT_FALSE(response.stream(more));
}

TEST(WatchedSearches, SurviveWhatIsNoText) {
  for (const char* query : {"moves=\xff", "fen=\xff", "moves=e2e4,\xc3"}) {
    const std::string said = listen(Served::files().get("/search/chess", query), "done");
    EXPECT_THAT(said, HasSubstr("event: done\ndata: {\"error\""));
    EXPECT_FALSE(nlohmann::json::parse(said.substr(said.find("data: ") + 6)).empty());
  }
}

TEST(WatchedSearches, SayWhatIsWrong) {
  const serve::Response response = Served::files().get("/search/chess", "moves=e2e5");
  EXPECT_THAT(listen(response, "done"), HasSubstr("e2e5"));
}

// Of this process.
std::ptrdiff_t threads() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/task"), std::filesystem::directory_iterator());
}

TEST(WatchedSearches, BeginWhenSomebodyListens) {
  const std::ptrdiff_t before = threads();
  {
    const serve::Response response = Served::files().get("/search/fragments");
    EXPECT_EQ(threads(), before);
    std::string more;
    EXPECT_TRUE(response.stream(more));
    EXPECT_EQ(threads(), before + 1);
  }
  EXPECT_EQ(threads(), before);
}

TEST(WatchedSearches, AreSoManyAndNoMore) {
  {
    std::vector<serve::Response> going;
    for (int i = 0; i < serve::kMostSearches; ++i) going.push_back(Served::files().get("/search/fragments"));
    for (const serve::Response& response : going) EXPECT_EQ(response.status, 200);
    EXPECT_EQ(Served::files().get("/search/fragments").status, 503);
  }
  EXPECT_EQ(Served::files().get("/search/fragments").status, 200) << "those who have left make room";
}

}  // namespace
}  // namespace bookends::test
