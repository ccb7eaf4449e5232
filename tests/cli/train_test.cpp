// `bookends train` from the positions of `bookends selfplay` to a network that plays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/eval/net/net.h"
#include "core/io/file.h"
#include "tests/support/bare_program.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using testing::HasSubstr;

class TrainCommand : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new test::TemporaryFolder;
    const auto made = test::run_program(BOOKENDS_PROGRAM, {"selfplay", "gardner", "--positions", "1500", "--nodes",
                                                           "60", "--out", path("games.tsv"), "--quiet"});
    ASSERT_EQ(made.exit_code, 0) << made.err;
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static std::string path(const std::string& name) { return (*folder_ / name).string(); }
  static test::RunResult train(std::vector<std::string> more, const test::RunOptions& options = test::RunOptions()) {
    std::vector<std::string> arguments{"train", "gardner", "--data", path("games.tsv"), "--hidden", "32"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::run_program(BOOKENDS_PROGRAM, arguments, options);
  }

  static test::TemporaryFolder* folder_;
};
test::TemporaryFolder* TrainCommand::folder_ = nullptr;

TEST_F(TrainCommand, WritesANetworkThatSaysHowItWasMade) {
  const auto result = train({"--out", path("a.net"), "--epochs", "3", "--seed", "9", "--json", "--quiet"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const auto answer = nlohmann::json::parse(result.out);
  EXPECT_EQ(answer["epochs"], 3);
  EXPECT_EQ(static_cast<int>(answer["trained_on"]) + static_cast<int>(answer["held_out"]), 1500);
  const auto net = read_net(games::gardner, path("a.net"));
  ASSERT_TRUE(net) << net.error().message;
  EXPECT_EQ(net->shape.hidden, 32);
  EXPECT_TRUE(net->shape.fold);
  EXPECT_THAT(net->settings, HasSubstr("bookends train gardner --hidden 32"));
  EXPECT_THAT(net->settings, HasSubstr("--seed 9"));
}

TEST_F(TrainCommand, GivesTheSameFileForAnyNumberOfThreads) {
  for (const char* threads : {"1", "2"}) {
    const auto result = train({"--out", path(threads), "--epochs", "2", "--threads", threads});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.err, HasSubstr("epoch 2/2"));
  }
  EXPECT_EQ(read_file(path("1")).value(), read_file(path("2")).value());
}

TEST_F(TrainCommand, TheNetworkPlaysAgainstItself) {
  ASSERT_EQ(train({"--out", path("b.net"), "--epochs", "2", "--quiet"}).exit_code, 0);
  const auto play = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"selfplay", "gardner", "--positions", "50", "--nodes", "60", "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::run_program(BOOKENDS_PROGRAM, arguments);
  };
  ASSERT_EQ(play({"--out", path("with.tsv"), "--net", path("b.net")}).exit_code, 0);
  EXPECT_THAT(read_text_file(path("with.tsv")).value(), HasSubstr(" net="));
  ASSERT_EQ(play({"--out", path("auto.tsv"), "--net", "auto"}).exit_code, 0);
  EXPECT_THAT(read_text_file(path("auto.tsv")).value(), HasSubstr(" net="));
  ASSERT_EQ(play({"--out", path("without.tsv")}).exit_code, 0);
  EXPECT_THAT(read_text_file(path("without.tsv")).value(), testing::Not(HasSubstr(" net=")));
  EXPECT_NE(read_file(path("with.tsv")).value(), read_file(path("without.tsv")).value());
  const auto foreign = test::run_program(
      BOOKENDS_PROGRAM, {"selfplay", "chess", "--positions", "5", "--out", path("c.tsv"), "--net", path("b.net")});
  EXPECT_EQ(foreign.exit_code, 3);
  EXPECT_THAT(foreign.err, HasSubstr("a network of gardner"));
}

// At the least rate hardly a weight moves by more than the rounding.
TEST_F(TrainCommand, BeginsWithTheWeightsOfAnotherNetwork) {
  const auto from = [](const std::string& net, std::vector<std::string> more) {
    std::vector<std::string> arguments{"train", "gardner", "--data", path("games.tsv"), "--from", net};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::run_program(BOOKENDS_PROGRAM, arguments);
  };
  const std::string first = path("first.net"), second = path("second.net");
  ASSERT_EQ(train({"--out", first, "--epochs", "2", "--buckets", "2", "--quiet"}).exit_code, 0);
  const auto done = from(first, {"--out", second, "--epochs", "1", "--rate", "1e-7", "--seed", "5", "--quiet"});
  ASSERT_EQ(done.exit_code, 0) << done.err;
  const auto before = read_net(games::gardner, first), after = read_net(games::gardner, second);
  ASSERT_TRUE(before && after);
  EXPECT_EQ(after->shape, before->shape);
  EXPECT_THAT(after->settings, HasSubstr("--seed 5 --from "));
  const auto wild = from(first, {"--out", path("wild.net"), "--epochs", "1", "--rate", "1", "--json"});
  EXPECT_THAT(wild.err, HasSubstr("begins with 0."));
  EXPECT_EQ(nlohmann::json::parse(wild.out)["best_epoch"], 0);
  EXPECT_EQ(read_net(games::gardner, path("wild.net"))->features, before->features);
  ASSERT_EQ(after->features.size(), before->features.size());
  for (std::size_t i = 0; i < before->features.size(); ++i)
    ASSERT_LE(std::abs(after->features[i] - before->features[i]), 1) << i;

  const std::string never = path("never.net");
  const auto refuse = [](const test::RunResult& result, const std::string& why, int code = 2) {
    EXPECT_EQ(result.exit_code, code) << result.err;
    EXPECT_THAT(result.err, HasSubstr(why));
  };
  refuse(from(first, {"--out", never, "--hidden", "64"}), "--hidden excludes --from");
  refuse(test::run_program(test::bare_program(*folder_, BOOKENDS_PROGRAM),
                           {"train", "gardner", "--data", path("games.tsv"), "--from", "auto", "--out", never}),
         "no network of gardner came with the program");
  refuse(from("", {"--out", never}), "name a network");
  refuse(from("none", {"--out", never}), "--from none: name a network");
  refuse(from(path("games.tsv"), {"--out", never}), "games.tsv", 3);
}

TEST_F(TrainCommand, AGameWithCastlingFoldsOnlyWhenAsked) {
  ASSERT_EQ(test::run_program(BOOKENDS_PROGRAM, {"selfplay", "chess", "--positions", "300", "--nodes", "60", "--out",
                                                 path("chess.tsv"), "--quiet"})
                .exit_code,
            0);
  for (const char* fold : {"auto", "on", "off"}) {
    const std::string out = path(std::string("chess ") + fold + ".net");
    const auto result =
        test::run_program(BOOKENDS_PROGRAM, {"train", "chess", "--data", path("chess.tsv"), "--out", out, "--hidden",
                                             "32", "--epochs", "1", "--fold", fold, "--quiet"});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(read_net(games::chess, out).value().shape.fold, std::string(fold) == "on");
  }
}

TEST_F(TrainCommand, InterruptedWritesTheBestSoFar) {
  test::RunOptions options;
  options.interrupt_after = std::chrono::milliseconds(3000);
  const auto result = train({"--out", path("cut.net"), "--epochs", "1000000"}, options);
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_TRUE(read_net(games::gardner, path("cut.net")));
}

TEST_F(TrainCommand, BadInputIsOneLineAndCodeTwo) {
  const auto refused = [](const test::RunResult& result, const std::string& why) {
    EXPECT_EQ(result.exit_code, 2) << result.err;
    EXPECT_THAT(result.err, HasSubstr(why));
    EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1) << result.err;
  };
  const std::string out = path("never.net");
  refused(test::run_program(BOOKENDS_PROGRAM,
                            {"train", "gardner", "--data", path("games.tsv"), "--out", out, "--hidden", "33"}),
          "33");
  refused(train({"--out", out, "--regions", "7"}), "7 regions on 5 ranks");
  refused(train({"--out", out, "--epochs", "0"}), "epochs");
  refused(train({"--out", out, "--data", path("none.tsv")}), "none.tsv");
  refused(train({"--out", out, "--rate", "nan"}), "--rate: 'nan' is not a number from 1e-07 to 1");
  refused(train({"--out", out, "--lambda", "NaN"}), "--lambda: 'NaN' is not a number from 0 to 1");
  EXPECT_FALSE(std::filesystem::exists(out));
}

TEST_F(TrainCommand, AnUnwritablePlaceIsRefusedBeforeTheDataAreRead) {
  const auto result = test::run_program(
      BOOKENDS_PROGRAM, {"train", "gardner", "--data", path("none.tsv"), "--out", path("no") + "/x.net"});
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_THAT(result.err, HasSubstr("x.net"));
}

TEST_F(TrainCommand, SaysNothingOfPositionsHeldOutWhenNoneAre) {
  const auto json = train({"--out", path("all.net"), "--epochs", "1", "--validation", "0", "--json", "--quiet"});
  ASSERT_EQ(json.exit_code, 0) << json.err;
  const auto answer = nlohmann::json::parse(json.out);
  EXPECT_EQ(answer["held_out"], 0);
  EXPECT_EQ(answer["trained_on"], 1500);
  EXPECT_GT(answer["training_error"], 0);
  EXPECT_TRUE(answer["held_out_error"].is_null());
  EXPECT_TRUE(answer["rounded_error"].is_null());
  EXPECT_THAT(train({"--out", path("all.net")}).err, HasSubstr("all.net is there already; --force replaces it"));
  const auto text = train({"--out", path("all.net"), "--epochs", "1", "--validation", "0", "--force"});
  EXPECT_THAT(text.err, HasSubstr("epoch 1/1: error 0."));
  EXPECT_THAT(text.err, testing::Not(HasSubstr("held out")));
}

TEST_F(TrainCommand, EpochsAreProgress) {
  for (const std::string mode : {"none", "json"}) {
    const auto result = train({"--out", path(mode + ".net"), "--epochs", "2", "--progress", mode});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_THAT(result.err, testing::Not(HasSubstr("epoch 1/2")));
    EXPECT_THAT(result.err, HasSubstr("of epoch ")) << "what was written is still said";
  }
}

TEST_F(TrainCommand, FewPositionsAreHeldOutTooIfThereAreTwo) {
  const auto held_out = [&](const std::string& positions) {
    const std::string data = path(positions + ".tsv");
    EXPECT_EQ(test::run_program(BOOKENDS_PROGRAM, {"selfplay", "gardner", "--positions", positions, "--nodes", "60",
                                                   "--out", data, "--quiet"})
                  .exit_code,
              0);
    const auto result =
        test::run_program(BOOKENDS_PROGRAM, {"train", "gardner", "--data", data, "--hidden", "32", "--epochs", "1",
                                             "--out", path(positions + ".net"), "--progress", "none"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return result.err;
  };
  for (const std::string positions : {"2", "3", "30", "500"})
    EXPECT_THAT(held_out(positions), HasSubstr(", on positions held out 0.")) << positions;
  EXPECT_THAT(held_out("1"), HasSubstr("too few positions to hold any out"));
}

TEST_F(TrainCommand, PositionsOfAnotherGameAreRefused) {
  const auto result =
      test::run_program(BOOKENDS_PROGRAM, {"train", "fragments", "--data", path("games.tsv"), "--out", path("x.net")});
  EXPECT_EQ(result.exit_code, 3) << result.err;
  EXPECT_THAT(result.err, HasSubstr("gardner"));
}

}  // namespace
}  // namespace bookends
