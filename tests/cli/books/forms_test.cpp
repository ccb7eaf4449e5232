// A book in all its forms, from the command line: packed, as text and as a Polyglot book, and back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;

std::string must_run(const std::vector<std::string>& arguments) {
  const RunResult run = bookends(arguments);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return run.out;
}

constexpr const char* kStart = "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1";

class BookForms : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    made_ = new TemporaryFolder;
    must_run({"book", "build", "fragments", "--positions", "60", "--nodes", "200", "--out", book(), "--quiet"});
  }
  static void TearDownTestSuite() {
    delete made_;
    made_ = nullptr;
  }
  static std::string book() { return *made_ / "a.book"; }
  static bool same(const std::string& a, const std::string& b) { return read_file(a).value() == read_file(b).value(); }

  TemporaryFolder folder_;
  static inline TemporaryFolder* made_ = nullptr;
};

TEST_F(BookForms, PackedAndUnpackedItIsTheSame) {
  const std::string packed = folder_ / "packed", back = folder_ / "back";
  EXPECT_THAT(must_run({"book", "pack", book(), "--out", packed}), HasSubstr("a position)"));
  const auto told = nlohmann::json::parse(must_run({"book", "unpack", packed, "--out", back, "--json"}));
  EXPECT_EQ(told["packed_bytes"], read_file(packed)->size());
  EXPECT_EQ(told["book_bytes"], read_file(back)->size());
  EXPECT_TRUE(same(book(), back));
  expect_complaint({"book", "unpack", book(), "--out", back}, 3,
                   book() + ": a book that is not packed; it can be used as it is\n");
  const std::string stump = folder_ / "stump.book";
  ASSERT_TRUE(write_file(stump, std::span(*read_file(book())).first(300)));
  expect_complaint({"book", "unpack", stump, "--out", back}, 3,
                   stump + ": the header is cut off; the book is damaged: fetch or build it again\n");
  expect_complaint({"book", "pack", packed, "--out", back}, 3,
                   packed + ": a packed book; `bookends book unpack` makes the book of it\n");
  expect_complaint({"dump", "fragments", "--book", packed}, 3, "`bookends book unpack`");
  expect_complaint({"probe", "fragments", "--book", packed, "--fen", kStart}, 3, "`bookends book unpack`");
  for (const std::string& own : {book(), packed})
    expect_complaint({"book", "import", "fragments", own, "--out", folder_ / "new"}, 3,
                     own + ": a book of bookends already");
}

TEST_F(BookForms, DumpedAndImportedItIsTheSame) {
  const std::string json = folder_ / "a.json", back = folder_ / "back";
  must_run({"dump", "fragments", "--book", book(), "--format", "json", "--side", "both", "--out", json});
  must_run({"book", "import", "fragments", json, "--out", back});
  EXPECT_TRUE(same(book(), back));
  expect_complaint({"book", "import", "makruk", json, "--out", folder_ / "new"}, 3,
                   "a book of fragments, not of makruk");
}

// A hundred plies without a capture or a pawn's move draw a game of chess, but no position.
TEST_F(BookForms, ADumpCountsNoMovesOfAGame) {
  const std::string json = folder_ / "late.json", late = folder_ / "late.book";
  const std::string start = "7k/8/8/8/8/8/8/KR6 w - - 99 60", next = "7k/8/8/8/8/8/1R6/K7 b - - 0 60";
  const std::string text = R"({"nodes":[{"fen":")" + start + R"(","move":"b1b2","score":500,"depth":2},{"fen":")" +
                           next + R"(","move":"h8g8","score":-500,"depth":1}],"starts":[{"fen":")" + start + R"("}]})";
  ASSERT_TRUE(write_file(json, as_bytes(text)));
  must_run({"book", "import", "chess", json, "--out", late});
  const auto dumped = nlohmann::json::parse(must_run({"dump", "--book", late, "--format", "json"}));
  EXPECT_EQ(dumped["nodes"][0]["moves"][0]["uci"], "b1b2");
  EXPECT_EQ(dumped["nodes"][0]["moves"][0]["score"], 500);
}

TEST_F(BookForms, JsonOfOddContentIsRefusedOrComesBack) {
  const std::string json = folder_ / "odd.json", out = folder_ / "odd.book", back = folder_ / "back.book";
  const auto write = [&](const std::string& text) { ASSERT_TRUE(write_file(json, as_bytes(text))); };
  const std::string deep(200000, '['), end(200000, ']');
  write(R"({"nodes":[{"fen":)" + deep + end + R"(,"move":"d2d3"}]})");
  expect_complaint({"book", "import", "fragments", json, "--out", out}, 2,
                   "\"fen\": an array of arrays or objects is no text");
  write(R"({"nodes":[],"starts":[)" + deep + end + "]}");
  expect_complaint({"book", "import", "fragments", json, "--out", out}, 2, "neither an object nor a FEN");
  const std::string node = R"({"fen":")" + std::string(kStart) + R"(","move":"d2d3"})";
  write(R"({"nodes":[)" + node + R"(],"starts":["rqknb/ppppp/5/PPPPP/BNKQR w - -\n0 1"]})");
  expect_complaint({"book", "import", "fragments", json, "--out", out}, 2, "has a control character");
  write(R"({"generator":"other\nprogram","nodes":[)" + node + "]}");
  must_run({"book", "import", "fragments", json, "--out", out});
  must_run({"dump", "--book", out, "--format", "pgn", "--out", folder_ / "odd.pgn"});
  must_run({"book", "import", "fragments", folder_ / "odd.pgn", "--out", back});
}

TEST_F(BookForms, WhatIsForOneFormIsRefusedForOthers) {
  expect_complaint({"dump", "--book", book(), "--format", "epd", "--chapter", "9"}, 2, "--chapter is for --format pgn");
  expect_complaint({"dump", "--book", book(), "--boards"}, 2, "--boards is for --format pgn");
  expect_complaint({"dump", "--book", book(), "--format", "pgn", "--weights", "games"}, 2,
                   "--weights is for --format polyglot");
}

TEST_F(BookForms, TextsAreKnownByTheirContent) {
  for (const std::string format : {"pgn", "epd"}) {
    const std::string text = folder_ / ("text." + format), back = folder_ / ("back." + format);
    must_run({"dump", "fragments", "--book", book(), "--format", format, "--out", text});
    must_run({"book", "import", "fragments", text, "--out", back});
    must_run({"book", "verify", back});
  }
}

TEST_F(BookForms, ADumpSaysHowManyPositionsAreNotInIt) {
  const std::string white = folder_ / "white.book";
  must_run({"book", "build", "fragments", "--side", "white", "--positions", "60", "--nodes", "200", "--out", white,
            "--quiet"});
  const auto dumped = [&](std::vector<std::string> more) {
    std::vector<std::string> dump{"dump", "fragments", "--book", white};
    dump.insert(dump.end(), more.begin(), more.end());
    return run_program(BOOKENDS_PROGRAM, dump);
  };
  const RunResult part = dumped({"--format", "json"}), whole = dumped({"--format", "json", "--side", "both"});
  const auto json = nlohmann::json::parse(part.out);
  const std::size_t written = json["nodes"].size(), all = json["positions"];
  ASSERT_LT(written, all);
  const std::string said = std::to_string(all - written) + " of " + std::to_string(all) + " positions of " + white +
                           " are left out: these are the lines of White's best moves; --side both follows all moves\n";
  EXPECT_EQ(part.err, said);
  EXPECT_EQ(nlohmann::json::parse(whole.out)["nodes"].size(), all);
  EXPECT_EQ(whole.err, "");
  for (const std::string format : {"epd", "pgn"}) EXPECT_EQ(dumped({"--format", format}).err, said);
  EXPECT_EQ(dumped({"--format", "json", "--quiet"}).err, "");
  EXPECT_EQ(dumped({"--format", "json", "--max-ply", "1"}).err, "") << "who asks for a part knows";
  EXPECT_EQ(dumped({}).err, "");
}

TEST_F(BookForms, ADumpBeginsWhereItIsTold) {
  const auto from = [](const std::string& place) {
    return must_run({"dump", "--book", book(), "--format", "epd", "--from", place});
  };
  const auto json = nlohmann::json::parse(must_run({"dump", "--book", book(), "--format", "json"}));
  bool found = false;
  for (const auto& node : json["nodes"]) {
    const std::string line = node["line"], fen = node["fen"];
    if (node["ply"] != 2) continue;
    EXPECT_EQ(from(line), from(fen));
    EXPECT_THAT(from(line), testing::Not(HasSubstr(kStart)));
    found = true;
    break;
  }
  EXPECT_TRUE(found);
  EXPECT_EQ(from(""), from("startpos"));
  expect_complaint({"dump", "--book", book(), "--from", "d3 d3"}, 2, "--at: ");
}

// Before anything is read for long, that is: what is wrong with the rest is not come to.
TEST_F(BookForms, WhereNothingMayBeWrittenNothingIsDone) {
  const std::string there = folder_ / "there", damaged = folder_ / "damaged.json";
  must_run({"dump", "--book", book(), "--format", "json", "--out", there});
  ASSERT_TRUE(write_file(damaged, as_bytes("{")));
  expect_complaint({"dump", "--book", book(), "--from", "d3 d3", "--out", there}, 2, "is there already");
  expect_complaint({"book", "import", "fragments", damaged, "--out", book()}, 2, "is there already");
  expect_complaint({"book", "set", book(), "--at", "d3 d3", "--score", "5", "--out", there}, 3, "is no book");
}

TEST_F(BookForms, PlacesThatAreNoneAreRefused) {
  const std::string packed = folder_ / "packed", aside = folder_ / "aside/", pipe = folder_ / "pipe";
  must_run({"book", "pack", book(), "--out", packed});
  std::filesystem::create_directory(aside);
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& [work, file] : {std::pair<std::string, std::string>("pack", book()), {"unpack", packed}}) {
    expect_complaint({"book", work, file, "--out", aside}, 2, "names no file");
    expect_complaint({"book", work, file, "--out", ""}, 2, "names no file");
    expect_complaint({"book", work, file, "--out", folder_.path()}, 4, "not a regular file");
    expect_complaint({"book", work, file, "--out", pipe}, 4, "not a regular file");
  }
  EXPECT_TRUE(std::filesystem::is_empty(aside));
}

TEST_F(BookForms, ADumpIsRefusedBeforeTheWork) {
  expect_complaint({"dump", "--book", book(), "--format", "json", "--margin", "5"}, 2,
                   "--margin is for --format polyglot");
  expect_complaint({"dump", "--book", book(), "--json", "--margin", "5"}, 2, "--margin is for --format polyglot");
}

TEST_F(BookForms, WhatIsThereStaysUnlessForced) {
  const std::string text = folder_ / "text", packed = folder_ / "packed", json = folder_ / "json";
  const std::string back = folder_ / "back";
  must_run({"dump", "fragments", "--book", book(), "--format", "json", "--out", json});
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"dump", "fragments", "--book", book(), "--out", text},
                                             {"book", "pack", book(), "--out", packed},
                                             {"book", "unpack", packed, "--out", back},
                                             {"book", "import", "fragments", json, "--out", back}}) {
    const std::string out = command.back();
    const bool there = std::filesystem::exists(out);
    if (!there) must_run(command);
    const auto before = read_file(out).value();
    expect_complaint(command, 2, "is there already");
    EXPECT_TRUE(read_file(out).value() == before);
    std::vector<std::string> forced = command;
    forced.push_back("--force");
    must_run(forced);
  }
}

// Nobody means to lose the one by writing the other.
TEST_F(BookForms, AFileOfAnotherKindIsNotReplacedByForceEither) {
  const std::string packed = folder_ / "packed", json = folder_ / "json";
  must_run({"dump", "fragments", "--book", book(), "--format", "json", "--out", json});
  must_run({"book", "pack", book(), "--out", packed});
  must_run({"tables", "build", "fragments", "KQvK", "--out", folder_.path().string(), "--quiet"});
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"dump", "fragments", "--book", book(), "--out", folder_ / "KQvK.bkt"},
                                             {"dump", "fragments", "--book", book(), "--out", book()},
                                             {"dump", "fragments", "--book", book(), "--out", packed},
                                             {"book", "pack", book(), "--out", book()},
                                             {"book", "unpack", packed, "--out", packed},
                                             {"book", "import", "fragments", json, "--out", json},
                                             {"book", "prune", book(), "--max-ply", "2", "--out", json}}) {
    const auto before = read_file(command.back()).value();
    std::vector<std::string> forced = command;
    forced.push_back("--force");
    expect_complaint(forced, 3, "is there already and is no ");
    EXPECT_TRUE(read_file(command.back()).value() == before);
  }
}

TEST_F(BookForms, TheBookKnowsItsGame) {
  EXPECT_EQ(must_run({"dump", "--book", book()}), must_run({"dump", "fragments", "--book", book()}));
  expect_complaint({"dump", "chess", "--book", book()}, 3, "a book of fragments, not of chess");
}

TEST_F(BookForms, APolyglotBookNeedsAFile) {
  const std::string bin = folder_ / "a.bin", back = folder_ / "back";
  expect_complaint({"dump", "fragments", "--book", book(), "--format", "polyglot"}, 2, "--out");
  expect_complaint({"dump", "fragments", "--book", book(), "--format", "polyglot", "--max-ply", "3", "--out", bin}, 2,
                   "--max-ply");
  must_run({"dump", "fragments", "--book", book(), "--format", "polyglot", "--out", bin});
  must_run({"book", "import", "fragments", bin, "--out", back});
  must_run({"book", "verify", back});
}

TEST_F(BookForms, ADashIsStandardOutputForText) {
  for (const std::string format : {"text", "pgn", "epd", "json"}) {
    const std::vector<std::string> dump{"dump", "fragments", "--book", book(), "--format", format};
    std::vector<std::string> dashed = dump;
    dashed.insert(dashed.end(), {"--out", "-"});
    EXPECT_EQ(must_run(dashed), must_run(dump));
  }
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST_F(BookForms, ADashIsRefusedForWhatIsNoText) {
  const std::string packed = folder_ / "packed", json = folder_ / "json";
  must_run({"book", "pack", book(), "--out", packed});
  must_run({"dump", "fragments", "--book", book(), "--format", "json", "--out", json});
  for (const std::vector<std::string>& command :
       std::vector<std::vector<std::string>>{{"book", "build", "fragments", "--positions", "9"},
                                             {"book", "fix", book()},
                                             {"book", "pack", book()},
                                             {"book", "unpack", packed},
                                             {"book", "import", "fragments", json},
                                             {"book", "exits", book()},
                                             {"train", "fragments", "--data", json},
                                             {"tables", "build", "fragments", "--men", "3"},
                                             {"dump", "fragments", "--book", book(), "--format", "polyglot"}}) {
    std::vector<std::string> dashed = command;
    dashed.insert(dashed.end(), {"--out", "-"});
    expect_complaint(dashed, 2, "name a file");
    EXPECT_FALSE(std::filesystem::exists("-"));
  }
}

TEST_F(BookForms, WhatIsNoBookYetCanBeMadeOne) {
  const std::string json = folder_ / "a.json";
  must_run({"dump", "--book", book(), "--format", "json", "--out", json});
  expect_complaint({"book", "info", json}, 3,
                   json +
                       ": not a book, or its first bytes are damaged; `bookends book import` makes one of PGN, EPD, "
                       "JSON, Polyglot or a proof\n");
}

TEST_F(BookForms, WhereAllIsCertainThereIsNoExitToSearch) {
  const std::string epd = folder_ / "won.epd", won = folder_ / "won.book";
  const std::string move = nlohmann::json::parse(must_run({"dump", "--book", book(), "--json"}))["nodes"][0]["move"];
  const std::string fen = nlohmann::json::parse(must_run({"dump", "--book", book(), "--json"}))["nodes"][0]["fen"];
  ASSERT_TRUE(
      write_file(epd, as_bytes(fen.substr(0, fen.find(" - ")) + " - - bm " + move + "; ce 900; c2 \"proved win\";\n")));
  must_run({"book", "import", "fragments", epd, "--out", won});
  EXPECT_THAT(must_run({"book", "exits", won, "--nodes", "200", "--quiet"}), HasSubstr("there is nothing to search\n"));
}

TEST_F(BookForms, ABookWithoutATurnOfASideHasNoPolyglotFileOfIt) {
  const std::string pgn = folder_ / "one.pgn", one = folder_ / "one.book";
  ASSERT_TRUE(write_file(pgn, as_bytes("1. e4 *\n")));
  must_run({"book", "import", "chess", pgn, "--out", one});
  expect_complaint({"dump", "--book", one, "--format", "polyglot", "--side", "black", "--out", folder_ / "bin"}, 2,
                   "no position at black's turn");
}

TEST_F(BookForms, AStartCountsOnceAndHasAName) {
  const std::string twice = folder_ / "twice";
  const std::vector<std::string> build{"book", "build", "fragments", "--positions", "9", "--nodes", "200", "--quiet"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), build.begin(), build.end());
    return more;
  };
  must_run(with({"--start", "start1", "--start", std::string(kStart) + " ", "--start", "start0", "--start", "start1",
                 "--start", kStart, "--out", twice}));
  EXPECT_EQ(nlohmann::json::parse(must_run({"book", "info", twice, "--json"}))["starts"].size(), 2u);
  expect_complaint(with({"--start", "", "--out", folder_ / "none"}), 2, "a start without a name");
}

// Whatever the file is called.
TEST_F(BookForms, SeedsArePgnByWhatTheyBeginWith) {
  const std::string pgn = folder_ / "lines.txt", seeded = folder_ / "seeded";
  must_run({"dump", "--book", book(), "--format", "pgn", "--out", pgn});
  must_run(
      {"book", "build", "fragments", "--positions", "9", "--nodes", "200", "--seed", pgn, "--out", seeded, "--quiet"});
  EXPECT_GE(nlohmann::json::parse(must_run({"book", "info", seeded, "--json"}))["positions"], 60);
  ASSERT_TRUE(write_file(pgn, as_bytes("{a comment} 1. nothing *\n")));
  expect_complaint(
      {"book", "build", "fragments", "--positions", "9", "--seed", pgn, "--strict", "--out", folder_ / "none"}, 2,
      pgn + ":1:16: 'nothing'");
}

// Those that work for long make them, as their help says; a slip of the pen costs the others nothing.
TEST_F(BookForms, FoldersAreMadeWhereHelpSaysSo) {
  const std::string deep = folder_ / "new/folder/a.book", other = folder_ / "other/a.book";
  must_run({"book", "build", "fragments", "--positions", "9", "--nodes", "200", "--out", deep, "--quiet"});
  EXPECT_TRUE(std::filesystem::exists(deep));
  EXPECT_THAT(must_run({"book", "build", "--help"}), HasSubstr("are made if need be"));
  expect_complaint({"dump", "fragments", "--book", book(), "--out", other}, 4, other);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "other"));
}

}  // namespace
}  // namespace bookends::test
