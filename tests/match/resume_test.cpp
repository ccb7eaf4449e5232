// `bookends match --resume`: what goes on, with nothing lost, and what is another match.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/io/file.h"
#include "core/rules/games.h"
#include "tests/match/command.h"
#include "tests/net/random_net.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// Without the figures of time.
std::string without_times(const std::string& text) {
  std::string kept;
  for (const char ch : text)
    if (ch < '0' || ch > '9') kept += ch;
  return kept;
}

TEST(MatchCommandResume, ContinuesWhatWasCut) {
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

// A name is a person's choice, and may look like the tags that it stands among.
TEST(MatchCommandResume, ContinuesTheGamesOfAnyName) {
  const TemporaryFolder folder;
  const std::string path = folder / "games.pgn";
  Arguments options{"--nodes", "10", "--games", "4", "--pgn", path, "--seed", "5"};
  const std::string a = "\"name=a [FEN\" \"cmd=" BOOKENDS_SCRIPTED_ENGINE " variants=fragments\"", b = engine("[Event");
  ASSERT_EQ(run(a, b, options).exit_code, 0);
  const std::string whole = text_of(path);
  std::filesystem::resize_file(path, whole.size() * 2 / 3);
  options.emplace_back("--resume");
  const RunResult result = run(a, b, options);
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("games are there already"));
  EXPECT_EQ(without_times(text_of(path)), without_times(whole));
}

// What is said of the engines is of all games.
TEST(MatchCommandResume, ReportsOfResumedGamesWhatItReportedBefore) {
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

TEST(MatchCommandResume, ContinuesWhatWasCutInItsLastBytes) {
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
TEST(MatchCommandResume, KeepsGamesThatWereOverBeforeTheirTurn) {
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

// Another match is not mixed in, and nothing is lost.
TEST(MatchCommandResume, ContinuesTheSameMatchOnly) {
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
TEST(MatchCommandResume, ContinuesWithTheSameTablesOnly) {
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
TEST(MatchCommandResume, ContinuesWithTheSameNetworkOnly) {
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

// What calls itself otherwise is another program, though its command is the same and a name was given. (Ours does when
// its search was changed.)
TEST(MatchCommandResume, ContinuesWithTheSameProgramOnly) {
  const TemporaryFolder folder;
  const std::string program = folder / "engine", path = folder / "games.pgn";
  const auto install = [&](const std::string& own_name) {
    std::ofstream(program) << "#!/bin/sh\nexec " BOOKENDS_SCRIPTED_ENGINE " variants=fragments,fragments-sd name="
                           << own_name << "\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  };
  install("'Today \"1\"'");
  const std::string first = "name=a cmd=" + program;
  Arguments options{"--nodes", "10", "--games", "2", "--json", "--pgn", path};
  const auto report = nlohmann::json::parse(run(first, engine("b"), options).out);
  EXPECT_EQ(report["engines"][0]["id"], "Today \"1\"");
  EXPECT_EQ(report["engines"][1]["id"], "Scripted");
  EXPECT_EQ(times(text_of(path), "Program \"Today \\\"1\\\"\"]"), 2);
  options.emplace_back("--resume");
  EXPECT_EQ(run(first, engine("b"), options).exit_code, 0);
  install("Tomorrow");
  const RunResult refused = run(first, engine("b"), options);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("round 1: White's program is 'Today \"1\"' where 'Tomorrow' was expected"));
}

// Games that were over before their turn, of a run that was stopped, may lie behind the one by which a test decided.
TEST(MatchCommandResume, ADecidedTestStaysDecidedWhateverGamesFollow) {
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
TEST(MatchCommandResume, LeavesOtherFilesAsTheyAre) {
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

}  // namespace
}  // namespace bookends::test
