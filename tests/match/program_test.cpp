// `bookends match` as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "core/rules/games.h"
#include "gen/options/net_choice.h"
#include "tests/match/command.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(MatchCommand, ReportsForPeople) {
  const RunResult result = run(engine("first"), engine("second", "illegal=60"), {"--nodes", "10", "--games", "6"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const std::string part : {"first - second: 6 games", "95% interval", "Elo", "LOS", "pairs", "White +", "endings",
                                 "illegal move 1", "nodes 10"})
    EXPECT_THAT(result.out, HasSubstr(part));
  EXPECT_THAT(result.err, HasSubstr("illegal move: a1a9"));
}

// In the columns of the table of engines, and in JSON, for the engine that it was and no other.
TEST(MatchCommand, CountsWhatEnginesFailIn) {
  for (const auto& [script, place] : {std::pair("crash=3", 0), std::pair("hang=3", 1), std::pair("illegal=3", 2)}) {
    const Arguments options{"--movetime", "300", "--margin", "1000", "--games", "2", "--quiet"};
    const std::string failing = engine("failing", script) + " restart=on";
    const RunResult text = run(failing, engine("other"), options);
    ASSERT_EQ(text.exit_code, 0) << text.err;
    Arguments in_json = options;
    in_json.push_back("--json");
    const auto json = nlohmann::json::parse(run(failing, engine("other"), in_json).out)["engines"];
    for (const bool fails : {true, false}) {
      std::istringstream row(text.out.substr(text.out.rfind(fails ? "\nfailing " : "\nother ")));
      std::vector<std::string> words(std::istream_iterator<std::string>(row), {});
      ASSERT_GT(words.size(), 8u) << text.out;
      constexpr const char* kKeys[] = {"crashes", "time_forfeits", "illegal_moves"};
      for (int i = 0; i < 3; ++i) {
        const int expected = fails && i == place ? 2 : 0;
        EXPECT_EQ(words[6 + static_cast<std::size_t>(i)], std::to_string(expected)) << script << '\n' << text.out;
        EXPECT_EQ(json[fails ? 0 : 1][kKeys[i]], expected) << script;
      }
    }
  }
}

TEST(MatchCommand, ReportsInJson) {
  const RunResult result =
      run(engine("first", "score=5"), engine("second"),
          {"--nodes", "10", "--games", "8", "--json", "--quiet", "--sprt", "0,10", "--concurrency", "3"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, IsEmpty());
  const auto report = nlohmann::json::parse(result.out);
  EXPECT_EQ(report["games"], 8);
  const auto& score = report["results"][0];
  EXPECT_EQ(score["wins"].get<int>() + score["draws"].get<int>() + score["losses"].get<int>(), 8);
  EXPECT_EQ(score["pentanomial"], nlohmann::json({0, 0, 4, 0, 0}));  // the engines play the same moves
  EXPECT_EQ(score["repeated_pairs"], 0);
  EXPECT_EQ(score["elo"], 0);
  EXPECT_EQ(score["sprt"]["accepted"], nullptr);
  EXPECT_EQ(report["engines"][0]["name"], "first");
  EXPECT_EQ(report["engines"][0]["mean_depth"], 5);
  EXPECT_EQ(report["engines"][1]["mean_depth"], 3);
  EXPECT_GT(report["engines"][0]["moves"], 0);
}

// The second game of the pair never ends.
TEST(MatchCommand, EstimatesNothingFromHalfAPair) {
  for (const bool json : {false, true}) {
    const TemporaryFolder folder;
    const std::string log = folder / "log";
    Arguments options{"--nodes", "10", "--games", "2", "--quiet"};
    if (json) options.emplace_back("--json");
    const auto in_second_game = [&] { return times(text_of(log), "ucinewgame") == 2; };
    const RunResult result = run(engine("a"), engine("b", "illegal=1 hang_in_game=2 transcript=" + log), options,
                                 {.input = "",
                                  .out_path = "",
                                  .interrupt_after = std::chrono::milliseconds(500),
                                  .interrupt_when = in_second_game});
    ASSERT_EQ(result.exit_code, 130) << result.err;
    if (json) {
      const auto score = nlohmann::json::parse(result.out)["results"][0];
      EXPECT_EQ(score["wins"], 1);
      EXPECT_EQ(score["pairs"], 0);
      for (const std::string key : {"score", "score_interval", "elo", "elo_interval", "los"}) {
        ASSERT_TRUE(score.contains(key)) << key;
        EXPECT_TRUE(score[key].is_null()) << key;
      }
    } else {
      EXPECT_THAT(result.out, AllOf(HasSubstr("a - b: 1 game, +1 =0 -0, 100.0%\n"), HasSubstr("no estimate"),
                                    HasSubstr("left out   1 game"), Not(HasSubstr("LOS"))));
    }
  }
}

TEST(MatchCommand, StopsWhenTheTestIsDecided) {
  const RunResult result = run(engine("first"), engine("second", "illegal=1") + " restart=on",
                               {"--nodes", "10", "--games", "1000", "--sprt", "0,100", "--json", "--quiet"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto report = nlohmann::json::parse(result.out);
  EXPECT_EQ(report["results"][0]["sprt"]["accepted"], "H1");
  EXPECT_LT(report["games"], 200);
  EXPECT_EQ(report["games"].get<int>() % 2, 0);
}

TEST(MatchCommand, RefusesAFileThatAnotherMatchWrites) {
  const TemporaryFolder folder;
  const std::string path = folder / "games.pgn", a = engine("a", "slow=20");
  const Arguments options{"--nodes", "10", "--games", "100", "--seed", "5", "--pgn", path};
  std::atomic<bool> over{false}, refused{false};
  std::thread first([&] {
    const RunResult result =
        run(a, engine("b"), options,
            {.input = "", .out_path = "", .interrupt_after = std::chrono::milliseconds(100), .interrupt_when = [&] {
               return refused.load();
             }});
    EXPECT_EQ(result.exit_code, 130) << result.err;
    over = true;
  });
  while (text_of(path).empty() && !over) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  Arguments resumed = options;
  resumed.emplace_back("--resume");
  const RunResult second = run(a, engine("b"), resumed);
  refused = true;
  EXPECT_EQ(second.exit_code, 4);
  EXPECT_THAT(second.err, HasSubstr(path + ": another match is writing its games to it"));
  first.join();
  EXPECT_EQ(times(text_of(path), "[Round \"1\"]"), 1);
}

// No file may get larger than a few KB here.
TEST(MatchCommand, ReportsThoughTheGamesCannotBeWritten) {
  const TemporaryFolder folder;
  Arguments words = match(engine("a"), engine("b"), {"--nodes", "10", "--games", "100", "--pgn", folder / "games.pgn"});
  words.insert(words.begin(), {"-c", "ulimit -f 8; trap '' XFSZ; exec \"$@\"", "sh", BOOKENDS_PROGRAM});
  const RunResult result = run_program("/bin/sh", words);
  EXPECT_EQ(result.exit_code, 4);
  EXPECT_THAT(result.err, HasSubstr("games.pgn: cannot write"));
  EXPECT_THAT(result.out, AllOf(HasSubstr("a - b: "), HasSubstr("95% interval")));
}

TEST(MatchCommand, KnowsTheNetworkOfAnAgentThatIsFoundElsewhere) {
  const std::string bin = std::filesystem::path(BOOKENDS_PROGRAM).parent_path();
  const RunResult result =
      run_program("/usr/bin/env", {"PATH=" + bin + ":/usr/bin:/bin", BOOKENDS_PROGRAM, "match", "fragments", "--engine",
                                   "name=a cmd=bookends-agent", "--engine", "name=b cmd=./bookends-agent dir=" + bin,
                                   "--nodes", "10", "--games", "2", "--json", "--quiet"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto net = read_net(games::fragments, BOOKENDS_SOURCE_DIR "/core/eval/nets/fragments.net");
  ASSERT_TRUE(net);
  const auto report = nlohmann::json::parse(result.out);
  for (const auto& engine : report["engines"]) EXPECT_EQ(engine["net"], net_digest(games::fragments, *net));
}

// Openings that no search finds in any time are not looked for when the games could not be written.
TEST(MatchCommand, LooksForThePlaceOfTheGamesFirst) {
  const TemporaryFolder folder;
  std::ofstream(folder / "there.pgn") << "x";
  const std::vector<std::pair<std::string, int>> places{{folder / "there.pgn", 2}, {"/no/such/folder/games.pgn", 4}};
  for (const auto& [path, code] : places) {
    const RunResult result = run(engine("a", "gone=1"), engine("b"), {"--nodes", "10", "--pgn", path});
    EXPECT_EQ(result.exit_code, code) << result.err;
    EXPECT_THAT(result.err, HasSubstr(path)) << "before even the engine that does not start";
  }
  EXPECT_EQ(text_of(folder / "there.pgn"), "x");
}

TEST(MatchCommand, ShowsWhatEnginesSayOfTheirOptions) {
  const TemporaryFolder folder;
  std::ofstream(folder / "no.net") << "no network";
  const Arguments short_match{"--games", "2", "--nodes", "10"};
  const std::string net = folder / "no.net";
  const RunResult refused = run("name=a option.EvalFile=" + net, "name=b", short_match);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("engine a: it says 'error: option EvalFile: "), HasSubstr(net)));
  const RunResult shown = run(engine("a", "answer=one_thread"), engine("b"), short_match);
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.err, HasSubstr("note: engine a says: one thread\n"));
  EXPECT_THAT(shown.out, HasSubstr("\nnote: engine a says: one thread\n")) << "and with the result, hours later";
  const Arguments json_match{"--games", "2", "--nodes", "10", "--json"};
  const RunResult json = run(engine("a", "answer=one_thread"), engine("b"), json_match);
  EXPECT_EQ(nlohmann::json::parse(json.out)["notes"], nlohmann::json::array({"engine a says: one thread"}));
  const RunResult silent = run(engine("a"), engine("b"), json_match);
  EXPECT_EQ(nlohmann::json::parse(silent.out)["notes"], nlohmann::json::array());
}

TEST(MatchCommand, DoesNotWriteItsLogIntoWhatIsNone) {
  const TemporaryFolder folder;
  const std::string games = folder / "games.pgn", binary = folder / "a.book";
  std::ofstream(binary) << std::string("BKENDSB1\0\1", 10);
  const RunResult same =
      run(engine("a"), engine("b"), {"--nodes", "10", "--games", "2", "--pgn", games, "--engine-log", games});
  EXPECT_EQ(same.exit_code, 2);
  EXPECT_THAT(same.err, HasSubstr("--engine-log " + games + " is the file of the games, too"));
  EXPECT_FALSE(std::filesystem::exists(games));
  const RunResult book = run(engine("a"), engine("b"), {"--nodes", "10", "--games", "2", "--engine-log", binary});
  EXPECT_EQ(book.exit_code, 2);
  EXPECT_THAT(book.err, HasSubstr("is there already and is no text"));
  EXPECT_EQ(text_of(binary).size(), 10u);
}

TEST(MatchCommand, IsInterruptedWithItsResult) {
  const RunResult result =
      run(engine("a", "slow=20"), engine("b"), {"--nodes", "10", "--games", "2000", "--quiet", "--random-plies", "0"},
          {.input = "", .out_path = "", .interrupt_after = std::chrono::milliseconds(3000)});  // engines start slowly
  EXPECT_EQ(result.exit_code, 130);
  EXPECT_THAT(result.out, HasSubstr("a - b: "));
}

TEST(MatchCommand, AdjudicatesByTables) {
  const TemporaryFolder folder;
  const std::string tables = folder / "tables";
  ASSERT_EQ(run_program(BOOKENDS_PROGRAM, {"tables", "build", "fragments", "--men", "3", "--out", tables}).exit_code,
            0);
  std::ofstream(folder / "openings") << "4k/5/2K2/5/R4 w - - 0 1\n";
  const RunResult result =
      run(engine("a"), engine("b"),
          {"--nodes", "10", "--games", "2", "--tables", tables, "--openings", folder / "openings", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto score = nlohmann::json::parse(result.out)["results"][0];
  EXPECT_EQ(score["white_wins"], 2);
  EXPECT_EQ(score["endings"]["tables"], 2);
}

TEST(MatchCommand, SaysThatOpeningsAreRepeated) {
  const RunResult result = run(engine("a"), engine("b"), {"--nodes", "10", "--games", "6", "--random-plies", "0"});
  EXPECT_THAT(result.err, HasSubstr("2 openings for 3 pairs"));
}

TEST(MatchCommand, PlaysOurOwnEngineUnlessToldOtherwise) {
  const RunResult result = run("name=a nodes=50", "cmd=self depth=2", {"--games", "2", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto report = nlohmann::json::parse(result.out);
  EXPECT_THAT(report["engines"][1]["name"].get<std::string>(), HasSubstr("Bookends"));
  EXPECT_EQ(report["engines"][1]["limits"], "depth 2");
  EXPECT_EQ(report["engines"][0]["illegal_moves"], 0);
}

TEST(MatchCommand, KeepsWhatEnginesWriteToStderr) {
  const TemporaryFolder folder;
  const std::string talker = "\"cmd=sh -c 'echo whispered >&2; exec " BOOKENDS_SCRIPTED_ENGINE " variants=fragments'\"";
  const RunResult result = run(talker, engine("b"), {"--nodes", "10", "--games", "2", "--engine-log", folder / "log"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(text_of(folder / "log"), HasSubstr("whispered"));
  EXPECT_THAT(result.err, testing::Not(HasSubstr("whispered")));
}

// What the system refuses is no fault of an engine: nobody has lost for it, and the match can be gone on with.
TEST(MatchCommand, EndsWhereTheSystemRefusesWhatAGameNeeds) {
  const TemporaryFolder folder;
  const std::string pgn = folder / "games.pgn";
  const Arguments many{"--games", "24", "--concurrency", "24", "--nodes", "1", "--pgn", pgn};
  Arguments arguments = match(engine("a"), engine("b"), many);
  arguments.insert(arguments.begin(), {"-c", "ulimit -n 40; exec \"$0\" \"$@\"", BOOKENDS_PROGRAM});
  const RunResult cut = run_program("/bin/sh", arguments);
  EXPECT_EQ(cut.exit_code, 4) << cut.err;
  EXPECT_THAT(cut.err, HasSubstr("Too many open files"));
  EXPECT_EQ(times(text_of(pgn), "does not start"), 0);
  Arguments again = many;
  again.emplace_back("--resume");
  const RunResult whole = run(engine("a"), engine("b"), again);
  EXPECT_EQ(whole.exit_code, 0) << whole.err;
  EXPECT_EQ(times(text_of(pgn), "[Result "), 24);
  EXPECT_EQ(times(text_of(pgn), "does not start"), 0);
}

TEST(MatchCommand, RefusesBadRequestsInOneLine) {
  const std::string a = engine("a"), b = engine("b");
  const std::vector<std::pair<Arguments, std::string>> cases{
      {match(a, b, {}), "--movetime"},
      {match(a, b, {"--nodes", "many"}), "--nodes"},
      {match(a, b, {"--tc", "x"}), "--tc"},
      {match(a, b, {"--tc", "0+0"}), "found '0+0'"},
      {match(a, b, {"--tc", "1", "--movetime", "5"}), "not both"},
      {match(a, b, {"--nodes", "5", "--games", "5"}), "even"},
      {match(a, b, {"--nodes", "5", "--resign", "5"}), "--resign"},
      {match(a, b, {"--nodes", "5", "--draw", "5"}), "--draw"},
      {match(a, b, {"--nodes", "5", "--sprt", "5,0"}), "--sprt"},
      {match(a, b, {"--nodes", "5", "--sprt", "0,10abc"}), "found '0,10abc'"},
      {match(a, b + " variant=chess", {"--nodes", "5"}), "no variant 'chess'"},
      {match(a, b + " option.Hash=3", {"--nodes", "5"}),
       "engine b: option Hash: '3' is not a whole number from 1 to 2"},
      {match(a, "name=c cmd=" BOOKENDS_SCRIPTED_ENGINE, {"--nodes", "5"}), "engine c: it offers no UCI_Variant"},
      {match(a, b, {"--nodes", "5", "--start", "nowhere"}), "start0"},
      {match(a, b, {"--nodes", "5", "--openings", "/no/such/file"}), "/no/such/file"},
      {match(a, b, {"--nodes", "5", "--tables", "/no/such/folder"}), "/no/such/folder"},
      {match(a, b, {"--nodes", "5", "--resume"}), "--pgn"},
      {match(a, "cmd=/no/such/engine", {"--nodes", "5"}), "/no/such/engine"},
      {match(a, "speed=5", {"--nodes", "5"}), "speed"},
      {match(a, engine("b", "gone=1"), {"--nodes", "5"}), "engine b"},
      {{"match", "fragments", "--engine", a, "--nodes", "5"}, "twice"},
      {{"match", "shogi", "--engine", a, "--engine", b, "--nodes", "5"}, "fragments-sd"}};
  for (const auto& [arguments, part] : cases) {
    const RunResult result = run_program(BOOKENDS_PROGRAM, arguments);
    EXPECT_EQ(result.exit_code, 2) << part << ": " << result.err;
    EXPECT_THAT(result.err, AllOf(HasSubstr(part), testing::StartsWith("bookends: ")));
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
    EXPECT_THAT(result.out, IsEmpty());
  }
}

}  // namespace
}  // namespace bookends::test
