// `selfplay` and `tune`, from games to a file of weights.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/eval/weights/text.h"
#include "core/io/file.h"
#include "core/rules/games.h"
#include "gen/tune/weights_file.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// The positions of a file whose score is not beyond what the tuner takes.
int undecided(const std::filesystem::path& path) {
  std::istringstream lines(text_of(path));
  std::string line;
  int found = 0;
  while (std::getline(lines, line))
    if (!line.starts_with('#')) found += std::abs(std::stoi(line.substr(line.find('\t')))) <= 1000;
  return found;
}

RunResult play(const std::filesystem::path& out, const std::string& threads) {
  return bookends({"selfplay", "gardner", "--positions", "600", "--nodes", "60", "--threads", threads, "--out", out,
                   "--json", "--quiet"});
}

TEST(TuneCommand, GoesFromGamesToWeights) {
  const TemporaryFolder folder;
  const RunResult played = play(folder / "a.tsv", "1");
  ASSERT_EQ(played.exit_code, 0) << played.err;
  EXPECT_EQ(nlohmann::json::parse(played.out)["positions"], 600);
  EXPECT_THAT(text_of(folder / "a.tsv"), StartsWith("# bookends samples: game=gardner rules="));
  std::string first;
  for (const std::string threads : {"1", "3"}) {
    const RunResult tuned = bookends({"tune", "gardner", "--data", folder / "a.tsv", "--out", folder / "w.inc",
                                      "--force", "--epochs", "30", "--threads", threads, "--json", "--quiet"});
    ASSERT_EQ(tuned.exit_code, 0) << tuned.err;
    const auto answer = nlohmann::json::parse(tuned.out);
    EXPECT_LT(answer["train_after"], answer["train_before"]);
    EXPECT_EQ(answer["positions"], undecided(folder / "a.tsv"));
    const std::string text = text_of(folder / "w.inc");
    EXPECT_THAT(text, StartsWith("// The evaluation of gardner"));
    if (first.empty()) first = text;
    EXPECT_EQ(text, first);
  }
  // What was written can be started from, and where that counts for much, little else is learned.
  Weights start = read_weights(games::gardner, folder / "w.inc").value();
  start.material[slot(Kind::knight)].middle = 1111;
  ASSERT_TRUE(write_file(folder / "from.inc", as_bytes(format_weights(games::gardner, start))).ok());
  EXPECT_EQ(bookends({"tune", "gardner", "--data", folder / "a.tsv", "--from", folder / "from.inc", "--out",
                      folder / "v.inc", "--epochs", "1", "--prior", "1e9", "--rate", "0.001", "--quiet"})
                .exit_code,
            0);
  const Weights came_to = read_weights(games::gardner, folder / "v.inc").value();
  EXPECT_EQ(came_to.material[slot(Kind::knight)].middle, 1111);
  EXPECT_EQ(came_to.material, start.material);
}

TEST(TuneCommand, SaysNothingOfGamesHeldOutWhenNoneAre) {
  const TemporaryFolder folder;
  ASSERT_EQ(play(folder / "a.tsv", "1").exit_code, 0);
  const std::vector<std::string> tune{"tune",  "gardner",        "--data",      folder / "a.tsv",
                                      "--out", folder / "w.inc", "--force",     "--epochs",
                                      "1",     "--json",         "--validation"};
  for (const std::string percent : {"0", "50"}) {
    std::vector<std::string> arguments = tune;
    arguments.push_back(percent);
    const auto answer = nlohmann::json::parse(bookends(arguments).out);
    for (const char* key : {"validation_before", "validation_after"})
      EXPECT_EQ(answer[key].is_null(), percent == "0") << answer;
    EXPECT_EQ(answer["held_out"] == 0, percent == "0");
  }
}

TEST(TuneCommand, ADashIsStandardOutput) {
  const TemporaryFolder folder;
  ASSERT_EQ(play(folder / "a.tsv", "1").exit_code, 0);
  const RunResult played = bookends({"selfplay", "gardner", "--positions", "600", "--nodes", "60", "--out", "-"});
  ASSERT_EQ(played.exit_code, 0) << played.err;
  EXPECT_EQ(played.out, text_of(folder / "a.tsv"));
  EXPECT_THAT(played.err, HasSubstr("standard output: 600 positions"));
  const std::vector<std::string> tune{"tune", "gardner", "--data", folder / "a.tsv", "--epochs", "30", "--out"};
  std::vector<std::string> to_file = tune, dashed = tune;
  to_file.push_back(folder / "w.inc");
  dashed.push_back("-");
  ASSERT_EQ(bookends(to_file).exit_code, 0);
  EXPECT_EQ(bookends(dashed).out, text_of(folder / "w.inc"));
  dashed.push_back("--json");
  const RunResult both = bookends(dashed);
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_THAT(both.err, HasSubstr("--out - and --json both write to standard output"));
  EXPECT_FALSE(std::filesystem::exists("-"));
}

TEST(TuneCommand, SaysWhatIsWrong) {
  const TemporaryFolder folder;
  const std::string out = folder / "w.inc", data = folder / "a.tsv";
  ASSERT_EQ(play(data, "2").exit_code, 0);
  struct Case {
    std::vector<std::string> arguments;
    int exit_code;
    const char* what;
  };
  ASSERT_TRUE(write_file(folder / "binary", as_bytes("\x1b[31m" + std::string(300, '\x90'))).ok());
  ASSERT_TRUE(write_file(folder / "bad.tsv", as_bytes("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\t5\n")).ok());
  const Case cases[] = {
      {{"tune", "gardner", "--data", folder / "none.tsv", "--out", out}, 2, "none.tsv: no such file"},
      {{"tune", "chess", "--data", data, "--out", out}, 3, "a.tsv:1: samples of"},
      {{"tune", "gardner", "--data", folder / "bad.tsv", "--out", out}, 2, "bad.tsv:1: three fields"},
      {{"tune", "gardner", "--data", data, "--from", data, "--out", out}, 2, "is no weight"},
      {{"tune", "gardner", "--data", data, "--from", folder / "binary", "--out", out}, 2, "\"?[31m????????????????"},
      {{"tune", "gardner", "--data", data, "--out", folder / "no" / "w.inc", "--epochs", "1"}, 4, "w.inc"},
      // Said before the data are looked at.
      {{"tune", "gardner", "--data", folder / "none.tsv", "--out", folder / "no" / "w.inc"}, 4, "w.inc"},
      {{"tune", "checkers", "--data", data, "--out", out}, 2, "checkers"},
      {{"tune", "gardner", "--data", data, "--out", out, "--lambda", "2"}, 2, "lambda"},
      {{"tune", "gardner", "--data", data, "--out", out, "--lambda", "nan"},
       2,
       "--lambda: 'nan' is not a number from 0"},
      {{"tune", "gardner", "--data", data, "--out", out, "--prior", "NaN"}, 2, "--prior: 'NaN' is not a number"},
      {{"tune", "gardner", "--data", data, "--out", out, "--rate", "nan"},
       2,
       "--rate: 'nan' is not a number from 0.001"},
      {{"tune", "gardner", "--data", data, "--out", out, "--rate", "inf"}, 2, "--rate: 'inf' is not a number"},
      {{"tune", "gardner", "--data", data, "--out", out, "--rate", "0x"}, 2, "--rate: '0x' is not a number"},
      {{"plan", "gardner", "--men", "3", "--out", out, "--rate", "nan"}, 2, "--rate: 'nan' is not a number from 1 to"},
      {{"selfplay", "gardner", "--positions", "0", "--out", out},
       2,
       "--positions: '0' is not a whole number from 1 to "},
      {{"selfplay", "gardner", "--positions", "5", "--out", out, "--start", "start7"}, 2, "start7"},
      {{"selfplay", "gardner", "--positions", "5", "--out", out, "--start", "5/5/5/5/5 w - -"}, 2, "king"},
      {{"selfplay", "gardner", "--positions", "5", "--out", folder / "no" / "x.tsv"}, 4, "x.tsv"},
      {{"selfplay", "chess", "--positions", "5", "--out", out, "--start", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"},
       2,
       "start 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1: the game is over there, stalemate"},
  };
  for (const Case& c : cases) {
    const RunResult run = bookends(c.arguments);
    EXPECT_EQ(run.exit_code, c.exit_code) << c.what << "\n" << run.err;
    EXPECT_THAT(run.err, HasSubstr(c.what));
    EXPECT_THAT(run.err, StartsWith("bookends: "));
    EXPECT_FALSE(std::filesystem::exists(out)) << c.what;
  }
}

// Hours of work, or something else altogether, are not replaced by accident.
TEST(TuneCommand, ReplacesOnlyWhatItWritesAndOnlyWhenTold) {
  const TemporaryFolder folder;
  const std::string data = folder / "a.tsv", weights = folder / "w.inc", diary = folder / "diary.txt";
  ASSERT_EQ(play(data, "2").exit_code, 0);
  ASSERT_TRUE(write_file(diary, as_bytes("dear diary\n")).ok());
  ASSERT_EQ(bookends({"tune", "gardner", "--data", data, "--out", weights, "--epochs", "2"}).exit_code, 0);
  const std::string positions = text_of(data), numbers = text_of(weights);
  struct Case {
    std::vector<std::string> arguments;
    int exit_code;
    const char* what;
  };
  const Case cases[] = {
      {{"selfplay", "gardner", "--positions", "5", "--out", data}, 2, "a.tsv is there already; --force replaces it"},
      {{"selfplay", "gardner", "--positions", "5", "--force", "--out", diary}, 3, "is no file of positions"},
      {{"selfplay", "gardner", "--positions", "5", "--force", "--out", weights}, 3, "is no file of positions"},
      {{"selfplay", "gardner", "--positions", "5", "--force", "--out", folder / "."}, 4, "not a regular file"},
      {{"tune", "gardner", "--data", data, "--out", weights}, 2, "w.inc is there already; --force replaces it"},
      {{"tune", "gardner", "--data", data, "--out", data, "--force"}, 3, "a.tsv is there already and is no file of w"},
      {{"train", "gardner", "--data", data, "--out", data, "--force"}, 3, "a.tsv is there already and is no network"},
      {{"train", "gardner", "--data", data, "--out", diary, "--force"}, 3, "is no network"},
  };
  for (const Case& c : cases) {
    const RunResult run = bookends(c.arguments);
    EXPECT_EQ(run.exit_code, c.exit_code) << c.what << "\n" << run.err;
    EXPECT_THAT(run.err, HasSubstr(c.what));
    EXPECT_EQ(text_of(data), positions);
    EXPECT_EQ(text_of(weights), numbers);
    EXPECT_EQ(text_of(diary), "dear diary\n");
  }
  EXPECT_EQ(bookends({"selfplay", "gardner", "--positions", "5", "--nodes", "60", "--out", data, "--force"}).exit_code,
            0);
  EXPECT_LT(text_of(data).size(), positions.size());
}

TEST(SelfplayCommand, InterruptedKeepsWhatItHas) {
  const TemporaryFolder folder;
  const RunResult run = run_program(BOOKENDS_PROGRAM,
                                    {"selfplay", "fragments", "--positions", "100000000", "--nodes", "100", "--out",
                                     folder / "a.tsv", "--progress", "none"},
                                    {.input = "", .out_path = "", .interrupt_after = std::chrono::milliseconds(1500)});
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_THAT(run.err, HasSubstr("of 100000000 positions"));
  EXPECT_THAT(text_of(folder / "a.tsv"), StartsWith("# bookends samples: game=fragments"));
  EXPECT_THAT(folder.names(), testing::ElementsAre("a.tsv"));
}

}  // namespace
}  // namespace bookends::test
