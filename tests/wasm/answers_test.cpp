#include "tools/wasm/answers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "core/rules/games.h"
#include "tests/support/temporary_folder.h"
#include "tools/wasm/json.h"

namespace bookends::wasm {
namespace {

using nlohmann::json;
using testing::HasSubstr;

constexpr const char* kStart = "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1";
const std::string kTests = BOOKENDS_SOURCE_DIR "/tests/";

bookends_search_limits limits_of(std::uint64_t nodes, std::uint32_t milliseconds = 0, const char* tables = nullptr) {
  return {nodes, milliseconds, 0, tables};
}

std::string error_of(const std::string& answer) { return json::parse(answer).value("error", ""); }

TEST(WasmJson, EscapesWhatItMust) {
  const std::string text = "a \"b\" \\ \n\x01 \xc3\xa9";
  EXPECT_EQ(json::parse(in_quotes(text)).get<std::string>(), text);
  EXPECT_EQ(JsonObject().take(), "{}");
  EXPECT_EQ(JsonArray().take(), "[]");
  EXPECT_EQ(json::parse(JsonObject().text("a", "b").number("n", -3).flag("f", true).take()),
            (json{{"a", "b"}, {"n", -3}, {"f", true}}));
}

TEST(WasmAnswers, NameTheGamesAndTheirStarts) {
  const json games = json::parse(games_answer());
  EXPECT_FALSE(games["style"].get<std::string>().empty());
  ASSERT_EQ(games["games"].size(), all_games().size());
  for (std::size_t i = 0; i < all_games().size(); ++i) {
    const Rules& rules = *all_games()[i];
    const json& game = games["games"][i];
    EXPECT_EQ(game["name"], rules.name);
    EXPECT_EQ(game["starts"][0], (json{{"name", rules.start_names[0]}, {"fen", rules.starts[0]}}));
    EXPECT_EQ(game["starts"].size(), rules.starts[1].empty() ? 1u : 2u) << rules.name;
    EXPECT_FALSE(game["parts"].get<std::string>().empty());
  }
}

TEST(WasmAnswers, ShowAPosition) {
  const json shown = json::parse(position_answer("fragments", kStart, {}));
  EXPECT_EQ(shown["fen"], kStart);
  EXPECT_EQ(shown["black"], false);
  EXPECT_EQ(shown["over"], "");
  EXPECT_THAT(shown["board"].get<std::string>(), HasSubstr("data-square=\"e5\""));
  const auto move = std::ranges::find_if(shown["moves"], [](const json& m) { return m["uci"] == "d2d3"; });
  ASSERT_NE(move, shown["moves"].end());
  EXPECT_EQ((*move)["san"], "d3");
  EXPECT_THAT((*move)["fen"].get<std::string>(), HasSubstr("3P1/PPP1P/BNKQR b"));
}

TEST(WasmAnswers, SayWhyThereAreNone) {
  EXPECT_THAT(error_of(position_answer("no game", kStart, {})), HasSubstr("no game"));
  EXPECT_NE(error_of(position_answer("fragments", "nothing", {})), "");
  EXPECT_NE(error_of(search_answer("fragments", "nothing", limits_of(10))), "");
  EXPECT_THAT(error_of(search_answer("fragments", kStart, {})), HasSubstr("limit"));
  Sources sources;
  EXPECT_EQ(error_of(sources.tables_answer(kStart)), "no tables are open");
  EXPECT_EQ(error_of(sources.book_answer(kStart)), "no book is open");
  EXPECT_NE(error_of(sources.open_tables("/no/such/folder")), "");
  EXPECT_NE(error_of(sources.open_book("/no/such/book")), "");
}

TEST(WasmAnswers, SearchWithinTheirLimits) {
  const json found = json::parse(search_answer("fragments", kStart, limits_of(3000)));
  EXPECT_LE(found["nodes"], 3000);
  EXPECT_FALSE(found["move"].get<std::string>().empty());
  const std::string line = found["line"];
  EXPECT_EQ(line.substr(0, line.find(' ')), found["san"]);
  const json mate = json::parse(search_answer("fragments", "4k/5/2K2/5/R4 w - - 0 1", limits_of(20000)));
  EXPECT_EQ(mate["score"], 31997);
  const json timed = json::parse(search_answer("chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", limits_of(0, 50)));
  EXPECT_LT(timed["milliseconds"], 2000);
}

TEST(WasmAnswers, HaveNoMoveWhereTheGameIsOver) {
  const json mated = json::parse(position_answer("fragments", "k3R/5/K4/5/5 b - - 0 1", {}));
  EXPECT_EQ(mated["over"], "checkmate");
  EXPECT_TRUE(mated["moves"].empty());
  EXPECT_FALSE(json::parse(search_answer("fragments", "k3R/5/K4/5/5 b - - 0 1", limits_of(100))).contains("move"));
}

TEST(WasmSearch, RefusesWhatIsMissing) {
  bookends_search_result result{};
  const bookends_search_limits limits = limits_of(10);
  char error[100];
  EXPECT_EQ(bookends_search_position(nullptr, kStart, &limits, &result, error, sizeof error), BOOKENDS_SEARCH_INVALID);
  EXPECT_EQ(bookends_search_position("chess", nullptr, &limits, &result, error, sizeof error), BOOKENDS_SEARCH_INVALID);
  EXPECT_EQ(bookends_search_position("chess", kStart, nullptr, &result, nullptr, 0), BOOKENDS_SEARCH_INVALID);
  EXPECT_EQ(bookends_search_position("fragments", kStart, &limits, nullptr, error, sizeof error),
            BOOKENDS_SEARCH_INVALID);
  bookends_search_limits with_tables = limits;
  with_tables.tables = "/no/such/folder";
  EXPECT_EQ(bookends_search_position("fragments", kStart, &with_tables, &result, error, sizeof error),
            BOOKENDS_SEARCH_FILES);
  EXPECT_THAT(error, HasSubstr("/no/such/folder"));
}

TEST(WasmSources, AnswerFromTables) {
  const test::TemporaryFolder folder;
  std::filesystem::copy_file(kTests + "data/table-format-3-fragments-KQvK.bkt", folder.path() / "KQvK.bkt");
  Sources sources;
  const json opened = json::parse(sources.open_tables(folder.path().string()));
  EXPECT_EQ(opened, (json{{"game", "fragments"}, {"endings", {"KQvK"}}}));
  const json told = json::parse(sources.tables_answer("4k/5/2K2/5/Q4 w - - 0 1"));
  EXPECT_EQ(told["value"], (json{{"category", "win"}, {"plies", 3}}));
  EXPECT_GT(told["moves"].size(), 5u);
  EXPECT_EQ(told["moves"][0]["value"]["plies"], 3);
  const json unknown = json::parse(sources.tables_answer(kStart));
  EXPECT_FALSE(unknown.contains("value"));
  EXPECT_THAT(unknown["reason"].get<std::string>(), HasSubstr("KQRBNPPPPPvKQRBNPPPPP"));
  // The search asks them, too.
  const std::string path = folder.path().string();
  const json found =
      json::parse(search_answer("fragments", "4k/5/2K2/5/Q4 w - - 0 1", limits_of(100, 0, path.c_str())));
  EXPECT_EQ(found["score"], 31997);
}

TEST(WasmSources, AnswerFromABook) {
  Sources sources;
  const json opened = json::parse(sources.open_book(kTests + "books/golden/version4.book"));
  ASSERT_FALSE(opened.contains("error")) << opened;
  const std::string start = opened["starts"][0];
  const json told = json::parse(sources.book_answer(start));
  const auto own = std::ranges::find_if(told["moves"], [](const json& move) { return move["own"] == true; });
  ASSERT_NE(own, told["moves"].end());
  EXPECT_EQ((*own)["uci"], told["move"]);
  const json shown = json::parse(position_answer(opened["game"], start, {}));
  EXPECT_TRUE(std::ranges::any_of(shown["moves"], [&](const json& move) { return move["uci"] == told["move"]; }));
  EXPECT_EQ(error_of(sources.book_answer("4k/5/2K2/5/R4 w - - 0 1")), "not found");
  // One that cannot be opened leaves none.
  EXPECT_NE(error_of(sources.open_book("/no/such/book")), "");
  EXPECT_EQ(error_of(sources.book_answer(start)), "no book is open");
}

}  // namespace
}  // namespace bookends::wasm
