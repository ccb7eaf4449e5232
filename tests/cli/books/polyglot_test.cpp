// Polyglot books of other programs, from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using Json = nlohmann::json;

std::string succeed(const std::vector<std::string>& arguments) {
  const RunResult run = bookends(arguments);
  EXPECT_EQ(run.exit_code, 0) << joined(arguments) << run.err;
  return run.out;
}

constexpr const char* kGames =
    "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 1-0\n\n"
    "[Result \"1/2-1/2\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Be7 1/2-1/2\n\n"
    "[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O Nxe4 0-1\n\n";
constexpr const char* kOthers =
    "[Result \"1-0\"]\n\n1. d4 d5 1-0\n\n[Result \"1/2-1/2\"]\n\n1. d4 d5 1/2-1/2\n\n"
    "[Result \"1/2-1/2\"]\n\n1. e4 c5 1/2-1/2\n\n";

class PolyglotBooks : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    made_ = new TemporaryFolder;
    make(kGames, a());
    make(kOthers, b());
  }
  static void TearDownTestSuite() {
    delete made_;
    made_ = nullptr;
  }
  static std::string a() { return *made_ / "a.bin"; }
  static std::string b() { return *made_ / "b.bin"; }

  static void make(const std::string& games, const std::string& out) {
    const std::string pgn = *made_ / "games.pgn";
    ASSERT_TRUE(write_file(pgn, as_bytes(games)));
    const RunResult run = run_program("/usr/games/polyglot", {"make-book", "-pgn", pgn, "-bin", out, "-min-game", "1"});
    ASSERT_EQ(run.exit_code, 0) << "the package polyglot: " << run.out << run.err;
  }

  static std::vector<std::byte> content(const std::string& path) { return read_file(path).value(); }

  std::string import(const std::vector<std::string>& files, const std::string& name) const {
    std::vector<std::string> arguments{"book", "import", "chess", "--out", folder_ / name};
    arguments.insert(arguments.end(), files.begin(), files.end());
    succeed(arguments);
    return folder_ / name;
  }

  std::vector<std::byte> dumped(const std::string& book, const std::vector<std::string>& more = {}) const {
    std::vector<std::string> arguments{"dump",   "--book", book, "--format", "polyglot", "--out", folder_ / "out.bin",
                                       "--force"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    succeed(arguments);
    return content(folder_ / "out.bin");
  }

  // What the book says of 1. e4 and of 1. d4.
  static std::pair<int, int> weights_of_start(const std::string& book) {
    std::pair<int, int> weights;
    const Json json = Json::parse(succeed({"dump", "--book", book, "--json"}));
    for (const Json& move : json["nodes"][0]["moves"]) {
      if (move["uci"] == "e2e4") weights.first = move.value("weight", 0);
      if (move["uci"] == "d2d4") weights.second = move.value("weight", 0);
    }
    return weights;
  }

  TemporaryFolder folder_;
  static inline TemporaryFolder* made_ = nullptr;
};

TEST_F(PolyglotBooks, ComeBackAsTheyWere) {
  for (const std::string& file : {a(), b()}) {
    const std::string book = import({file}, std::filesystem::path(file).stem());
    EXPECT_EQ(dumped(book), content(file));
    EXPECT_EQ(dumped(book, {"--side", "both", "--weights", "kept"}), content(file));
  }
}

TEST_F(PolyglotBooks, WeightsAreOfTheKindThatIsAskedFor) {
  const std::string json = folder_ / "counts.json", book = folder_ / "counts.book";
  ASSERT_TRUE(write_file(json, as_bytes(R"({"nodes":[{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
      "move":"e2e4","moves":[{"uci":"e2e4","games":5,"wins":3,"draws":1,"losses":1},
                             {"uci":"a2a3","games":2,"losses":2}]}]})")));
  succeed({"book", "import", "chess", json, "--out", book});
  const auto weights = [&](const std::vector<std::string>& more) {
    std::vector<int> all;
    const std::vector<std::byte> bytes = dumped(book, more);
    for (std::size_t at = 10; at < bytes.size(); at += 16)
      all.push_back(std::to_integer<int>(bytes[at]) << 8 | std::to_integer<int>(bytes[at + 1]));
    return all;
  };
  EXPECT_EQ(weights({}), (std::vector<int>{7}));
  EXPECT_EQ(weights({"--weights", "points"}), (std::vector<int>{7}));
  EXPECT_EQ(weights({"--weights", "games"}), (std::vector<int>{5, 2}));
  EXPECT_EQ(weights({"--weights", "uniform"}), (std::vector<int>{1, 1}));
  EXPECT_EQ(weights({"--weights", "margin", "--margin", "10"}), (std::vector<int>{12}));
  const std::string none = folder_ / "none.bin";
  const auto refused = [&](std::vector<std::string> more, const std::string& why) {
    more.insert(more.begin(), {"dump", "--book", book, "--out", none});
    expect_complaint(more, 2, why);
    EXPECT_FALSE(std::filesystem::exists(none));
  };
  refused({"--format", "polyglot", "--weights", "kept"}, "no move has a weight by --weights kept");
  refused({"--format", "polyglot", "--weights", "games", "--margin", "3"}, "--margin is for --weights auto");
  refused({"--format", "polyglot", "--weights", "many"}, "--weights");
  refused({"--format", "polyglot", "--weights", "games", "--side", "black"}, "no position at black's turn");
  refused({"--format", "epd", "--weights", "games"}, "--weights is for --format polyglot");
}

TEST_F(PolyglotBooks, SeveralBecomeOne) {
  EXPECT_EQ(weights_of_start(import({a(), b()}, "sum")), std::pair(4, 3));
  EXPECT_EQ(weights_of_start(import({"--first", a(), b()}, "first")), std::pair(3, 0));
  EXPECT_EQ(weights_of_start(import({"--first", b(), a()}, "second")), std::pair(1, 3));
  const std::string pgn = folder_ / "a.pgn", out = folder_ / "none.book";
  ASSERT_TRUE(write_file(pgn, as_bytes(std::string("1. e4 *\n"))));
  expect_complaint({"book", "import", "chess", a(), pgn, "--out", out}, 2,
                   pgn + " looks like pgn, and Polyglot books are imported among themselves");
  expect_complaint({"book", "import", "chess", pgn, "--first", "--out", out}, 2, "--first is for Polyglot books");
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(PolyglotBooks, ThatAreBooksAlreadyAreMergedAlike) {
  const std::string one = import({a()}, "one.book"), two = import({b()}, "two.book"), out = folder_ / "out.book";
  succeed({"book", "merge", one, two, "--out", out});
  EXPECT_EQ(dumped(out), dumped(import({a(), b()}, "both.book")));
  succeed({"book", "merge", "--first", one, two, "--out", out, "--force"});
  EXPECT_EQ(dumped(out), dumped(import({"--first", a(), b()}, "first.book")));
  EXPECT_EQ(weights_of_start(out), std::pair(3, 0));
  EXPECT_THAT(succeed({"book", "info", out}), HasSubstr("edited      merge"));
}

TEST_F(PolyglotBooks, AreAskedAsTheyAre) {
  const std::string text = succeed({"probe", "chess", "--book", a(), "--at", "e4 e5 Nf3 Nc6 Bb5 Nf6"});
  EXPECT_THAT(text, HasSubstr("  book    e1g1  score -  depth 0\n"));
  const Json json = Json::parse(succeed({"probe", "chess", "--book", b(), "--at", "startpos", "--json"}));
  EXPECT_EQ(json["book"]["uci"], "d2d4");
  EXPECT_EQ(json["book"]["score"], nullptr);
  EXPECT_EQ(json["moves"].size(), 2u);
  expect_complaint({"probe", "makruk", "--book", a(), "--at", "startpos"}, 3, "is of the game chess, not of makruk");
}

TEST_F(PolyglotBooks, ArePlayedInATest) {
  const std::string out = succeed({"book", "test", a(), "--games", "2", "--limit", "nodes=50", "--max-moves", "5"});
  EXPECT_THAT(out, testing::ContainsRegex("\nnodes 50 +2 "));
}

TEST_F(PolyglotBooks, AreDescribed) {
  const std::string info = succeed({"book", "info", a()});
  EXPECT_EQ(info,
            "game        chess\n"
            "made by     another program: a Polyglot book\n"
            "side        both\n"
            "positions   8\n"
            "size        144 bytes, 9 entries\n"
            "reached     8 positions from the start: 4 at White's turn, 4 at Black's\n"
            "unreached   0 positions\n"
            "illegal     0 entries of positions that are reached\n"
            "no weight   0 entries, not to be played\n"
            "repeated    0 entries\n"
            "castling    1 onto the rook, as e1h1\n"
            "learned     0 entries\n"
            "sorted      yes\n");
  const Json json = Json::parse(succeed({"book", "info", a(), "--json"}));
  EXPECT_EQ(json["format"], "polyglot");
  EXPECT_EQ(json["entries"], 9);
  EXPECT_EQ(json["reached"]["white"], 4);
  EXPECT_EQ(json["castling"]["onto_rook"], 1);
  EXPECT_EQ(json["sorted"], true);
  EXPECT_EQ(Json::parse(succeed({"book", "info", a(), "--json", "--game", "makruk"}))["unreached"], 8);
}

TEST_F(PolyglotBooks, WhatIsWrongWithThemIsSaid) {
  std::vector<std::byte> bytes = content(a());
  std::rotate(bytes.begin(), bytes.begin() + 16, bytes.end());
  const std::string file = folder_ / "turned.bin";
  ASSERT_TRUE(write_file(file, bytes));
  EXPECT_THAT(succeed({"book", "info", file}),
              HasSubstr("sorted      no: at byte 128 the keys descend, and programs will not find all entries\n"));
  EXPECT_EQ(Json::parse(succeed({"book", "info", file, "--json"}))["sorted"], false);
  expect_complaint({"book", "import", "chess", file, "--out", folder_ / "none"}, 3, "keys do not ascend at byte 128");
  bytes.pop_back();
  ASSERT_TRUE(write_file(file, bytes));
  expect_complaint({"book", "info", file}, 3, "nor a Polyglot book, whose size is a multiple of 16 bytes");
  expect_complaint({"book", "info", a(), "--game", "checkers"}, 2, "checkers");
  expect_complaint({"book", "info", import({a()}, "a.book"), "--game", "makruk"}, 3, "a book of chess, not of makruk");
}

}  // namespace
}  // namespace bookends::test
