// The options that choose among a book's moves by what games say of them.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "core/io/file.h"
#include "tests/agent/engine.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using test::any_contains;
using test::Engine;
using test::move_of;
using Lines = std::vector<std::string>;

class BookChoiceOption : public testing::Test {
 protected:
  // The best move by its score is d3, by its games Nc3, and c3 where both count.
  static std::string book_of(const test::TemporaryFolder& folder, const std::string& value) {
    const std::string json = R"({"nodes": [
      {"fen": "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1", "move": "d2d3", )" +
                             value + R"(, "moves": [
        {"uci": "d2d3", "games": 4, "wins": 2, "losses": 2},
        {"uci": "c2c3", "games": 50, "wins": 20, "draws": 10, "losses": 20},
        {"uci": "b1c3", "games": 60, "wins": 40, "losses": 20}]},
      {"fen": "rqknb/ppppp/2P2/PP1PP/BNKQR b - - 0 1", "move": "b4b3", "score": -40, "depth": 9, "moves": []},
      {"fen": "rqknb/ppppp/2N2/PPPPP/B1KQR b - - 0 1", "move": "b4c3", "score": 90, "depth": 9, "moves": []}]})";
    const std::string file = folder / "book.json", book = folder / "a.book";
    EXPECT_TRUE(write_file(file, as_bytes(json)));
    const auto made =
        test::run_program(BOOKENDS_PROGRAM, {"book", "import", "fragments", file, "--out", book, "--force"});
    EXPECT_EQ(made.exit_code, 0) << made.err;
    return book;
  }
  static std::string scored(const test::TemporaryFolder& folder) {
    return book_of(folder, R"("score": 50, "depth": 12)");
  }

  static Lines answer(Engine& engine) {
    engine.send("position startpos");
    engine.send("go nodes 100");
    return engine.read_until("bestmove");
  }

  test::TemporaryFolder folder_;
};

TEST_F(BookChoiceOption, ChoosesByScoreByGamesOrByBoth) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name BookFile value " + scored(folder_));
  EXPECT_TRUE(any_contains(answer(engine), "info string book: d2d3 cp 50 depth 12"));
  engine.send("setoption name BookChoice value games");
  const Lines games = answer(engine);
  EXPECT_EQ(move_of(games), "b1c3");
  EXPECT_TRUE(any_contains(
      games, "info string book: b1c3 cp -90 depth 10, 60 games 67 %, the first of 3 by games, share 60 %"));
  engine.send("setoption name BookChoice value mixed");
  const Lines mixed = answer(engine);
  EXPECT_EQ(move_of(mixed), "c2c3");
  EXPECT_TRUE(any_contains(mixed, "50 games 50 %, the first of 3 by games and score, share "));
  engine.send("setoption name BookChoice value score");
  EXPECT_EQ(move_of(answer(engine)), "d2d3");
}

TEST_F(BookChoiceOption, DrawsWithAVariety) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name BookFile value " + scored(folder_));
  engine.send("setoption name BookChoice value games");
  engine.send("setoption name BookVariety value 1");
  engine.send("setoption name BookSeed value 5");
  std::set<std::string> moves;
  for (int i = 0; i < 60; ++i) {
    const Lines lines = answer(engine);
    moves.insert(move_of(lines));
    EXPECT_TRUE(any_contains(lines, ", one of 3 by games, share "));
  }
  EXPECT_TRUE(moves.contains("b1c3") && moves.contains("c2c3"));
}

TEST_F(BookChoiceOption, LeavesNoProvedWinForAPopularMove) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name BookFile value " + book_of(folder_, R"("score": 31519, "proof": "win")"));
  for (const std::string choice : {"score", "games", "mixed"}) {
    engine.send("setoption name BookChoice value " + choice);
    for (const std::string variety : {"0", "1000"}) {
      engine.send("setoption name BookVariety value " + variety);
      const Lines lines = answer(engine);
      EXPECT_EQ(move_of(lines), "d2d3") << choice;
      EXPECT_TRUE(any_contains(lines, "info string book: d2d3 win"));
    }
  }
}

// GUIs wait for a score: a short search has one.
TEST_F(BookChoiceOption, SearchesForTheScoreOfAMoveThatHasNone) {
  const std::string json = R"({"nodes": [{"fen": "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1", "move": "d2d3", "score": 50,
      "depth": 9, "moves": [{"uci": "e2e3", "games": 3, "wins": 3}]}]})";
  ASSERT_TRUE(write_file(folder_ / "one.json", as_bytes(json)));
  const auto made = test::run_program(
      BOOKENDS_PROGRAM, {"book", "import", "fragments", folder_ / "one.json", "--out", folder_ / "one.book"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name BookFile value " + (folder_ / "one.book").string());
  engine.send("setoption name BookChoice value games");
  engine.send("setoption name MultiPV value 3");
  const Lines lines = answer(engine);
  EXPECT_EQ(move_of(lines), "e2e3");
  EXPECT_TRUE(any_contains(lines, "book: e2e3 without a score, 3 games 100 %, the first of 1 by games, share 100 %"));
  EXPECT_TRUE(any_contains(lines, " score cp "));
  EXPECT_TRUE(any_contains(lines, " pv e2e3"));
  EXPECT_FALSE(any_contains(lines, " score cp 50 ")) << "that is of another move";
}

}  // namespace
}  // namespace bookends
