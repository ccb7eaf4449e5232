// What the commands that change books say and note of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class BookChanges : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    made_ = new TemporaryFolder;
    must({"build", "fragments", "--start", "start1", "--positions", "80", "--nodes", "300", "--out", a(), "--quiet"});
  }
  static void TearDownTestSuite() {
    delete made_;
    made_ = nullptr;
  }
  static std::string a() { return *made_ / "a.book"; }
  std::string at(const std::string& name) const { return folder_ / name; }

  static RunResult book(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "book");
    return bookends(arguments);
  }
  static RunResult must(const std::vector<std::string>& arguments) {
    RunResult run = book(arguments);
    EXPECT_EQ(run.exit_code, 0) << arguments[0] << ": " << run.err;
    return run;
  }
  static nlohmann::json must_json(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    return nlohmann::json::parse(must(arguments).out);
  }
  static nlohmann::json info(const std::string& path) { return must_json({"info", path}); }
  static std::vector<std::string> edits(const std::string& path) {
    std::vector<std::string> found;
    std::istringstream lines(info(path)["settings"].get<std::string>());
    for (std::string line; std::getline(lines, line);)
      if (line.starts_with("edited=")) found.push_back(line.substr(7));
    return found;
  }
  static bool same(const std::string& x, const std::string& y) { return read_file(x).value() == read_file(y).value(); }
  // A legal first move that is not the book's.
  static std::string another_move() { return info(a())["starts"][0]["move"] == "d3" ? "c3" : "d3"; }

  TemporaryFolder folder_;
  static inline TemporaryFolder* made_ = nullptr;
};

TEST_F(BookChanges, AMoveAloneSaysWhichScoreItKeeps) {
  must({"set", a(), "--at", "", "--score", "31", "--out", at("scored")});
  const RunResult alone = must({"set", at("scored"), "--at", "", "--move", another_move(), "--out", at("moved")});
  EXPECT_THAT(alone.err, HasSubstr("; keeps the score +0.31 that was there"));
  EXPECT_EQ(info(at("moved"))["starts"][0]["score"], 31);
  const RunResult both = must({"set", a(), "--at", "", "--move", another_move(), "--score", "7", "--out", at("both")});
  EXPECT_THAT(both.err, Not(HasSubstr("keeps")));
  EXPECT_THAT(must({"set", a(), "--at", "", "--remark", "fine", "--out", at("word")}).err, Not(HasSubstr("keeps")));
}

TEST_F(BookChanges, WhatChangesNothingIsNotNoted) {
  const std::vector<std::vector<std::string>> commands{{"fix", a()},
                                                       {"prune", a(), "--positions", "1000"},
                                                       {"merge", a(), a()},
                                                       {"subtree", a(), "--at", ""},
                                                       {"exits", a(), "--nodes", "100", "--most", "1"}};
  for (std::vector<std::string> command : commands) {
    const std::string out = at(command[0] + ".book");
    command.insert(command.end(), {"--out", out});
    const RunResult run = must(command);
    EXPECT_THAT(run.err, HasSubstr(out + ": nothing changed (")) << command[0];
    EXPECT_TRUE(same(out, a())) << command[0];
  }
}

TEST_F(BookChanges, WhatWouldChangeNothingInPlaceIsNotWritten) {
  std::filesystem::copy_file(a(), at("own"));
  const auto written = std::filesystem::last_write_time(at("own"));
  const RunResult run = must({"fix", at("own"), "--out", at("own"), "--json"});
  EXPECT_THAT(run.err, HasSubstr(at("own") + ": nothing changed, the book stays as it is (0 entries that no line"));
  EXPECT_EQ(nlohmann::json::parse(run.out)["changed"], false);
  EXPECT_EQ(nlohmann::json::parse(run.out)["written"], false);
  EXPECT_EQ(std::filesystem::last_write_time(at("own")), written);
  must({"prune", a(), "--max-ply", "2", "--out", at("pruned")});
  EXPECT_THAT(edits(at("pruned")), ElementsAre("prune " + a() + " --max-ply 2"));
  must({"prune", at("pruned"), "--max-ply", "2", "--out", at("pruned")});
  EXPECT_THAT(edits(at("pruned")), ElementsAre("prune " + a() + " --max-ply 2"));
}

TEST_F(BookChanges, AnInputThatIsWrittenOverChanges) {
  must({"prune", a(), "--max-ply", "2", "--out", at("small")});
  const RunResult run = must({"merge", a(), at("small"), "--out", at("small"), "--json"});
  EXPECT_EQ(nlohmann::json::parse(run.out)["changed"], true);
  EXPECT_THAT(edits(at("small")).back(), StartsWith("merge "));
}

TEST_F(BookChanges, TheNoteCanBeTypedAgain) {
  const std::string best = info(a())["starts"][0]["move"];
  const std::string spaced = at("my own.book");
  std::filesystem::copy_file(a(), spaced);
  must({"subtree", spaced, "--at", "1. " + best, "--out", at("tree")});
  EXPECT_THAT(edits(at("tree")), ElementsAre("subtree '" + spaced + "' --at '1. " + best + "'"));
  must({"set", a(), "--at", "", "--score", "5", "--json", "--out", at("it's.book")});
  must({"set", at("it's.book"), "--at", "", "--score", "-6", "--out", at("set")});
  EXPECT_THAT(edits(at("set")),
              ElementsAre("set " + a() + " --at '' --score 5", "set '" + at("it'\\''s.book") + "' --at '' --score -6"));
  must({"set", a(), "--at", "", "--remark", "it is fine", "--out", at("remark")});
  EXPECT_THAT(edits(at("remark")), ElementsAre("set " + a() + " --at '' --remark 'it is fine'"));
  const std::string other = another_move();
  must({"subtree", a(), "--at", best, "--at", other, "--out", at("two")});
  EXPECT_THAT(edits(at("two")), ElementsAre("subtree " + a() + " --at " + best + " --at " + other));
}

TEST_F(BookChanges, AMergedBookKnowsWhatBothWentThrough) {
  must({"set", a(), "--at", "", "--score", "5", "--out", at("common")});
  must({"prune", at("common"), "--max-ply", "3", "--out", at("first")});
  must({"set", at("common"), "--at", "", "--score", "6", "--out", at("second")});
  must({"merge", at("first"), at("second"), "--out", at("merged")});
  EXPECT_THAT(edits(at("merged")),
              ElementsAre(StartsWith("set "), StartsWith("prune "),
                          "in " + at("second") + ": set " + at("common") + " --at '' --score 6", StartsWith("merge ")));
  EXPECT_THAT(must({"info", at("merged")}).out, HasSubstr("edited      in " + at("second") + ": set "));
  must({"set", at("second"), "--at", "", "--score", "7", "--out", at("third")});
  must({"merge", at("first"), at("second"), at("third"), "--out", at("all")});
  EXPECT_THAT(edits(at("all")),
              ElementsAre(StartsWith("set "), StartsWith("prune "), StartsWith("in " + at("second") + ": set "),
                          "in " + at("third") + ": set " + at("second") + " --at '' --score 7", StartsWith("merge ")))
      << "what second and third have in common is said once";
}

TEST_F(BookChanges, AMergedBookHasTheRemarksOfAll) {
  must({"set", a(), "--at", "", "--remark", "why", "--out", at("remarked")});
  for (const bool first : {true, false}) {
    const std::string one = first ? at("remarked") : a(), other = first ? a() : at("remarked");
    must({"merge", one, other, "--out", at("merged"), "--force"});
    EXPECT_THAT(bookends({"probe", "fragments", "--book", at("merged"), "--fen", "startpos"}).out,
                HasSubstr("remark \"why\""))
        << first;
  }
}

TEST_F(BookChanges, CountsAreSaidInJson) {
  const std::size_t all = info(a())["positions"];
  const nlohmann::json pruned = must_json({"prune", a(), "--max-ply", "2", "--out", at("pruned")});
  EXPECT_EQ(pruned["file"], at("pruned"));
  EXPECT_EQ(pruned["changed"], true);
  EXPECT_EQ(pruned["written"], true);
  EXPECT_EQ(pruned["positions"], info(at("pruned"))["positions"]);
  EXPECT_EQ(pruned["positions"].get<std::size_t>() + pruned["gone"].get<std::size_t>(), all);
  const nlohmann::json tree = must_json({"subtree", a(), "--at", another_move(), "--out", at("tree")});
  EXPECT_EQ(tree["positions"].get<std::size_t>() + tree["gone"].get<std::size_t>(), all);
  const nlohmann::json merged = must_json({"merge", at("pruned"), a(), "--out", at("merged")});
  EXPECT_EQ(merged["new"], pruned["gone"]);
  const nlohmann::json fixed = must_json({"fix", a(), "--out", at("fixed")});
  EXPECT_EQ(fixed["changed"], false);
  EXPECT_EQ(fixed["written"], true);
  for (const char* count : {"unreached", "illegal", "revalued", "far_sighted"}) EXPECT_EQ(fixed[count], 0) << count;
  const nlohmann::json set = must_json({"set", a(), "--at", "", "--move", another_move(), "--out", at("set")});
  EXPECT_EQ(set["score"], info(a())["starts"][0]["score"]);
  EXPECT_EQ(set["kept_score"], true);
  EXPECT_EQ(set["gave_way"], 0);
  const RunResult nothing = book({"set", a(), "--at", "", "--clear", "--json", "--out", at("cleared")});
  EXPECT_EQ(nothing.exit_code, 1);
  EXPECT_EQ(nlohmann::json::parse(nothing.out)["written"], false);
}

TEST_F(BookChanges, OneIsSingular) {
  const RunResult run = must({"prune", a(), "--positions", "1", "--out", at("one")});
  EXPECT_THAT(run.err, EndsWith(" positions went, 1 stays\n"));
  EXPECT_THAT(must({"verify", at("one")}).out, HasSubstr(", 1 position reached,"));
  EXPECT_THAT(must({"pack", at("one"), "--out", at("packed")}).out, HasSubstr(": 1 position; the book"));
}

TEST_F(BookChanges, FoldersAreMadeOnTheWay) {
  must({"fix", a(), "--out", at("new/folder/fixed")});
  must({"pack", a(), "--out", at("packs/a.packed")});
  must({"unpack", at("packs/a.packed"), "--out", at("books/a")});
  must({"exits", a(), "--nodes", "300", "--most", "1", "--quiet", "--out", at("ends/a")});
  for (const char* made : {"new/folder/fixed", "books/a", "ends/a"}) EXPECT_TRUE(std::filesystem::exists(at(made)));
  const RunResult refused = book({"fix", a(), "--out", a() + "/below"});
  EXPECT_EQ(refused.exit_code, 4);
  EXPECT_EQ(refused.err, "bookends: cannot make folder " + a() + ": Not a directory\n");
}

TEST_F(BookChanges, ALinkMayLeadToWhatIsNotThereYet) {
  for (const std::string name : {"exits", "fix"}) {
    std::filesystem::create_symlink("far/" + name + "/x.book", at(name + ".link"));
    std::vector<std::string> command{name, a(), "--out", at(name + ".link")};
    if (name == "exits") command.insert(command.end(), {"--nodes", "300", "--most", "1", "--quiet"});
    must(command);
    EXPECT_TRUE(std::filesystem::is_regular_file(at("far/" + name + "/x.book"))) << name;
  }
}

TEST_F(BookChanges, ALinkStaysOne) {
  std::filesystem::create_directory(at("store"));
  std::filesystem::copy_file(a(), at("store/a.book"));
  std::filesystem::create_symlink("store/a.book", at("link"));
  must({"prune", at("link"), "--max-ply", "2", "--out", at("link")});
  EXPECT_TRUE(std::filesystem::is_symlink(at("link")));
  EXPECT_LT(info(at("store/a.book"))["positions"], info(a())["positions"]);
}

TEST_F(BookChanges, ExitsWarnOfFewerNodesThanTheBookHas) {
  EXPECT_THAT(must({"exits", a(), "--nodes", "200", "--most", "1"}).err,
              HasSubstr("note: these searches have 200 nodes, those that " + a() + " was built with 300: "));
  EXPECT_THAT(must({"exits", a(), "--nodes", "300", "--most", "1"}).err, Not(HasSubstr("note:")));
  const std::string engine = "cmd='" BOOKENDS_SCRIPTED_ENGINE " variants=fragments name=Few score=3' nodes=50";
  EXPECT_THAT(must({"exits", a(), "--most", "1", "--engine", engine}).err, Not(HasSubstr("note:")))
      << "an engine counts its own nodes";
  const std::string agent = "cmd=" BOOKENDS_AGENT " nodes=";
  must({"build", "fragments", "--out", at("by"), "--positions", "30", "--quiet", "--engine", agent + "300"});
  EXPECT_THAT(must({"exits", at("by"), "--most", "1", "--engine", agent + "50"}).err,
              HasSubstr("note: these searches have 50 nodes"));
  EXPECT_THAT(must({"exits", at("by"), "--most", "1", "--engine", engine}).err, Not(HasSubstr("note:")));
}

TEST_F(BookChanges, ADamagedBookIsSaidToBeOneWhenItIsImported) {
  must({"pack", a(), "--out", at("packed")});
  for (const std::string& whole : {a(), at("packed")}) {
    ASSERT_TRUE(write_file(at("cut"), std::span(*read_file(whole)).first(400)));
    const RunResult run = book({"import", "fragments", at("cut"), "--out", at("imported")});
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_THAT(run.err,
                AllOf(HasSubstr(at("cut") + ": "), EndsWith("; the book is damaged: fetch or build it again\n")));
  }
}

TEST_F(BookChanges, WhatSaysNoSideIsForTheSideAskedFor) {
  const auto dump = [&](const std::string& format, const std::string& side) {
    std::string out = at(side + "." + format);
    EXPECT_EQ(bookends({"dump", "--book", a(), "--format", format, "--side", side, "--out", out}).exit_code, 0);
    return out;
  };
  for (const std::string& file : {dump("pgn", "white"), dump("epd", "white"), dump("polyglot", "both")}) {
    must({"import", "fragments", file, "--side", "white", "--force", "--out", at("white.book")});
    EXPECT_EQ(info(at("white.book"))["side"], "white") << file;
    must({"import", "fragments", file, "--force", "--out", at("both.book")});
    EXPECT_EQ(info(at("both.book"))["side"], "both") << file;
  }
  const RunResult says = book({"import", "fragments", dump("json", "both"), "--side", "white", "--out", at("no.book")});
  EXPECT_EQ(says.exit_code, 2);
  EXPECT_THAT(says.err, HasSubstr("is for both, asked for is white; "));
  const std::string white = dump("polyglot", "white"), black = dump("polyglot", "black");
  must({"import", "fragments", white, "--side", "white", "--force", "--out", at("white.book")});
  EXPECT_LT(info(at("white.book"))["positions"], info(a())["positions"]);
  EXPECT_EQ(read_file(white)->size() + read_file(black)->size(), read_file(at("both.polyglot"))->size());
}

}  // namespace
}  // namespace bookends::test
