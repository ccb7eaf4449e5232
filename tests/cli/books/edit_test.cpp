// The commands that make books from books, through the program.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/io/file.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using test::RunResult;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;

class BookEdit : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new test::TemporaryFolder;
    expect_ok({"build", "fragments", "--start", "start1", "--positions", "120", "--nodes", "300", "--out", at("a")});
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }

  static std::string at(const std::string& name) { return (*folder_ / name).string(); }
  static RunResult book(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "book");
    return test::run_program(BOOKENDS_PROGRAM, arguments);
  }
  static void expect_ok(const std::vector<std::string>& arguments) {
    const RunResult run = book(arguments);
    EXPECT_EQ(run.exit_code, 0) << arguments[0] << ": " << run.err;
  }
  static std::size_t times_in(const std::string& path, const std::string& part) {
    std::ifstream in(path);
    std::size_t n = 0;
    for (std::string line; std::getline(in, line);) n += line.starts_with(part);
    return n;
  }
  static nlohmann::json info(const std::string& name) {
    return nlohmann::json::parse(book({"info", at(name), "--json"}).out);
  }

  static test::TemporaryFolder* folder_;
};
test::TemporaryFolder* BookEdit::folder_ = nullptr;

TEST_F(BookEdit, PruneWritesASmallerBookThatVerifies) {
  expect_ok({"prune", at("a"), "--positions", "50", "--out", at("small")});
  const nlohmann::json small = info("small");
  EXPECT_EQ(small["positions"], 50);
  EXPECT_THAT(small["settings"].get<std::string>(), HasSubstr("edited=prune"));
  EXPECT_THAT(small["settings"].get<std::string>(), HasSubstr("--positions 50"));
  expect_ok({"verify", at("small")});
  EXPECT_EQ(book({"prune", at("a"), "--out", at("none")}).exit_code, 2);
}

// Not every position of a pruned book has an answer to all that may be played, and a file of lines does not say so.
TEST_F(BookEdit, VerifyAsksAnImportedBookForNoMoreThanItHas) {
  expect_ok({"prune", at("a"), "--positions", "30", "--out", at("thirty")});
  const RunResult lines =
      test::run_program(BOOKENDS_PROGRAM, {"dump", "fragments", "--book", at("thirty"), "--format", "epd"});
  ASSERT_TRUE(write_file(at("thirty.epd"), as_bytes(lines.out)));
  expect_ok({"import", "fragments", at("thirty.epd"), "--out", at("imported")});
  expect_ok({"verify", at("imported"), "--values"});
}

TEST_F(BookEdit, VerifyNamesValuesThatDoNotFollow) {
  const RunResult sound = book({"verify", at("a"), "--values"});
  EXPECT_EQ(sound.exit_code, 0);
  EXPECT_THAT(sound.out, HasSubstr("every move legal, values agree, first moves"));
  nlohmann::json dump = nlohmann::json::parse(
      test::run_program(BOOKENDS_PROGRAM, {"dump", "fragments", "--book", at("a"), "--json"}).out);
  dump["nodes"][0]["score"] = 4321;
  EXPECT_TRUE(write_file(at("stale.json"), as_bytes(dump.dump())));
  expect_ok({"import", "fragments", at("stale.json"), "--out", at("stale"), "--force"});
  expect_ok({"verify", at("stale")});
  const RunResult text = book({"verify", at("stale"), "--values"});
  EXPECT_EQ(text.exit_code, 1);
  EXPECT_THAT(text.out, HasSubstr("stale: the values of 1 position do not follow from what comes after"));
  EXPECT_THAT(text.out, HasSubstr(" +43.21 depth "));
  const nlohmann::json found = nlohmann::json::parse(book({"verify", at("stale"), "--values", "--json"}).out);
  EXPECT_EQ(found["stale"], 1);
  EXPECT_EQ(found["ok"], false);
  expect_ok({"fix", at("stale"), "--out", at("stale")});
  expect_ok({"verify", at("stale"), "--values"});
}

TEST_F(BookEdit, OtherFilesAreNotReplaced) {
  expect_ok({"prune", at("a"), "--positions", "60", "--out", at("there")});
  const RunResult refused = book({"fix", at("a"), "--out", at("there")});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--force"));
  EXPECT_EQ(info("there")["positions"], 60);
  expect_ok({"fix", at("a"), "--out", at("there"), "--force"});
  expect_ok({"fix", at("there"), "--out", at("there")});
}

TEST_F(BookEdit, PositionsAreNamedByLinesOrFens) {
  const nlohmann::json start = info("a")["starts"][0];
  const std::string best = start["move"];
  expect_ok({"subtree", at("a"), "--at", "1. " + best, "--out", at("by-line")});
  const nlohmann::json by_line = info("by-line");
  expect_ok({"subtree", at("a"), "--at", by_line["starts"][0]["fen"], "--out", at("by-fen")});
  EXPECT_EQ(book({"diff", at("by-line"), at("by-fen")}).exit_code, 0);
  const RunResult wrong = book({"subtree", at("a"), "--at", best + " Kxe9", "--out", at("none")});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--at: 'Kxe9' is not legal in"));
  const RunResult unknown = book({"subtree", at("a"), "--at", "4k/5/5/R4/K4 w", "--out", at("none")});
  EXPECT_EQ(unknown.exit_code, 1) << "a negative answer, as dump and probe give it";
  EXPECT_THAT(unknown.err, HasSubstr("the book does not know 4k/5/5/R4/K4 w"));
  EXPECT_FALSE(std::filesystem::exists(at("none")));
}

TEST_F(BookEdit, AHandSetMoveIsPlayedAndRemembered) {
  const std::string best = info("a")["starts"][0]["move"];
  const std::string other = best == "d3" ? "c3" : "d3";
  expect_ok(
      {"set", at("a"), "--at", "", "--move", other, "--score", "77", "--remark", "I like it", "--out", at("set")});
  const nlohmann::json start = info("set")["starts"][0];
  EXPECT_EQ(start["move"], other);
  EXPECT_EQ(start["score"], 77);
  EXPECT_EQ(info("set")["grades"]["manual"], 1);
  const RunResult diff = book({"diff", at("a"), at("set"), "--json"});
  EXPECT_EQ(diff.exit_code, 1);
  EXPECT_EQ(nlohmann::json::parse(diff.out)["other_move"], 1);
  expect_ok({"set", at("set"), "--at", "", "--clear", "--out", at("set")});
  EXPECT_EQ(info("set")["grades"]["manual"], 0);
  EXPECT_EQ(book({"set", at("a"), "--at", "", "--out", at("none")}).exit_code, 2);
}

TEST_F(BookEdit, ClearingARemarkSaysThatNothingElseWasSet) {
  expect_ok({"set", at("a"), "--at", "", "--remark", "well known", "--out", at("worded")});
  const RunResult cleared = book({"set", at("worded"), "--at", "", "--clear", "--out", at("worded")});
  EXPECT_EQ(cleared.exit_code, 0);
  EXPECT_THAT(cleared.err, HasSubstr("the remark is gone; nothing else was set"));
  EXPECT_THAT(cleared.err, Not(HasSubstr("the mark")));
}

TEST_F(BookEdit, GamesHaveNoScoresUntilSomebodyGivesThem) {
  std::ofstream(at("games.pgn")) << "1. d3 c3 2. e3 *\n";
  expect_ok({"import", "fragments", at("games.pgn"), "--out", at("games")});
  EXPECT_EQ(info("games")["starts"][0]["score"], nullptr);
  EXPECT_EQ(info("games")["grades"]["none"], 3);
  const auto probed = [&](const std::string& format) {
    return test::run_program(BOOKENDS_PROGRAM, {"probe", "fragments", "--book", at("games"), "--format", format,
                                                "--fen", "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1"})
        .out;
  };
  EXPECT_THAT(probed("text"), HasSubstr("d2d3  score -  depth 0"));
  EXPECT_EQ(nlohmann::json::parse(probed("json"))["book"]["score"], nullptr);
  EXPECT_THAT(probed("tsv"), HasSubstr("\td2d3\t-\t0\t-\t-"));
  const RunResult half = book({"set", at("games"), "--at", "d3", "--move", "b3", "--out", at("even")});
  EXPECT_EQ(half.exit_code, 2);
  EXPECT_THAT(half.err, HasSubstr("has no score for"));
  expect_ok({"set", at("games"), "--at", "d3", "--move", "c3", "--score", "0", "--out", at("even")});
  EXPECT_EQ(info("even")["starts"][0]["score"], 0);
  const RunResult diff = book({"diff", at("games"), at("even"), "--json"});
  EXPECT_EQ(nlohmann::json::parse(diff.out)["other_score"], 2);
  expect_ok({"set", at("even"), "--at", "d3", "--clear", "--out", at("even")});
  EXPECT_EQ(info("even")["starts"][0]["score"], 0) << "the value stays";
}

// A deep search of a small book, and a large one that goes on behind it.
TEST_F(BookEdit, SetSaysHowManyDeepSearchesGaveWay) {
  expect_ok({"prune", at("a"), "--positions", "30", "--out", at("few")});
  expect_ok({"exits", at("few"), "--nodes", "20000", "--quiet", "--out", at("few"), "--force"});
  expect_ok({"merge", at("a"), at("few"), "--out", at("uneven")});
  const nlohmann::json dump = nlohmann::json::parse(
      test::run_program(BOOKENDS_PROGRAM, {"dump", "fragments", "--book", at("uneven"), "--json"}).out);
  std::string behind;
  for (const nlohmann::json& node : dump["nodes"])
    for (const nlohmann::json& move : node["moves"])
      if (move["uci"] == node["move"] && move.contains("node") && move["node"].is_number())
        if (const nlohmann::json& child = dump["nodes"][move["node"].get<std::size_t>()];
            node["depth"].get<int>() > child["depth"].get<int>() + 1)
          behind = child["fen"];
  ASSERT_NE(behind, "");
  const RunResult set = book({"set", at("uneven"), "--at", behind, "--score", "5", "--out", at("uneven-set")});
  EXPECT_EQ(set.exit_code, 0);
  EXPECT_THAT(set.err, testing::ContainsRegex("set in .*; [0-9]+ deep search(es)? above gave way to it, which"));
  EXPECT_THAT(set.err, HasSubstr("which --clear does not bring back"));
  const RunResult nothing = book({"set", at("a"), "--at", "", "--score", "5", "--out", at("no-deep")});
  EXPECT_THAT(nothing.err, Not(HasSubstr("gave way")));
  EXPECT_THAT(book({"set", "--help"}).out, HasSubstr("--clear does not bring them back"));
}

TEST_F(BookEdit, DiffShowsWhatDiffersInMarksAndRemarks) {
  const std::string present = info("a")["starts"][0]["move"];
  expect_ok({"set", at("a"), "--at", "", "--move", present, "--remark", "first \"word\"", "--out", at("one")});
  expect_ok({"set", at("one"), "--at", "", "--remark", "second", "--out", at("two")});
  expect_ok({"set", at("one"), "--at", "", "--remark", "", "--out", at("bare")});
  const RunResult marked = book({"diff", at("a"), at("bare")});
  EXPECT_THAT(marked.out, testing::ContainsRegex("depth [0-9]+ \\| .* depth [0-9]+ by hand\n"));
  const RunResult worded = book({"diff", at("one"), at("two")});
  EXPECT_THAT(worded.out, HasSubstr(" by hand remark \"first \\u0022word\\u0022\" | "));
  EXPECT_THAT(worded.out, HasSubstr(" by hand remark \"second\"\n"));
  const nlohmann::json found = nlohmann::json::parse(book({"diff", at("one"), at("two"), "--json"}).out);
  EXPECT_EQ(found["other_word"], 1);
  const nlohmann::json& row = found["positions"]["other_word"][0];
  EXPECT_EQ(row["first"]["remark"], "first \"word\"");
  EXPECT_EQ(row["second"]["remark"], "second");
  EXPECT_EQ(row["first"]["manual"], true);
  EXPECT_EQ(row["first"]["proof"], "none");
  EXPECT_EQ(row["first"]["table"], false);
}

TEST_F(BookEdit, DiffSeesProofsDepthsSidesAndStarts) {
  const test::RunResult dumped =
      test::run_program(BOOKENDS_PROGRAM, {"dump", "fragments", "--book", at("a"), "--json"});
  const auto changed = [&](auto change) {
    nlohmann::json dump = nlohmann::json::parse(dumped.out);
    change(dump);
    EXPECT_TRUE(write_file(at("changed.json"), as_bytes(dump.dump())));
    expect_ok({"import", "fragments", at("changed.json"), "--out", at("changed"), "--force"});
    const RunResult run = book({"diff", at("a"), at("changed"), "--json"});
    EXPECT_EQ(run.exit_code, 1);
    return nlohmann::json::parse(run.out);
  };
  const nlohmann::json proof = changed([](nlohmann::json& dump) { dump["nodes"][3]["proof"] = "draw"; });
  EXPECT_EQ(proof["other_proof"], 1);
  EXPECT_EQ(proof["positions"]["other_proof"][0]["second"]["proof"], "draw");
  EXPECT_EQ(changed([](nlohmann::json& dump) { dump["nodes"][3]["table"] = true; })["other_proof"], 1);
  EXPECT_EQ(changed([](nlohmann::json& dump) { dump["nodes"][3]["depth"] = 99; })["other_depth"], 1);
  const nlohmann::json side = changed([](nlohmann::json& dump) { dump["side"] = "white"; });
  EXPECT_EQ(side["sides"], (nlohmann::json{{"first", "both"}, {"second", "white"}}));
  EXPECT_THAT(book({"diff", at("a"), at("changed")}).out,
              testing::ContainsRegex("books of another side +both . white"));
  const nlohmann::json known = nlohmann::json::parse(dumped.out)["nodes"][1]["fen"];
  const nlohmann::json starts = changed([&](nlohmann::json& dump) { dump["starts"].push_back({{"fen", known}}); });
  EXPECT_EQ(starts["starts"]["only_second"], nlohmann::json::array({known}));
  EXPECT_THAT(book({"diff", at("changed"), at("a")}).out,
              HasSubstr("start of the first only            " + known.get<std::string>() + "\n"));
}

TEST_F(BookEdit, AMoveThatIsNotLegalIsSaidToBe) {
  const std::string fen = info("a")["starts"][0]["fen"];
  for (const std::string move : {"Qxe5", "d2d5"}) {
    const RunResult run = book({"set", at("a"), "--at", "", "--move", move, "--out", at("none")});
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.err, "bookends: --move: '" + move + "' is not legal in '" + fen + "'\n");
  }
  expect_ok({"set", at("a"), "--at", "", "--move", "d2d3", "--out", at("uci")});
  EXPECT_EQ(info("uci")["starts"][0]["move"], "d3");
}

TEST_F(BookEdit, ClearingWhatNobodySetIsANegativeAnswer) {
  for (const auto& [where, why] : std::vector<std::pair<std::string, std::string>>{
           {"", "nothing was set in"}, {"4k/5/2K2/5/R4 w - - 0 1", "does not know"}}) {
    const RunResult run = book({"set", at("a"), "--at", where, "--clear", "--out", at("cleared")});
    EXPECT_EQ(run.exit_code, 1) << run.err;
    EXPECT_THAT(run.err, HasSubstr(why));
    EXPECT_FALSE(std::filesystem::exists(at("cleared")));
  }
}

TEST_F(BookEdit, MoreThanTwoBooksAreMerged) {
  expect_ok({"merge", at("a"), at("a"), at("a"), "--out", at("three")});
  EXPECT_EQ(info("three")["positions"], info("a")["positions"]);
  EXPECT_EQ(book({"merge", at("a"), "--out", at("none")}).exit_code, 2);
  EXPECT_THAT(book({"merge", "--help"}).out, AllOf(HasSubstr("BOOKS..."), Not(HasSubstr("x 2"))));
}

TEST_F(BookEdit, InfoSaysWhatTheBookWasMadeByAndFrom) {
  expect_ok({"prune", at("a"), "--positions", "40", "--out", at("part")});
  expect_ok({"merge", at("part"), at("a"), "--out", at("twice")});
  const std::string text = book({"info", at("twice")}).out;
  EXPECT_THAT(text, HasSubstr("searched by search"));
  EXPECT_THAT(text, testing::ContainsRegex("edited      .*merge"));
}

TEST_F(BookEdit, BooksAreMerged) {
  expect_ok({"build", "fragments", "--start", "start0", "--positions", "80", "--nodes", "300", "--out", at("b")});
  expect_ok({"merge", at("a"), at("b"), "--out", at("both")});
  EXPECT_EQ(info("both")["starts"].size(), 2u);
  expect_ok({"verify", at("both")});
  expect_ok({"build", "gardner", "--positions", "60", "--nodes", "300", "--out", at("g")});
  EXPECT_EQ(book({"merge", at("a"), at("g"), "--out", at("none")}).exit_code, 3) << "a book of another game";
}

TEST_F(BookEdit, ExitsAreSearchedDeeper) {
  const RunResult run =
      book({"exits", at("a"), "--nodes", "3000", "--most", "4", "--json", "--quiet", "--out", at("deeper")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const nlohmann::json found = nlohmann::json::parse(run.out);
  EXPECT_EQ(found["searched"], 4);
  EXPECT_EQ(found["ends"], info("a")["ends"]);
  ASSERT_EQ(found["exits"].size(), 4u);
  for (const nlohmann::json& exit : found["exits"]) {
    EXPECT_EQ(exit["drop"].get<int>(), exit["score"].get<int>() - exit["search_score"].get<int>());
    EXPECT_EQ(exit["flagged"].get<bool>(), exit["drop"].get<int>() >= 50);
  }
  expect_ok({"verify", at("deeper")});
  const RunResult text = book({"exits", at("a"), "--nodes", "500", "--most", "2", "--quiet"});
  EXPECT_THAT(text.out, HasSubstr("2 of "));
}

TEST_F(BookEdit, ExitsGoOnWithWhatWasSearchedBefore) {
  const auto run = [&](std::vector<std::string> more) {
    const std::vector<std::string> all{"exits", at("a"), "--nodes", "3000", "--workspace", at("ws")};
    more.insert(more.begin(), all.begin(), all.end());
    return book(more);
  };
  ASSERT_EQ(run({"--most", "3"}).exit_code, 0);
  const RunResult second = run({"--most", "4", "--out", at("further"), "--json"});
  ASSERT_EQ(second.exit_code, 0) << second.err;
  EXPECT_THAT(second.err, HasSubstr("3 searches are there already"));
  EXPECT_EQ(second.out, book({"exits", at("a"), "--nodes", "3000", "--most", "4", "--json"}).out);
  EXPECT_THAT(run({"--most", "1"}).err, HasSubstr("4 searches are there already")) << "a folder that was named stays";
  const RunResult other = book({"exits", at("a"), "--nodes", "4000", "--most", "1", "--workspace", at("ws")});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("made with nodes=3000, asked for nodes=4000"));
  expect_ok({"fix", at("further"), "--out", at("fixed")});
  const RunResult same = book({"diff", at("further"), at("fixed")});
  EXPECT_EQ(same.exit_code, 0) << same.out;
}

TEST_F(BookEdit, ExitsSayWhyTheFolderThatNobodyNamedStays) {
  const auto run = [&](const std::string& nodes, std::vector<std::string> more) {
    const std::vector<std::string> all{"exits", at("a"), "--nodes", nodes, "--force"};
    more.insert(more.begin(), all.begin(), all.end());
    return book(more);
  };
  ASSERT_EQ(run("3000", {"--most", "3", "--workspace", at("left") + ".exits"}).exit_code, 0);  // as if interrupted
  const RunResult fewer = run("3000", {"--most", "2", "--out", at("left")});
  EXPECT_EQ(fewer.exit_code, 0) << fewer.err;
  EXPECT_THAT(fewer.err, HasSubstr("left.exits stays: it holds 3 searches, and this run was about 2 of them"));
  const RunResult other = run("4000", {"--most", "2", "--out", at("left")});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("left.exits: made with nodes=3000, asked for nodes=4000"));
  EXPECT_THAT(other.err, HasSubstr("or remove it: an earlier run with this --out left its searches there"));
  const RunResult all = run("3000", {"--most", "3", "--out", at("left")});
  EXPECT_EQ(all.exit_code, 0) << all.err;
  EXPECT_THAT(all.err, Not(HasSubstr("stays")));
  EXPECT_FALSE(std::filesystem::exists(at("left") + ".exits"));
}

TEST_F(BookEdit, ExitsThatCannotBeWrittenAreNotSearched) {
  const RunResult run = book({"exits", at("a"), "--nodes", "100000000", "--out", at("a/deeper")});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, HasSubstr("cannot make folder " + at("a")));
}

// The engine answers at the third end only when it is told to stop, so that no machine is too fast or too slow.
TEST_F(BookEdit, ExitsThatAreInterruptedReportWhatWasSearched) {
  const auto command = [&](const std::string& script) {
    std::ofstream(at("late.script")) << script;
    const std::string engine =
        "cmd='" BOOKENDS_SCRIPTED_ENGINE " variants=fragments name=Late score=7 script=" + at("late.script") + "'";
    return std::vector<std::string>{"book",      "exits", at("a"), "--most",   "6",        "--json",
                                    "--threads", "1",     "--out", at("late"), "--engine", engine};
  };
  const std::string log = at("late.log");
  const auto third_begun = [&] { return times_in(log, "go ") == 3; };
  const RunResult run = test::run_program(BOOKENDS_PROGRAM, command("late=3 transcript=" + log),
                                          {.input = "", .out_path = "", .interrupt_when = third_begun});
  EXPECT_EQ(run.exit_code, 130) << run.err;
  const nlohmann::json found = nlohmann::json::parse(run.out);
  EXPECT_EQ(found["exits"].size(), 2u);
  EXPECT_EQ(found["searched"], 2);
  EXPECT_EQ(found["left"], 4);
  EXPECT_THAT(run.err, HasSubstr("interrupted; 4 ends were not searched"));
  EXPECT_FALSE(std::filesystem::exists(at("late")));
  const RunResult again = test::run_program(BOOKENDS_PROGRAM, command(""));
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.err, HasSubstr("2 searches are there already"));
  expect_ok({"verify", at("late")});
  EXPECT_FALSE(std::filesystem::exists(at("late") + ".exits")) << "the book has it all";
}

// Its own search, too, stops in the midst of a position.
TEST_F(BookEdit, ExitsOfTheOwnSearchAreInterrupted) {
  const RunResult run = test::run_program(
      BOOKENDS_PROGRAM, {"book", "exits", at("a"), "--nodes", "100000000000", "--json", "--most", "6"},
      {.input = "", .out_path = "", .interrupt_after = std::chrono::milliseconds(500)});
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_EQ(nlohmann::json::parse(run.out)["left"], 6);
}

TEST_F(BookEdit, ExitsAreSearchedByAnEngine) {
  const std::string engine = "cmd='" BOOKENDS_SCRIPTED_ENGINE " variants=fragments name=Sure score=123' nodes=50";
  const RunResult run = book({"exits", at("a"), "--most", "3", "--json", "--engine", engine, "--out", at("sure")});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const nlohmann::json found = nlohmann::json::parse(run.out);
  EXPECT_EQ(found["nodes"], 50);
  EXPECT_EQ(found["by"], "uci Sure variants=fragments name=Sure score=123; nodes 50");
  EXPECT_EQ(found["exits"].size(), 3u);
  for (const nlohmann::json& exit : found["exits"]) EXPECT_EQ(exit["search_score"], 123);
  EXPECT_THAT(info("sure")["settings"],
              HasSubstr("edited=exits by uci Sure variants=fragments name=Sure score=123; nodes 50 ("));
  const RunResult both = book({"exits", at("a"), "--engine", engine, "--net", "none"});
  EXPECT_EQ(both.exit_code, 2);
}

TEST_F(BookEdit, ExitsOfAnEngineThatEndsAreReportedAndGoneOnWith) {
  const auto run = [&](const std::string& script, std::vector<std::string> more) {
    std::ofstream(at("weak.script")) << script;
    const std::string engine =
        "cmd='" BOOKENDS_SCRIPTED_ENGINE " variants=fragments name=Weak score=7 script=" + at("weak.script") + "'";
    const std::vector<std::string> all{"exits", at("a"), "--most", "5", "--json", "--threads", "1", "--engine", engine};
    more.insert(more.begin(), all.begin(), all.end());
    return book(more);
  };
  const RunResult lost = run("crash=3", {});
  EXPECT_EQ(lost.exit_code, 4);
  EXPECT_THAT(lost.err, HasSubstr("engine Weak ended while it searched"));
  EXPECT_THAT(lost.err, EndsWith("; 3 ends were not searched\n"));
  const RunResult first = run("crash=3", {"--out", at("weak")});
  EXPECT_EQ(first.exit_code, 4);
  EXPECT_EQ(nlohmann::json::parse(first.out)["searched"], 2);
  EXPECT_EQ(nlohmann::json::parse(first.out)["left"], 3);
  EXPECT_THAT(first.err, HasSubstr("; 3 ends were not searched, the same command goes on with them; "));
  const RunResult second = run("", {"--out", at("weak")});
  EXPECT_EQ(second.exit_code, 0) << second.err;
  EXPECT_THAT(second.err, HasSubstr("2 searches are there already"));
  EXPECT_EQ(nlohmann::json::parse(second.out)["searched"], 5);
}

// Nor is there anything to go on with: another engine or number of nodes is not refused for its sake.
TEST_F(BookEdit, ExitsOfWhichNoneWasSearchedLeaveNothingBehind) {
  const std::vector<std::string> command{"exits", at("a"), "--most", "3", "--out", at("nought")};
  const auto with = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = command;
    all.insert(all.end(), more.begin(), more.end());
    return book(all);
  };
  const RunResult lost = with({"--engine", "cmd='" BOOKENDS_SCRIPTED_ENGINE " variants=fragments crash=1' nodes=50"});
  EXPECT_EQ(lost.exit_code, 4);
  EXPECT_FALSE(std::filesystem::exists(at("nought.exits")));
  std::vector<std::string> endless{"book", "--nodes", "100000000000"};
  endless.insert(endless.begin() + 1, command.begin(), command.end());
  const RunResult cut = test::run_program(
      BOOKENDS_PROGRAM, endless,
      {.input = "", .out_path = "", .interrupt_after = std::chrono::milliseconds(100), .interrupt_when = [&] {
         return std::filesystem::exists(at("nought.exits") + "/journal");
       }});
  EXPECT_EQ(cut.exit_code, 130);
  EXPECT_THAT(cut.err, HasSubstr("; 3 ends were not searched; "));
  EXPECT_FALSE(std::filesystem::exists(at("nought.exits")));
  EXPECT_EQ(with({"--nodes", "500"}).exit_code, 0);
}

TEST_F(BookEdit, InfoCountsLinesAndGrades) {
  const nlohmann::json all = info("a");
  std::uint64_t grades = 0, plies = 0;
  for (const nlohmann::json& n : all["grades"]) grades += n.get<std::uint64_t>();
  for (const nlohmann::json& n : all["plies"]) plies += n.get<std::uint64_t>();
  EXPECT_EQ(grades, all["positions"]);
  EXPECT_EQ(plies, all["positions"]);
  EXPECT_EQ(all["unreached"], 0);
  const RunResult text = book({"info", at("a")});
  for (const char* part : {"lines ", "ends ", "grades ", "plies from the start"})
    EXPECT_THAT(text.out, HasSubstr(part));
}

}  // namespace
}  // namespace bookends
