// `bookends bench` through the program.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/rules/games.h"
#include "core/search/signature.h"
#include "tests/support/bare_program.h"
#include "tests/support/program.h"

namespace bookends {
namespace {

using test::RunResult;

RunResult bench(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"bench", "--quiet"});
  return test::run_program(BOOKENDS_PROGRAM, arguments);
}

nlohmann::json bench_json(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  const RunResult run = bench(arguments);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  return nlohmann::json::parse(run.out);
}

TEST(Bench, TheLastLineIsTheSumOfTheNodes) {
  const RunResult text = bench({"--depth", "4"});
  ASSERT_EQ(text.exit_code, 0) << text.err;
  const auto end = text.out.rfind('\n', text.out.size() - 2);
  const nlohmann::json all = bench_json({"--depth", "4"});
  EXPECT_EQ(text.out.substr(end + 1), std::to_string(all["signature"].get<long>()) + "\n");
  long sum = 0;
  for (const nlohmann::json& game : all["games"])
    for (const nlohmann::json& position : game["positions"]) sum += position["nodes"].get<long>();
  EXPECT_EQ(sum, all["signature"]);
  EXPECT_EQ(all["games"].size(), all_games().size());
}

TEST(BenchSlow, RepetitionsAndOtherGamesDoNotChangeTheNodes) {
  const nlohmann::json all = bench_json({"--depth", "5"});
  for (const nlohmann::json& game : all["games"]) {
    const std::string name = game["game"];
    const nlohmann::json alone = bench_json({"--depth", "5", "--game", name, "--repeat", "3"});
    ASSERT_EQ(alone["games"].size(), 1u);
    EXPECT_EQ(alone["signature"], game["nodes"]) << name;
  }
}

TEST(BenchSlow, TheSignatureIsTheOneThatBooksAreMadeUnder) { EXPECT_EQ(bench_json({})["signature"], kSearchSignature); }

// Where there is none for it, it searches as without.
TEST(Bench, SearchesByANetworkWhenAsked) {
  const test::TemporaryFolder folder;
  for (const std::string& program : {std::string(BOOKENDS_PROGRAM), test::bare_program(folder, BOOKENDS_PROGRAM)}) {
    const bool bare = program != BOOKENDS_PROGRAM;
    const auto searched = [&](const std::string& choice) {
      return nlohmann::json::parse(test::run_program(program, {"bench", "--json", "--progress", "none", "--depth", "6",
                                                               "--game", "fragments", "--net", choice})
                                       .out);
    };
    const nlohmann::json terms = searched("none"), net = searched("auto");
    EXPECT_TRUE(net["signature"].is_null());
    EXPECT_TRUE(terms["games"][0]["net"].is_null());
    EXPECT_EQ(net["games"][0]["net"].is_null(), bare);
    EXPECT_EQ(net["games"][0]["nodes"] == terms["games"][0]["nodes"], bare);
  }
  const RunResult vague = bench({"--net", "some.net"});
  EXPECT_EQ(vague.exit_code, 2);
  EXPECT_NE(vague.err.find("--net some.net: a network is of one game"), std::string::npos) << vague.err;
  const RunResult missing = bench({"--net", "nowhere.net", "--game", "chess"});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_NE(missing.err.find("nowhere.net"), std::string::npos) << missing.err;
}

TEST(Bench, EveryCounterIsThereForEveryPosition) {
  const nlohmann::json all = bench_json({"--depth", "6", "--game", "chess"});
  const nlohmann::json& game = all["games"][0];
  for (const nlohmann::json* what : {&game, &game["positions"][0]}) {
    for (const char* key : {"nodes", "quiescence_nodes", "time_to_depth", "nodes_per_second", "table_probes",
                            "table_hits", "inner_nodes", "cutoffs", "first_move_cutoffs", "depth", "seldepth"})
      EXPECT_GT((*what)[key].get<double>(), 0) << key;
    for (const char* key : {"table_hit_rate", "cutoff_rate", "first_move_cutoff_rate"}) {
      EXPECT_GT((*what)[key].get<double>(), 0) << key;
      EXPECT_LT((*what)[key].get<double>(), 1) << key;  // none is counted at every turn
    }
    EXPECT_LT((*what)["quiescence_nodes"], (*what)["nodes"]);
    EXPECT_LE((*what)["first_move_cutoffs"], (*what)["cutoffs"]);
    EXPECT_LE((*what)["cutoffs"], (*what)["inner_nodes"]);
  }
}

TEST(Bench, TimesToDepthGrowFromDepthOne) {
  const nlohmann::json all = bench_json({"--depth", "6", "--game", "gardner"});
  for (const nlohmann::json& position : all["games"][0]["positions"]) {
    const nlohmann::json& depths = position["depths"];
    ASSERT_EQ(depths.size(), 6u);
    for (std::size_t i = 0; i < depths.size(); ++i) {
      EXPECT_EQ(depths[i]["depth"], i + 1);
      if (i == 0) continue;
      EXPECT_GT(depths[i]["nodes"], depths[i - 1]["nodes"]);
      EXPECT_GE(depths[i]["seconds"], depths[i - 1]["seconds"]);
    }
    EXPECT_EQ(depths.back()["nodes"], position["nodes"]);
  }
}

TEST(Bench, SeveralThreadsHaveNoSignature) {
  EXPECT_TRUE(bench_json({"--depth", "4", "--game", "gardner", "--threads", "2"})["signature"].is_null());
  const RunResult text = test::run_program(
      BOOKENDS_PROGRAM, {"bench", "--depth", "4", "--game", "gardner", "--threads", "2", "--progress", "none"});
  EXPECT_NE(text.err.find("no signature"), std::string::npos);
  EXPECT_NE(text.out.find("gardner"), std::string::npos);
}

TEST(BenchSlow, ThreadsAreCompared) {
  const nlohmann::json all = bench_json({"--smp", "--depth", "10", "--game", "fragments", "--repeat", "2"});
  EXPECT_EQ(all["first"], "1 thread");
  EXPECT_EQ(all["second"], "2 threads");
  const nlohmann::json& game = all["games"][0];
  long counted = 0;
  for (const nlohmann::json& position : game["positions"]) counted += position["counts"].get<bool>();
  EXPECT_EQ(game["positions_that_count"], counted);
  EXPECT_EQ(game["time_ratio"].is_null(), counted == 0);
}

TEST(Bench, WhereNothingTakesLongEnoughThereIsNoRatio) {
  const RunResult text = test::run_program(
      BOOKENDS_PROGRAM, {"bench", "--smp", "--depth", "1", "--game", "gardner", "--progress", "none"});
  EXPECT_EQ(text.exit_code, 0);
  const bool none_counts = text.out.find(" 0/") != std::string::npos;  // on a busy machine one may take long enough
  EXPECT_EQ(text.out.find(" - ") != std::string::npos, none_counts) << text.out;
}

TEST(Bench, StopsWhenInterrupted) {
  const RunResult run =
      test::run_program(BOOKENDS_PROGRAM, {"bench", "--game", "chess", "--depth", "60"},
                        {.input = "", .out_path = "", .interrupt_after = std::chrono::milliseconds(500)});
  EXPECT_EQ(run.exit_code, 130);
  EXPECT_EQ(run.out, "");
}

// What all the pruning is for: the same depth with far fewer nodes, in every game.
TEST(BenchSlow, TheSelectiveSearchNeedsFewerNodesThanThePlainOne) {
  const nlohmann::json all = bench_json({"--baseline", "--depth", "6"});
  for (const nlohmann::json& game : all["games"]) {
    EXPECT_GT(game["nodes_ratio"], 2) << game["game"];
    EXPECT_EQ(game["positions_that_count"], game["positions"].size());
  }
}

TEST(Bench, MistakesAreUsageErrors) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{{"--game", "draughts"},
                                                                     {"--depth", "0"},
                                                                     {"--repeat", "0"},
                                                                     {"--threads", "-1"},
                                                                     {"--hash", "0"},
                                                                     {"--smp", "--baseline"},
                                                                     {"--smp", "--threads", "1"},
                                                                     {"--baseline", "--threads", "2"}}) {
    const RunResult run = bench(arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments[0];
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
}

}  // namespace
}  // namespace bookends
