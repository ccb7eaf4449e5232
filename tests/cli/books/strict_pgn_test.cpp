// PGN that the program writes is what another program, pgn-extract, has nothing to say against.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;

constexpr const char* kPgnExtract = "/usr/games/pgn-extract";

// With -r it says what is wrong, and what is right: how many games.
std::string complaints(const std::string& pgn) {
  EXPECT_TRUE(std::filesystem::exists(kPgnExtract)) << "the package pgn-extract is missing";
  const RunResult run = run_program(kPgnExtract, {"-r", "-s", pgn});
  EXPECT_EQ(run.exit_code, 0);
  return run.out + run.err;
}

// A game or more, and all of them whole.
void expect_whole(const std::string& pgn) {
  EXPECT_EQ(complaints(pgn), "");
  const std::string text = text_of(pgn);
  std::size_t games = 0;
  for (std::size_t at = text.find("[Event "); at != std::string::npos; at = text.find("[Event ", at + 1)) ++games;
  EXPECT_GT(games, 0u);
  const std::string count = std::to_string(games);
  EXPECT_THAT(run_program(kPgnExtract, {"-r", pgn}).err,
              HasSubstr("\n" + count + (games == 1 ? " game" : " games") + " matched out of " + count + "."));
}

void make(const std::vector<std::string>& arguments) {
  const RunResult run = bookends(arguments);
  EXPECT_EQ(run.exit_code, 0) << joined(arguments) << "\n" << run.err;
}

// Castling, promotion, en passant, mates, moves with their file, rank and both; starts of both sides, one without
// moves.
constexpr const char* kStrictGames = R"(1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 5. Re1 O-O (5... d6 6. Nc3 Bd7) *

1. e4 Nf6 2. e5 d5 3. exd6 cxd6 4. f3 Nc6 *

[FEN "1n2k3/P6p/8/8/8/8/p5P1/R3K2R b KQ - 3 20"]

20... Kf7 21. axb8=N (21. a8=R) h5 22. O-O+ Kg8 *

[FEN "8/8/8/8/8/k7/1q6/K7 w - - 0 1"]

*

[FEN "6k1/5ppp/8/8/R6R/8/8/R5K1 w - - 0 1"]

1. R4a3 (1. Rab4) (1. R1a3) (1. Rg4 h6 2. Ra8+) (1. Ra8#) 1... h6 *

[FEN "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2"]

2. g4 Qh4# 0-1

[FEN "7k/8/6K1/5Q2/8/8/8/8 w - - 0 1"]

1. Qf7 1/2-1/2
)";

TEST(StrictPgn, OfABook) {
  const TemporaryFolder folder;
  const std::string games = folder / "games.pgn", plain = folder / "plain.book", book = folder / "a.book";
  std::ofstream(games) << kStrictGames;
  make({"book", "import", "chess", games, "--out", plain});
  make({"book", "set", plain, "--at", "e4 e5", "--move", "Nf3", "--score", "35", "--remark",
        "{braces} \"quotes\" 1-0 ; (and \xC3\xA9) %", "--out", book});
  for (const std::string side : {"white", "black", "both"}) {
    const std::string pgn = folder / (side + ".pgn");
    make({"dump", "--book", book, "--format", "pgn", "--side", side, "--out", pgn});
    expect_whole(pgn);
  }
}

TEST(StrictPgn, OfASearchedBook) {
  const TemporaryFolder folder;
  const std::string book = folder / "a.book", pgn = folder / "a.pgn";
  make({"book", "build", "chess", "--positions", "60", "--nodes", "200", "--out", book, "--quiet"});
  make({"dump", "--book", book, "--format", "pgn", "--out", pgn});
  expect_whole(pgn);
  make({"dump", "--book", book, "--format", "pgn", "--chapter", "20", "--boards", "--out", pgn, "--force"});
  EXPECT_THAT(text_of(pgn), HasSubstr("[Continues \"chapter 1, after "));
  expect_whole(pgn);
}

TEST(StrictPgn, OfAMatch) {
  const TemporaryFolder folder;
  const std::string pgn = folder / "match.pgn", failed = folder / "failed.pgn";
  const std::string scripted = std::string("\"cmd=") + BOOKENDS_SCRIPTED_ENGINE + " variants=chess";
  make({"match", "chess", "--engine", "self", "--engine", "self", "--games", "4", "--nodes", "100", "--pgn", pgn,
        "--quiet"});
  expect_whole(pgn);
  make({"match", "chess", "--engine", scripted + " illegal=5\"", "--engine", scripted + "\"", "--games", "4", "--nodes",
        "100", "--pgn", failed, "--quiet"});
  expect_whole(failed);
}

TEST(StrictPgn, OtherIsComplainedOf) {
  const TemporaryFolder folder;
  const std::string pgn = folder / "wrong.pgn";
  std::ofstream(pgn) << "[Event \"a\"]\n\n1. e4 Ke4 *\n";
  EXPECT_THAT(complaints(pgn), HasSubstr("Ke4"));
}

}  // namespace
}  // namespace bookends::test
