// One way for all commands: a book, tables and a position are named alike wherever they are asked for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::Not;

class NamesOfOptions : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    made_ = new TemporaryFolder;
    ASSERT_EQ(bookends({"book", "build", "fragments", "--start", "start1", "--positions", "40", "--nodes", "300",
                        "--out", book(), "--quiet"})
                  .exit_code,
              0);
    ASSERT_EQ(bookends({"tables", "build", "fragments", "KQvK", "--out", tables(), "--quiet"}).exit_code, 0);
    const auto dump = nlohmann::json::parse(bookends({"dump", book(), "--format", "json"}).out);
    for (const auto& node : dump["nodes"])
      if (node["ply"] == 2 && line().empty()) line() = node["line"], fen() = node["fen"];
    ASSERT_NE(line(), "");
  }
  static void TearDownTestSuite() {
    delete made_;
    made_ = nullptr;
  }

  static std::string book() { return *made_ / "a.book"; }
  static std::string tables() { return *made_ / "tables"; }
  static std::string& line() {  // two moves, as the dump writes them
    static std::string text;
    return text;
  }
  static std::string& fen() {
    static std::string text;
    return text;
  }
  std::string out(const std::vector<std::string>& arguments) const {
    const RunResult run = bookends(arguments);
    EXPECT_EQ(run.exit_code, 0) << joined(arguments) << run.err;
    return run.out;
  }
  std::string at(const std::string& name) const { return folder_ / name; }

  const TemporaryFolder folder_;
  static TemporaryFolder* made_;
};
TemporaryFolder* NamesOfOptions::made_ = nullptr;

TEST_F(NamesOfOptions, ALineInQuotesIsAPositionEverywhere) {
  const std::string wanted = out({"dump", "--book", book(), "--at", fen()});
  for (const std::string option : {"--at", "--from"}) {
    EXPECT_EQ(out({"dump", "--book", book(), option, line()}), wanted);
    EXPECT_EQ(out({"dump", "--book", book(), option + "=" + line()}), wanted);
    EXPECT_EQ(out({"dump", option, line(), book()}), wanted);
    out({"book", "subtree", book(), option, line(), "--out", at("subtree"), "--force"});
    EXPECT_EQ(nlohmann::json::parse(out({"book", "info", at("subtree"), "--json"}))["starts"][0]["fen"], fen());
    out({"book", "set", book(), option, line(), "--score", "7", "--out", at("set"), "--force"});
    EXPECT_THAT(out({"probe", "fragments", "--book", at("set"), "--at", line()}), HasSubstr("by hand"));
  }
  for (const std::string option : {"--at", "--fen"}) {
    const auto probed = nlohmann::json::parse(out({"probe", "fragments", "--book", book(), option, line(), "--json"}));
    EXPECT_EQ(probed["fen"], fen());
    EXPECT_EQ(out({"perft", "fragments", "--depth", "2", option, line()}),
              out({"perft", "fragments", "--depth", "2", option, fen()}));
  }
}

// The moves are those from the book's start, not from the game's.
TEST_F(NamesOfOptions, ALineBeginsWhereTheBookDoes) {
  out({"book", "subtree", book(), "--at", line(), "--out", at("later"), "--quiet"});
  const auto later = nlohmann::json::parse(out({"dump", at("later"), "--format", "json"}))["nodes"];
  for (const auto& node : later) {
    if (node["ply"] != 1) continue;
    const auto probed = nlohmann::json::parse(
        out({"probe", "fragments", "--book", at("later"), "--at", node["line"].get<std::string>(), "--json"}));
    EXPECT_EQ(probed["fen"], node["fen"]);
    return;
  }
  FAIL() << "no move in the subtree";
}

TEST_F(NamesOfOptions, AProofBeginsAtALineOrAFen) {
  const std::string start = "nk3/pp3/5/PP3/1K3 b - - 0 1";
  for (const std::string option : {"--at", "--line"})
    expect_complaint({"book", "prove", "fragments", option, "a1a5", "--out", at("proof")}, 2, "--at: ");
  const auto prove = [&](const std::vector<std::string>& where, const std::string& name) {
    std::vector<std::string> arguments{"book", "prove", "fragments", "--aim", "hold", "--json", "--out", at(name)};
    arguments.insert(arguments.end(), where.begin(), where.end());
    return nlohmann::json::parse(out(arguments))["root"];
  };
  EXPECT_EQ(prove({"--at", start}, "by-fen"), prove({"--start", start}, "by-start"));
}

TEST_F(NamesOfOptions, WhatIsNoPositionIsRefusedByTheNameOfTheOption) {
  expect_complaint({"dump", book(), "--at", "d3 d3"}, 2, "--at: ");
  expect_complaint({"probe", "fragments", "--book", book(), "--at", "d3 d3"}, 2, "--at: ");
  expect_complaint({"probe", "fragments", "--book", book(), "--at", ""}, 2, "--at '' is no position");
  expect_complaint({"perft", "fragments", "--depth", "1", "--at", "e9"}, 2, "--at: ");
}

TEST_F(NamesOfOptions, MovesWithoutQuotesAreAdvisedToHaveThem) {
  const std::string first = line().substr(0, line().rfind(' ')), second = line().substr(line().rfind(' ') + 1);
  const std::string move = first.substr(first.rfind(' ') + 1);
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"dump", "--book", book(), "--at", move, second},
           {"book", "subtree", book(), "--out", at("none"), "--at", move, second},
           {"book", "set", book(), "--out", at("none"), "--score", "5", "--at", move, second},
           {"perft", "fragments", "--depth", "1", "--at", move, second},
           {"probe", "fragments", "--book", book(), "--at", move, second}})
    expect_complaint(command, 2, "quotes");
  const std::string other = bookends({"perft", "fragments", "--depth", "deep", "--at", "startpos"}).err;
  EXPECT_THAT(other, AllOf(HasSubstr("--depth"), Not(HasSubstr("quotes")))) << "something else is wrong";
}

TEST_F(NamesOfOptions, ABookIsAWordOrAnOption) {
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"book", "info"}, {"book", "verify"}, {"book", "exits", "--nodes", "100", "--most", "1"}, {"dump"}}) {
    std::vector<std::string> as_word = command, as_option = command;
    as_word.push_back(book());
    as_option.insert(as_option.end(), {"--book", book()});
    EXPECT_EQ(out(as_word), out(as_option)) << joined(command);
  }
  out({"book", "prune", "--book", book(), "--max-ply", "2", "--out", at("pruned")});
  out({"book", "merge", "--book", book(), at("pruned"), "--out", at("merged")});
  EXPECT_EQ(out({"dump", "fragments", book()}), out({"dump", "fragments", "--book", book()}));
  expect_complaint({"dump", "chess", book()}, 3, "fragments");
  expect_complaint({"dump"}, 2, "dump which book?");
  expect_complaint({"dump", "fragments"}, 2, "dump which book?");
  expect_complaint({"book", "info"}, 2, "--book is required");
}

TEST_F(NamesOfOptions, TablesAreAWordOrAnOption) {
  EXPECT_EQ(out({"tables", "stats", tables()}), out({"tables", "stats", "--tables", tables()}));
  EXPECT_THAT(out({"tables", "verify", "--tables", tables()}), HasSubstr("ok: "));
}

TEST_F(NamesOfOptions, StatisticsAreWrittenWhereTheyAreWanted) {
  for (const std::string format : {"tsv", "json", "html"}) {
    const std::string file = at("stats." + format);
    EXPECT_EQ(out({"tables", "stats", tables(), "--format", format, "--out", file}), "");
    EXPECT_EQ(text_of(file), out({"tables", "stats", tables(), "--format", format}));
    expect_complaint({"tables", "stats", tables(), "--out", file}, 2, "is there already; --force replaces it");
    out({"tables", "stats", tables(), "--format", format, "--out", file, "--force"});
  }
  expect_complaint({"tables", "stats", tables(), "--out", book(), "--force"}, 3, "choose another name");
  EXPECT_EQ(out({"tables", "stats", tables(), "--out", "-"}), out({"tables", "stats", tables()}));
}

TEST_F(NamesOfOptions, APlanIsJsonByEitherName) {
  EXPECT_EQ(out({"plan", "fragments", "KQvK", "--out", tables(), "--json"}),
            out({"plan", "fragments", "KQvK", "--out", tables(), "--format", "json"}));
  expect_complaint({"plan", "fragments", "KQvK", "--out", tables(), "--json", "--format", "make"}, 2, "--format");
}

TEST_F(NamesOfOptions, OneIsNotMany) {
  EXPECT_THAT(out({"tables", "verify", tables() + "/KQvK.bkt"}), HasSubstr("ok: 1 file, all"));
  EXPECT_THAT(bookends({"tables", "build", "fragments", "KQvK", "--out", tables()}).err,
              HasSubstr("fragments: 1 ending in "));
  EXPECT_THAT(bookends({"perft", "fragments", "--depth", "0"}).err, HasSubstr("1 leaf in "));
}

TEST_F(NamesOfOptions, WhatCannotBeWrittenIsNamedWithTheReason) {
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"tables", "build", "fragments", "KQvK", "--out", "/proc/none"},
           {"tables", "build", "fragments", "KQvK", "--out", "/proc/none/deeper"},
           {"tables", "stats", tables(), "--out", "/proc/none/file"},
           {"tables", "stats", tables(), "--out", "/proc/file"},
           {"book", "build", "fragments", "--positions", "9", "--out", "/proc/none/book"},
           {"book", "build", "fragments", "--positions", "9", "--out", "/proc/book"},
           {"dump", book(), "--out", "/proc/none/dump"},
           {"dump", book(), "--out", "/proc/dump"},
           {"book", "pack", book(), "--out", "/proc/none/packed"},
           {"book", "prune", book(), "--max-ply", "2", "--out", "/proc/pruned"},
           {"selfplay", "fragments", "--positions", "1", "--out", "/proc/positions"},
           {"book", "prove", "fragments", "--out", "/proc/none/proof"}}) {
    const RunResult run = bookends(command);
    EXPECT_EQ(run.exit_code, 4) << joined(command) << run.err;
    EXPECT_THAT(run.err, testing::MatchesRegex("bookends: cannot (write|make) .*/proc.*: .+\n")) << joined(command);
    EXPECT_THAT(run.err, Not(HasSubstr("No such file"))) << joined(command);
  }
}

// A book of many starts, none of which leads far.
TEST_F(NamesOfOptions, InfoShowsWhatFitsOnAScreen) {
  std::vector<std::string> build{"book",    "build", "fragments", "--positions", "30",
                                 "--nodes", "100",   "--quiet",   "--out",       at("many")};
  for (const char* fen : {"4k/5/5/5/R3K b - - 0 1", "4k/5/5/5/1R2K b - - 0 1", "4k/5/5/5/2R1K b - - 0 1",
                          "4k/5/5/5/3RK b - - 0 1", "4k/5/5/R4/4K b - - 0 1", "4k/5/5/1R3/4K b - - 0 1"})
    build.insert(build.end(), {"--start", fen});
  out(build);
  const auto count = [](const std::string& text, const std::string& what) {
    int n = 0;
    for (std::size_t i = 0; (i = text.find(what, i)) != std::string::npos; ++i) ++n;
    return n;
  };
  const std::string shown = out({"book", "info", at("many")}), all = out({"book", "info", at("many"), "--all"});
  EXPECT_EQ(count(shown, "start       "), 5);
  EXPECT_EQ(count(all, "start       "), 6);
  EXPECT_THAT(shown, HasSubstr("... and 1 start more; --all shows it"));
  EXPECT_THAT(all, Not(HasSubstr("--all")));
  EXPECT_EQ(nlohmann::json::parse(out({"book", "info", at("many"), "--json"}))["starts"].size(), 6u);
}

// Books and certificates get the folder that they are to be in; the help says so.
TEST_F(NamesOfOptions, FoldersOfBooksAndProofsAreMade) {
  const std::string proof = at("first/a.proof");
  const std::vector<std::vector<std::string>> commands = {
      {"book", "prove", "fragments", "--start", "k4/5/K1N2/5/4R w", "--out", proof},
      {"book", "shorten", proof, "--nodes", "0", "--out", at("shorten/a.proof")},
      {"book", "build", "fragments", "--positions", "2", "--nodes", "100", "--out", at("build/a.book")},
      {"book", "import", "fragments", proof, "--out", at("import/a.book")},
      {"book", "pack", book(), "--out", at("pack/a.packed")},
      {"book", "prune", book(), "--max-loss", "20", "--out", at("prune/a.book")}};
  for (const std::vector<std::string>& command : commands) {
    out(command);
    EXPECT_TRUE(std::filesystem::exists(command.back())) << joined(command);
    const std::string help = out({command[0], command[1], "--help"});
    const std::string of_out = help.substr(help.find("--out TEXT REQUIRED"));
    EXPECT_THAT(of_out.substr(0, of_out.find('\n')), HasSubstr("folder")) << joined(command);
  }
}

}  // namespace
}  // namespace bookends::test
