// A book from games, from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/io/file.h"
#include "tests/books/games/support.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;
using Words = std::vector<std::string>;

class ImportGames : public testing::Test {
 protected:
  ImportGames() {
    const Tags strong{{"White", "Alva, B"}, {"Black", "Cole"},      {"WhiteElo", "2500"},
                      {"BlackElo", "2450"}, {"Date", "2024.01.01"}, {"Round", "1"}};
    const Tags weak{{"White", "Dorn"}, {"Black", "Alva, B"}, {"WhiteElo", "1500"}, {"Date", "1999.01.01"}};
    write(pgn_game("1. e4 e5 2. Nf3", "1-0", strong) + pgn_game("1. e4 e5 2. Nf3", "1-0", strong) +
          pgn_game("1. d4 d5", "0-1", weak) + pgn_game("1. d4 d5", "0-1") + pgn_game("1. d4 Nf6 2. Ke3", "0-1"));
  }
  void write(const std::string& text) { ASSERT_TRUE(write_file(pgn(), as_bytes(text))); }
  std::string pgn() const { return folder_ / "games.pgn"; }
  std::string book() const { return folder_ / "games.book"; }

  Json imported(std::vector<std::string> options) {
    std::vector<std::string> words{"book", "import", "chess", pgn(), "--out", book(), "--force", "--json"};
    words.insert(words.end(), options.begin(), options.end());
    const RunResult run = bookends(words);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    said_ = run.err;
    return Json::parse(run.out);
  }
  // The start's moves that have a record, by what they are called.
  Json records() {
    const Json dump = Json::parse(bookends({"dump", "--book", book(), "--format", "json", "--max-ply", "1"}).out);
    Json all = Json::object();
    for (const Json& move : dump["nodes"][0]["moves"])
      if (move.contains("games")) all[std::string(move["san"])] = move;
    return all;
  }

  TemporaryFolder folder_;
  std::string said_;
};

TEST_F(ImportGames, CountsAndSaysWhatIsLeftOut) {
  const Json told = imported({});
  EXPECT_EQ(told["games"], (Json{{"counted", 3}, {"passed_over", 0}, {"duplicates", 1}}));
  EXPECT_EQ(told["omitted"]["games"], 1);
  EXPECT_THAT(said_, HasSubstr("1 game is there already"));
  EXPECT_THAT(said_, HasSubstr("games.pgn:"));
  const Json moves = records();
  EXPECT_EQ(moves["e4"]["games"], 1);
  EXPECT_EQ(moves["e4"]["rating"], 2500);
  EXPECT_EQ(moves["e4"]["book"], true);
  EXPECT_EQ(moves["d4"]["games"], 2);
  EXPECT_EQ(moves["d4"]["losses"], 2);
}

TEST_F(ImportGames, EveryOptionChooses) {
  imported({"--keep-duplicates"});
  EXPECT_EQ(records()["e4"]["games"], 2);
  imported({"--result-weight", "0"});
  EXPECT_EQ(records()["d4"]["book"], true);
  EXPECT_EQ(imported({"--min-elo", "2400"})["games"]["passed_over"], 2);
  EXPECT_EQ(imported({"--since", "2000"})["games"]["counted"], 1);
  EXPECT_EQ(imported({"--white", "alva"})["side"], "white");
  EXPECT_EQ(imported({"--black", "alva"})["side"], "black");
  EXPECT_EQ(imported({"--max-ply", "1"})["positions"], 1);
  EXPECT_EQ(imported({"--min-games", "2"})["positions"], 2);
  imported({"--min-score", "1"});
  EXPECT_FALSE(records().contains("d4"));
}

TEST_F(ImportGames, WhatCannotBeIsSaidInALine) {
  const std::vector<std::string> import{"book", "import", "chess", pgn(), "--out", book(), "--quiet"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), import.begin(), import.end());
    return more;
  };
  expect_complaint(with({"--min-games", "9"}), 2, "no move of 3 games stays");
  expect_complaint(with({"--min-elo", "2600"}), 2, "of 4 games none is of those asked for");
  expect_complaint(with({"--strict"}), 2, "Ke3");
  expect_complaint(with({"--memory", "1K"}), 5, "allow more memory");
  write("\x1f\x8b not gzip");
  expect_complaint(import, 3, "damaged");
  EXPECT_NE(bookends(with({"--white", "a", "--black", "b"})).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(book()));
}

TEST_F(ImportGames, NamesTheGamesThatAreLeftOut) {
  std::string games;
  for (int i = 0; i < 12; ++i) games += "[White \"A\"]\n\n1. e4 e5 2. Ke3 *\n\n";
  write(games + "1. d4 d5 1-0\n");
  const Json told = imported({});
  EXPECT_EQ(told["omitted"]["games"], 12);
  ASSERT_EQ(told["omitted"]["first_games"].size(), 10u);
  EXPECT_THAT(told["omitted"]["first_games"][9].get<std::string>(), HasSubstr("games.pgn:39:13: 'Ke3'"));
  EXPECT_THAT(said_, HasSubstr("12 games are left out; the first: "));
  EXPECT_THAT(said_, HasSubstr("games.pgn:7:13: 'Ke3'"));
  EXPECT_THAT(said_, HasSubstr("and 2 games more"));
}

TEST_F(ImportGames, OptionsForGamesAreForGames) {
  const std::string epd = folder_ / "lines.epd";
  std::ofstream(epd) << "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n";
  for (const auto& option : {Words{"--min-games", "2"}, Words{"--since", "2000"}, Words{"--white", "A"},
                             Words{"--max-ply", "4"}, Words{"--keep-duplicates"}, Words{"--strict"}}) {
    Words command{"book", "import", "chess", epd, "--out", book()};
    command.insert(command.end(), option.begin(), option.end());
    expect_complaint(command, 2, option[0] + " is for PGN");
  }
}

TEST_F(ImportGames, SaysThatMostMovesWerePlayedOnce) {
  std::string games;
  for (const char* first : {"a3", "a4", "b3", "b4", "c3", "c4", "d3", "d4", "e3", "e4", "f3", "f4", "g3", "g4", "h3"})
    for (const char* second :
         {"a6", "a5", "b6", "b5", "c6", "c5", "d6", "d5", "e6", "e5", "f6", "f5", "g6", "g5", "h6"})
      for (const char* third : {"Nc3", "Nf3", "Na3", "Nh3"})
        games += std::string("1. ") + first + ' ' + second + " 2. " + third + " *\n\n";
  write(games);
  imported({});
  EXPECT_THAT(said_, HasSubstr("moves were played in one game alone; --min-games 2 leaves them out"));
  imported({"--min-games", "2"});
  EXPECT_THAT(said_, Not(HasSubstr("in one game alone")));
}

TEST_F(ImportGames, ASearchedBookGrowsFromWhatIsPlayed) {
  imported({"--min-games", "1"});
  const std::string grown = folder_ / "grown.book";
  for (const std::string& seed : {book(), pgn()}) {
    const RunResult run = bookends({"book", "build", "chess", "--seed", seed, "--positions", "30", "--nodes", "100",
                                    "--net", "none", "--out", grown, "--force", "--workspace", seed + ".work"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    const Json dump = Json::parse(bookends({"dump", "--book", grown, "--format", "json", "--max-ply", "1"}).out);
    EXPECT_TRUE(dump["nodes"][0]["score"].is_number());
    int games = 0;
    for (const Json& move : dump["nodes"][0]["moves"]) games += move.value("games", 0);
    EXPECT_EQ(games, 3);
  }
}

}  // namespace
}  // namespace bookends::test
