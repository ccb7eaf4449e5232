// The engine with a Polyglot book.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/io/file.h"
#include "tests/agent/engine.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using test::any_contains;
using test::Engine;
using test::move_of;

class PolyglotInTheEngine : public testing::Test {
 protected:
  void SetUp() override {
    const std::string pgn = folder_ / "games.pgn";
    ASSERT_TRUE(write_file(pgn, as_bytes("[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 1/2-1/2\n\n"
                                         "[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 1/2-1/2\n\n"
                                         "[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n")));
    const auto made = test::run_program("/usr/games/polyglot",
                                        {"make-book", "-pgn", pgn, "-bin", bin(), "-min-game", "1", "-min-score", "0"});
    ASSERT_EQ(made.exit_code, 0) << "the package polyglot: " << made.out << made.err;
  }
  std::string bin() const { return folder_ / "games.bin"; }

  static std::vector<std::string> answer(Engine& engine, const std::string& moves) {
    engine.send("position startpos" + (moves.empty() ? "" : " moves " + moves));
    engine.send("go nodes 200");
    return engine.read_until("bestmove");
  }

  test::TemporaryFolder folder_;
};

TEST_F(PolyglotInTheEngine, IsPlayedFromTheHeaviestMoveFirst) {
  Engine engine(BOOKENDS_AGENT, "chess");
  engine.send("setoption name BookFile value " + bin());
  for (int i = 0; i < 5; ++i) {
    const auto lines = answer(engine, "");
    EXPECT_EQ(move_of(lines), "e2e4");
    EXPECT_TRUE(any_contains(lines, "info string book: e2e4 without a score"));
  }
  EXPECT_EQ(move_of(answer(engine, "e2e4 e7e5 g1f3 b8c6 f1b5 g8f6")), "e1g1");
  EXPECT_TRUE(any_contains(answer(engine, "a2a3"), "info string search:"));
}

TEST_F(PolyglotInTheEngine, IsDrawnFromByItsWeightsWhereThatIsAskedFor) {
  Engine engine(BOOKENDS_AGENT, "chess");
  engine.send("setoption name BookFile value " + bin());
  engine.send("setoption name BookChoice value games");
  const auto lines = answer(engine, "");
  EXPECT_TRUE(any_contains(lines, "book: e2e4 without a score, weight 2, the first of 2 by games, share 67 %"));
  engine.send("setoption name BookVariety value 1");
  engine.send("setoption name BookSeed value 3");
  std::vector<std::string> moves;
  for (int i = 0; i < 40; ++i) moves.push_back(move_of(answer(engine, "")));
  EXPECT_GT(std::ranges::count(moves, "e2e4"), std::ranges::count(moves, "d2d4"));
  EXPECT_GT(std::ranges::count(moves, "d2d4"), 0);
  EXPECT_EQ(std::ranges::count(moves, "e2e4") + std::ranges::count(moves, "d2d4"), 40);
}

TEST_F(PolyglotInTheEngine, IsOfChessAlone) {
  Engine engine(BOOKENDS_AGENT, "gardner");
  engine.send("setoption name BookFile value " + bin());
  engine.send("isready");
  const auto lines = engine.read_until("readyok");
  EXPECT_TRUE(any_contains(
      lines, "info string error: option BookFile: " + bin() + ": a Polyglot book, which is of chess, not of gardner"));
  EXPECT_EQ(std::ranges::count_if(lines, [](const auto& line) { return line.starts_with("info string"); }), 1);
  engine.send("setoption name UCI_Variant value chess");
  EXPECT_EQ(move_of(answer(engine, "")), "e2e4") << "it was remembered";
}

TEST_F(PolyglotInTheEngine, ThatIsDamagedIsRefused) {
  std::filesystem::resize_file(bin(), std::filesystem::file_size(bin()) - 3);
  Engine engine(BOOKENDS_AGENT, "chess");
  engine.send("setoption name BookFile value " + bin());
  engine.send("isready");
  EXPECT_TRUE(any_contains(engine.read_until("readyok"),
                           "neither a book nor a Polyglot book, or damaged: its size is no multiple of 16 bytes"));
}

TEST_F(PolyglotInTheEngine, IsNoCertificate) {
  const std::string proof = BOOKENDS_SOURCE_DIR "/books/proofs/fragments-start1-b2b3.proof";
  for (const char* game : {"chess", "fragments"}) {
    Engine engine(BOOKENDS_AGENT, game);
    engine.send("setoption name BookFile value " + proof);
    engine.send("isready");
    EXPECT_TRUE(any_contains(engine.read_until("readyok"),
                             "info string error: option BookFile: " + proof +
                                 ": the certificate of a proof, not a book; `bookends book import` makes a book of it"))
        << game;
  }
}

TEST_F(PolyglotInTheEngine, ComesAfterAnotherBookInALine) {
  const auto made = test::run_program(BOOKENDS_PROGRAM, {"book", "import", "chess", folder_ / "games.pgn", "--max-ply",
                                                         "1", "--out", folder_ / "a.book"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  Engine engine(BOOKENDS_AGENT, "chess");
  engine.send("setoption name BookFile value " + std::string(folder_ / "a.book") + ";" + bin());
  EXPECT_TRUE(any_contains(answer(engine, ""), "info string book: e2e4"));
  EXPECT_TRUE(any_contains(answer(engine, "e2e4"), "info string book: e7e5"));
}

}  // namespace
}  // namespace bookends
