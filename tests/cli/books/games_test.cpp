// What people and programs are shown of the games that a book knows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/cli/well_formed.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kGamesStart = "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1";
constexpr const char* kGamesAfter = "rqknb/ppppp/3P1/PPP1P/BNKQR b - - 0 1";

class BookOfGames : public testing::Test {
 protected:
  void SetUp() override { book_ = made(R"("score": 50, "depth": 12,)"); }

  // The start, with what is known of it, and the position after its own move.
  std::string made(const std::string& start, const std::string& side = "both") {
    const std::string json = std::string(R"({"side": ")") + side + R"(", "starts": [{"fen": ")" + kGamesStart + R"("}],
      "nodes": [{"fen": ")" + kGamesStart +
                             R"(", "move": "d2d3", )" + start + R"("moves": [
        {"uci": "d2d3", "games": 52, "wins": 22, "draws": 12, "losses": 18, "rated": 40, "rating": 2410, "year": 2024},
        {"uci": "c2c3", "games": 1, "wins": 0, "draws": 0, "losses": 1, "rated": 1, "rating": 2000, "year": 1998},
        {"uci": "b1c3", "games": 107, "wins": 50, "draws": 20, "losses": 37}]},
      {"fen": ")" + kGamesAfter +
                             R"(", "move": "b4b3", "score": -50, "depth": 11, "moves": [
        {"uci": "b4b3", "games": 50, "wins": 10, "draws": 10, "losses": 20}]}]})";
    const std::string file = folder_ / "book.json", book = folder_ / (side + ".book");
    EXPECT_TRUE(write_file(file, as_bytes(json)));
    const RunResult run = bookends({"book", "import", "fragments", file, "--out", book, "--force"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return book;
  }

  std::string out(std::vector<std::string> arguments) const {
    const RunResult run = bookends(arguments);
    EXPECT_EQ(run.exit_code, 0) << joined(arguments) << run.err;
    return run.out;
  }
  std::string probe(const std::string& book, const std::string& format) const {
    return out({"probe", "fragments", "--book", book, "--fen", "startpos", "--format", format});
  }

  TemporaryFolder folder_;
  std::string book_;
};

TEST_F(BookOfGames, ProbeListsEveryMoveThatItKnows) {
  EXPECT_EQ(probe(book_, "text"), std::string(kGamesStart) + R"(
  tables  unknown (no tables given)
  book    d2d3  score +0.50  depth 12
      move  score  depth  games  points  rating  year  by score  by games  mixed
    * d3    +0.50     12     52    54 %    2410  2024     100 %      32 %   32 %
      Nc3       -      -    107    56 %       -     -       0 %      68 %   68 %
      c3        -      -      1     0 %    2000  1998       0 %       0 %    0 %
)");
}

TEST_F(BookOfGames, ProbeNamesTheDumpsFieldsInJson) {
  const auto answer = nlohmann::json::parse(probe(book_, "json"));
  ASSERT_EQ(answer["moves"].size(), 3u);
  EXPECT_EQ(answer["moves"][0], nlohmann::json::parse(R"({"uci": "d2d3", "san": "d3", "wdl": "unknown", "dtm": null,
      "score": 50, "depth": 12, "book": true, "games": 52, "wins": 22, "draws": 12, "losses": 18, "rated": 40,
      "rating": 2410, "year": 2024, "shares": {"score": 1.0, "games": 0.3182, "mixed": 0.3182}})"));
  EXPECT_EQ(answer["moves"][1], nlohmann::json::parse(R"({"uci": "b1c3", "san": "Nc3", "wdl": "unknown",
      "dtm": null, "score": null, "depth": 0, "book": false, "games": 107, "wins": 50, "draws": 20, "losses": 37,
      "shares": {"score": 0.0, "games": 0.6818, "mixed": 0.6818}})"));
}

TEST_F(BookOfGames, ProbeHasNoSharesWhereThereIsNothingToChooseBy) {
  const std::string unscored = made("");
  const auto moves = nlohmann::json::parse(probe(unscored, "json"))["moves"];
  EXPECT_EQ(moves[0]["shares"]["score"], nullptr);
  EXPECT_GT(moves[0]["shares"]["games"], 0.3);
  EXPECT_THAT(probe(unscored, "text"), Not(HasSubstr("by score")));
  // The replies that White's book is ready for are chosen by nobody.
  const std::string white = made("", "white");
  const std::string text = out({"probe", "fragments", "--book", white, "--fen", kGamesAfter});
  EXPECT_THAT(text, HasSubstr("for nobody to play\n      move  score  depth  games  points\n    * b3 "));
}

TEST_F(BookOfGames, ProbePutsTablesAndBookOfAMoveTogether) {
  const std::string fen = "4k/5/2K2/5/R4 w - - 0 1", tables = folder_ / "tables", book = folder_ / "ending.book";
  out({"tables", "build", "fragments", "KRvK", "--out", tables, "--quiet"});
  const std::string json = R"({"starts": [{"fen": ")" + fen + R"("}], "nodes": [{"fen": ")" + fen +
                           R"(", "move": "a1d1", "score": 400, "depth": 9, "moves": [
      {"uci": "a1a5", "games": 3, "wins": 3}]}]})";
  ASSERT_TRUE(write_file(folder_ / "ending.json", as_bytes(json)));
  out({"book", "import", "fragments", folder_ / "ending.json", "--out", book});
  const auto moves = nlohmann::json::parse(
      out({"probe", "fragments", "--tables", tables, "--book", book, "--fen", fen, "--json"}))["moves"];
  std::size_t with_book = 0;
  for (const auto& move : moves) {
    EXPECT_TRUE(move.contains("wdl"));
    with_book += move.contains("score") ? 1 : 0;
    if (move["uci"] == "a1d1") {
      EXPECT_EQ(move["score"], 400);
    }
    if (move["uci"] == "a1a5") {
      EXPECT_EQ(move["games"], 3);
    }
  }
  EXPECT_GE(with_book, 2u);
  EXPECT_GT(moves.size(), with_book);
}

TEST_F(BookOfGames, TheDumpHasGamesAndPointsInColumns) {
  const std::string text = out({"dump", "--book", book_});
  EXPECT_THAT(text, HasSubstr("no score for it.\nThen the games in which it was played, and the share of the points of "
                              "the side that played it.\n"));
  EXPECT_THAT(text,
              HasSubstr("\n    * d3 +0.50 [2]   52 games 54 %    Nc3 -         107 games 56 %    c3 -            1 "
                        "game   0 %\n      a3 - "));
  EXPECT_THAT(text, HasSubstr("\n    * b3 -  50 games 40 %"));
}

TEST_F(BookOfGames, ThePageShowsResultsOnTheBoardsSides) {
  const std::string page = out({"dump", "--book", book_, "--format", "html"});
  EXPECT_EQ(WellFormed(page).fault(), "");
  EXPECT_THAT(page, HasSubstr("<td title=\"mean rating 2410 in 40 games, last played in 2024\">52</td><td>54 %</td>"
                              "<td>22 / 12 / 18</td>"));
  EXPECT_THAT(page, HasSubstr("aria-label=\"White 22, drawn 12, Black 18\"><span class=\"w\" "
                              "style=\"width:42.3%\"></span>"));
  EXPECT_THAT(page, HasSubstr("aria-label=\"White 20, drawn 10, Black 10\"")) << "after Black's move";
  EXPECT_THAT(page, HasSubstr("mean rating 2000 in 1 game, "));
}

TEST_F(BookOfGames, BooksWithoutThemLookAsBefore) {
  const std::string json =
      std::string(R"({"nodes": [{"fen": ")") + kGamesStart + R"(", "move": "d2d3", "score": 50}]})";
  const std::string file = folder_ / "plain.json", book = folder_ / "plain.book";
  ASSERT_TRUE(write_file(file, as_bytes(json)));
  out({"book", "import", "fragments", file, "--out", book});
  EXPECT_THAT(out({"dump", "--book", book}), Not(HasSubstr("games")));
  const std::string page = out({"dump", "--book", book, "--format", "html"});
  EXPECT_THAT(page, HasSubstr("<th scope=\"col\">score</th></tr>"));
  EXPECT_EQ(WellFormed(page).fault(), "");
  EXPECT_THAT(out({"book", "info", book}), Not(HasSubstr("\ngames ")));
  EXPECT_FALSE(nlohmann::json::parse(out({"book", "info", book, "--json"})).contains("played"));
  EXPECT_THAT(probe(book, "text"),
              HasSubstr("\n      move  score  depth  by score\n    * d3    +0.50      0     100 %\n"));
}

TEST_F(BookOfGames, InfoAddsThemUp) {
  EXPECT_THAT(
      out({"book", "info", book_}),
      HasSubstr("\ngames       4 moves with records, 160 games at the starts, last in 1998 to 2024, mean rating "
                "2400\n"));
  EXPECT_EQ(nlohmann::json::parse(out({"book", "info", book_, "--json"}))["played"],
            nlohmann::json::parse(R"({"moves": 4, "start_games": 160, "first_year": 1998, "last_year": 2024,
                                      "rating": 2400})"));
}

}  // namespace
}  // namespace bookends::test
