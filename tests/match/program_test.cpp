// `bookends match` as a user runs it.
#include "tests/support/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "core/games.h"
#include "core/io/file.h"
#include "gen/net_choice.h"
#include "tests/net/random_net.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

using Arguments = std::vector<std::string>;

std::string engine(const std::string& name, const std::string& script = "") {
  return "name=" + name + " \"cmd=" BOOKENDS_SCRIPTED_ENGINE " variants=fragments,fragments-sd " + script + "\"";
}

Arguments match(const std::string& first, const std::string& second, const Arguments& more) {
  Arguments arguments{"match", "fragments", "--engine", first, "--engine", second};
  arguments.insert(arguments.end(), more.begin(), more.end());
  // Lopsided openings do for scripted engines, and are found at once.
  if (std::ranges::find(arguments, "--openings") == arguments.end())
    arguments.insert(arguments.end(), {"--balance", "32500"});
  return arguments;
}

RunResult run(const std::string& first, const std::string& second, const Arguments& more,
              const RunOptions& options = {}) {
  return run_program(BOOKENDS_PROGRAM, match(first, second, more), options);
}

// How often a part is in a text.
int times(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++n;
  return n;
}

// Without the figures of time.
std::string without_times(const std::string& text) {
  std::string kept;
  for (const char ch : text)
    if (ch < '0' || ch > '9') kept += ch;
  return kept;
}

TEST(MatchCommand, ReportsForPeople) {
  const RunResult result = run(engine("first"), engine("second", "illegal=60"), {"--nodes", "10", "--games", "6"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  for (const std::string part : {"first - second: 6 games", "95% interval", "Elo", "LOS", "pairs", "White +", "endings",
                                 "illegal move 1", "nodes 10"})
    EXPECT_THAT(result.out, HasSubstr(part));
  EXPECT_THAT(result.err, HasSubstr("illegal move: a1a9"));
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
      EXPECT_THAT(result.out, AllOf(HasSubstr("a - b: 1 games, +1 =0 -0, 100.0%\n"), HasSubstr("no estimate"),
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

TEST(MatchCommand, ContinuesWhatWasCut) {
  const TemporaryFolder folder;
  const std::string path = folder / "games.pgn";
  const Arguments options{"--nodes", "10", "--games", "10", "--pgn", path, "--seed", "5"};
  ASSERT_EQ(run(engine("a"), engine("b"), options).exit_code, 0);
  const std::string whole = text_of(path);
  EXPECT_THAT(run(engine("a"), engine("b"), options).err, HasSubstr("--resume"));
  EXPECT_EQ(text_of(path), whole);

  std::filesystem::resize_file(path, whole.size() * 2 / 3);
  Arguments resumed = options;
  resumed.insert(resumed.end(), {"--resume", "--json", "--concurrency", "2"});
  const RunResult result = run(engine("a"), engine("b"), resumed);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(nlohmann::json::parse(result.out)["games"], 10);
  EXPECT_THAT(result.err, HasSubstr("games are there already"));
  EXPECT_EQ(without_times(text_of(path)), without_times(whole));
}

// What is said of the engines is of all games.
TEST(MatchCommand, ReportsOfResumedGamesWhatItReportedBefore) {
  const TemporaryFolder folder;
  Arguments options{"--movetime", "100", "--margin", "500", "--games", "4", "--pgn", folder / "games.pgn", "--json"};
  const std::string late = engine("b", "slow=700") + " restart=on";
  const auto before = nlohmann::json::parse(run(engine("a"), late, options).out);
  EXPECT_EQ(before["engines"][1]["time_forfeits"], 4);
  EXPECT_GT(before["engines"][1]["max_overshoot_ms"], 550);
  EXPECT_GT(before["engines"][0]["nodes_per_second"], 0);
  options.emplace_back("--resume");
  const auto after = nlohmann::json::parse(run(engine("a"), late, options).out);
  for (const int i : {0, 1}) {
    EXPECT_EQ(after["engines"][i]["time_forfeits"], before["engines"][i]["time_forfeits"]);
    EXPECT_NEAR(after["engines"][i]["max_overshoot_ms"], before["engines"][i]["max_overshoot_ms"], 0.01);
    const double nodes = before["engines"][i]["nodes_per_second"];
    EXPECT_NEAR(after["engines"][i]["nodes_per_second"], nodes, nodes / 50);
  }
}

TEST(MatchCommand, ContinuesWhatWasCutInItsLastBytes) {
  const TemporaryFolder folder;
  const std::string path = folder / "games.pgn";
  Arguments options{"--nodes", "10", "--games", "4", "--pgn", path, "--seed", "5"};
  ASSERT_EQ(run(engine("a"), engine("b"), options).exit_code, 0);
  const std::string whole = text_of(path);
  options.emplace_back("--resume");
  for (const std::size_t lost : {1u, 2u, 3u}) {
    std::filesystem::resize_file(path, std::filesystem::file_size(path) - lost);
    for (const std::string already : {"3 games", "4 games"}) {
      const RunResult result = run(engine("a"), engine("b"), options);
      ASSERT_EQ(result.exit_code, 0) << lost << ": " << result.err;
      EXPECT_THAT(result.err, HasSubstr(already + " are there already")) << lost;
      EXPECT_EQ(without_times(text_of(path)), without_times(whole)) << lost;
    }
  }
}

// One engine stalls in its first game, while other games are played: they are neither begun without end nor lost, and
// take their place when the match goes on.
TEST(MatchCommand, KeepsGamesThatWereOverBeforeTheirTurn) {
  const TemporaryFolder folder;
  const std::string path = folder / "games.pgn", whole = folder / "whole.pgn", log = folder / "log";
  Arguments options{"--nodes", "10", "--games", "40", "--seed", "5", "--concurrency", "2", "--pgn", path};
  Arguments uninterrupted = options;
  uninterrupted.back() = whole;
  const std::string a = engine("a", "transcript=" + log + " stall=" + (folder / "stall").string()), b = engine("b");
  // Nobody reads or moves any more: the others are over.
  std::size_t read = 0;
  auto since = std::chrono::steady_clock::now();
  const auto at_rest = [&] {
    const std::string lines = text_of(log);
    if (lines.size() != read) since = std::chrono::steady_clock::now();
    read = lines.size();
    return times(lines, "ucinewgame") >= 16 && std::chrono::steady_clock::now() - since > std::chrono::seconds(2);
  };
  const RunResult cut =
      run(a, b, options, {.input = "", .out_path = "", .interrupt_after = {}, .interrupt_when = at_rest});
  ASSERT_EQ(cut.exit_code, 130) << cut.err;
  const std::string kept = text_of(path);
  EXPECT_THAT(cut.err, HasSubstr("games were over before their turn"));
  // Eight games for each of two at once are begun with the one that stalls, which is the first or the second.
  const int games = times(kept, "[Event ");
  EXPECT_EQ(games, kept.find("[Round \"1\"]") == std::string::npos ? 15 : 16);
  EXPECT_EQ(times(text_of(log), "ucinewgame"), games + 1);
  options.emplace_back("--resume");
  std::filesystem::resize_file(path, kept.size() - 5);
  const RunResult resumed = run(a, b, options);
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_THAT(resumed.err, HasSubstr(std::to_string(games - 1) + " games are there already"));
  EXPECT_THAT(resumed.out, HasSubstr("a - b: 40 games"));
  EXPECT_EQ(times(text_of(log), "ucinewgame"), games + 1 + 40 - (games - 1));
  ASSERT_EQ(run(a, b, uninterrupted).exit_code, 0);
  EXPECT_EQ(without_times(text_of(path)), without_times(text_of(whole)));
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

// Another match is not mixed in, and nothing is lost.
TEST(MatchCommand, ContinuesTheSameMatchOnly) {
  const TemporaryFolder folder;
  const std::string path = folder / "games.pgn", openings = folder / "openings", a = engine("a"), b = engine("b");
  std::ofstream(openings) << "4k/5/2K2/5/R4 w - - 0 1\n";
  const Arguments made{"--nodes", "10", "--games", "6", "--pgn", path, "--seed", "5"};
  ASSERT_EQ(run(a, b, made).exit_code, 0);
  const std::string before = text_of(path);
  const auto with = [&made](std::size_t changed, const std::string& value) {
    Arguments options = made;
    options[changed] = value;
    options.emplace_back("--resume");
    return options;
  };
  const Arguments same = with(1, "10");
  const auto with_more = [&same](const Arguments& more) {
    Arguments options = same;
    options.insert(options.end(), more.begin(), more.end());
    return options;
  };
  Arguments other_openings = same;
  other_openings.insert(other_openings.end(), {"--openings", openings});
  Arguments other_variant = match(a, b, same);
  other_variant[1] = "fragments-sd";
  const std::vector<std::pair<Arguments, std::string>> cases{
      {match(a, engine("c"), same), "round 1: Black is 'b' where 'c' was expected"},
      {match(a, b, with(1, "20")), "round 1: White's limit is 'nodes 10' where 'nodes 20' was expected"},
      {match(a, b + " depth=3", same), "round 1: Black's limit is 'nodes 10' where 'depth 3' was expected"},
      {match(a, engine("b", "score=3"), same), "score=3' was expected"},
      {match(a, b + " option.Hash=2", same), "option.Hash=2' was expected"},
      {match(a, b + " restart=on", same), "restart=on' was expected"},
      {match(a, b, with_more({"--max-moves", "99"})), "max-moves 99, margin 50, tables none' was expected"},
      {match(a, b, with_more({"--resign", "none"})), "where 'resign none, draw 40,10,10,"},
      {match(a, b, with_more({"--margin", "51"})), "margin 51, tables none' was expected"},
      {match(a, b, with(3, "4")), "has more games than this match"},
      {match(a, b, with(7, "6")), "round 1: FEN is "},
      {match(a, b, other_openings), "where '4k/5/2K2/5/R4 w - - 0 1' was expected"},
      {other_variant, "round 1: Variant is 'fragments' where 'fragments-sd' was expected"}};
  for (const auto& [arguments, why] : cases) {
    const RunResult result = run_program(BOOKENDS_PROGRAM, arguments);
    EXPECT_EQ(result.exit_code, 2) << why;
    EXPECT_THAT(result.err, HasSubstr(why));
    EXPECT_EQ(text_of(path), before) << why;
  }
}

// Other tables may say of a game that it is over where these do not.
TEST(MatchCommand, ContinuesWithTheSameTablesOnly) {
  const TemporaryFolder folder;
  const auto build = [&folder](const std::string& ending) {
    const std::string tables = folder / ending;
    const auto built = run_program(BOOKENDS_PROGRAM, {"tables", "build", "fragments", ending, "--out", tables});
    EXPECT_EQ(built.exit_code, 0) << built.err;
    return tables;
  };
  const std::string rook = build("KRvK"), queen = build("KQvK"), again = folder / "again", path = folder / "games.pgn";
  std::filesystem::copy(rook, again, std::filesystem::copy_options::recursive);
  Arguments options{"--nodes", "10", "--games", "4", "--pgn", path, "--tables", rook};
  ASSERT_EQ(run(engine("a"), engine("b"), options).exit_code, 0);
  const std::string before = text_of(path);
  options.emplace_back("--resume");
  const auto resumed = [&](const std::string& tables) {
    options[7] = tables;
    return run(engine("a"), engine("b"), options);
  };
  for (const std::string& same : {rook, again}) EXPECT_EQ(resumed(same).exit_code, 0) << same;
  const RunResult others = resumed(queen);
  EXPECT_EQ(others.exit_code, 2);
  EXPECT_THAT(others.err, HasSubstr("tables of 3 men "));
  EXPECT_THAT(others.err, HasSubstr(" was expected"));
  options.erase(options.begin() + 6, options.begin() + 8);
  EXPECT_THAT(run(engine("a"), engine("b"), options).err, HasSubstr("tables none' was expected"));
  EXPECT_EQ(text_of(path), before);
}

// The file may have another network under the same name by then.
TEST(MatchCommand, ContinuesWithTheSameNetworkOnly) {
  const TemporaryFolder folder;
  const std::string net = folder / "x.net", path = folder / "games.pgn";
  std::filesystem::copy_file(BOOKENDS_SOURCE_DIR "/core/eval/nets/fragments.net", net);
  const std::string own = "name=a option.EvalFile=" + net;
  Arguments options{"--nodes", "10", "--games", "2", "--json", "--pgn", path};
  const auto report = nlohmann::json::parse(run(own, "name=b", options).out);
  const std::string digest = report["engines"][0]["net"];
  EXPECT_EQ(report["engines"][1]["net"], digest) << "it is the one that came with the program";
  EXPECT_EQ(times(text_of(path), " net=" + digest), 4);
  const auto hand_made =
      nlohmann::json::parse(run(own, "name=b option.EvalFile=none", {"--nodes=10", "--games=2", "--json"}).out);
  EXPECT_TRUE(hand_made["engines"][1]["net"].is_null());
  options.emplace_back("--resume");
  EXPECT_EQ(run(own, "name=b", options).exit_code, 0);
  ASSERT_TRUE(write_file(net, encode_net(games::fragments, random_net(games::fragments, {}, 1))));
  const RunResult refused = run(own, "name=b", options);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, AllOf(HasSubstr("round 1: White's engine is "), HasSubstr(" net=" + digest + "' where ")));
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

// Games that were over before their turn, of a run that was stopped, may lie behind the one by which a test decided.
TEST(MatchCommand, ADecidedTestStaysDecidedWhateverGamesFollow) {
  const TemporaryFolder folder;
  const std::string path = folder / "games.pgn", a = engine("a"), b = engine("b", "illegal=1") + " restart=on";
  const Arguments made{"--nodes", "10", "--games", "60", "--pgn", path, "--json", "--quiet"};
  ASSERT_EQ(run(a, b, made).exit_code, 0);
  Arguments tested = made;
  tested.insert(tested.end(), {"--sprt", "0,300", "--resume"});
  const auto decided = nlohmann::json::parse(run(a, b, tested).out);
  EXPECT_EQ(decided["results"][0]["sprt"]["accepted"], "H1");
  const int games = decided["games"];
  EXPECT_LT(games, 50);
  // The deciding game last of all.
  const std::string whole = text_of(path);
  const auto begin_of = [&whole](int game) {
    return whole.rfind("[Event", whole.find("[Round \"" + std::to_string(game) + "\"]"));
  };
  const std::size_t begin = begin_of(games), end = begin_of(games + 1);
  std::ofstream(path) << whole.substr(0, begin) + whole.substr(end) + whole.substr(begin, end - begin);
  const auto again = nlohmann::json::parse(run(a, b, tested).out);
  EXPECT_EQ(again["games"], games);
  EXPECT_EQ(again["results"], decided["results"]);
  EXPECT_EQ(text_of(path), whole) << "in order again";
  // The game after the deciding one is there already.
  const std::string twice = whole.substr(0, begin_of(60)) + whole.substr(end, begin_of(games + 2) - end);
  std::ofstream(path) << twice;
  const RunResult refused = run(a, b, tested);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("Round is '" + std::to_string(games + 1) + "' where '60' was expected"));
  EXPECT_EQ(text_of(path), twice);
}

// What is no match of ours is not replaced, whatever it is; nor is what follows our games.
TEST(MatchCommand, LeavesOtherFilesAsTheyAre) {
  const TemporaryFolder folder;
  const std::string path = folder / "games.pgn", a = engine("a"), b = engine("b");
  const Arguments options{"--nodes", "10", "--games", "4", "--pgn", path, "--seed", "5", "--resume"};
  ASSERT_EQ(run(a, b, {options.begin(), options.end() - 1}).exit_code, 0);
  const std::string whole = text_of(path), first = whole.substr(0, whole.find("[Event", 1));
  const std::string second_begun = whole.substr(0, whole.find("\n\n", first.size()) + 2);
  const std::string foreign = "[Event \"Linares\"]\n[Round \"1\"]\n\n1. e4 e5 1-0\n\n";
  const std::string damaged = path + ": the game at byte " + std::to_string(first.size()) + " is damaged";
  std::vector<std::pair<std::string, std::string>> cases{
      {"my diary", "no games of a match"},
      {foreign, "no games of a match"},
      {"\n", "no games of a match"},
      {first + "my diary", "where round 2 was expected"},
      {first + foreign.substr(0, 20), "where round 2 was expected"},
      {first + first.substr(0, first.size() / 2), "round 2: Round is '1' where '2' was expected"},
      {second_begun + "1. a3\n" + first.substr(0, 60), damaged + ", and other games follow"},
      {second_begun + "1. a3 " + whole.substr(second_begun.size()), damaged + ": PlyCount is"},
      {whole + "[Event \"book", "more games"}};
  // Cut anywhere, in its tags and comments too, with the third game after it.
  const std::size_t third = whole.find("[Event", first.size() + 1);
  for (std::size_t cut = first.size() + 1; cut + 2 < third; cut += (third - first.size()) / 20)
    cases.emplace_back(whole.substr(0, cut) + whole.substr(third), damaged + ", and other games follow");
  for (const auto& [text, why] : cases) {
    std::ofstream(path, std::ios::trunc) << text;
    const RunResult result = run(a, b, options);
    EXPECT_EQ(result.exit_code, 2) << why;
    EXPECT_THAT(result.err, HasSubstr(why)) << text;
    EXPECT_EQ(text_of(path), text);
  }
  // An empty file holds nothing that could be lost.
  std::ofstream(path, std::ios::trunc).close();
  EXPECT_EQ(run(a, b, options).exit_code, 0);
  EXPECT_EQ(without_times(text_of(path)), without_times(whole));
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
