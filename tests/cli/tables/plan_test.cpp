// Plans that are really run: by make, and by what stands in for Slurm.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::Not;

std::map<std::string, std::vector<std::byte>> contents(const std::filesystem::path& folder) {
  std::map<std::string, std::vector<std::byte>> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files[entry.path().filename()] = read_file(entry.path()).value();
  return files;
}

class Plan : public testing::Test {
 protected:
  // The plan of all tables of three men, as text.
  std::string plan(const std::string& format) const {
    const RunResult run = run_program(
        BOOKENDS_PROGRAM, {"plan", "fragments", "--men", "3", "--out", tables(), "--format", format, "--quiet"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return run.out;
  }
  std::string tables() const { return folder_ / name_; }
  // Writes a text and runs it by the program given.
  RunResult run(const std::string& text, const std::string& program, std::vector<std::string> arguments) const {
    const std::string file = folder_ / "plan";
    EXPECT_TRUE(write_file(file, as_bytes(text)));
    for (std::string& argument : arguments)
      if (argument == "FILE") argument = file;
    return run_program(program, arguments);
  }
  RunResult make() const {
    return run(plan("make"), "/usr/bin/make", {"-j2", "-f", "FILE", "BOOKENDS=" + std::string(BOOKENDS_PROGRAM)});
  }
  void expect_built_in_one_go() const {
    const std::string whole = folder_ / "whole";
    ASSERT_EQ(run_program(BOOKENDS_PROGRAM, {"tables", "build", "fragments", "--men", "3", "--out", whole}).exit_code,
              0);
    EXPECT_EQ(contents(tables()), contents(whole));
  }

  // Hands the plan to an sbatch that is none.
  RunResult hand_in() const;

  TemporaryFolder folder_;
  std::string name_ = "tables";
};

TEST_F(Plan, IsAGraphOfSteps) {
  const auto json = nlohmann::json::parse(plan("json"));
  EXPECT_EQ(json["game"], "fragments");
  std::set<std::string> before;
  for (const auto& step : json["steps"]) {
    int level = 0;
    for (const auto& need : step["needs"]) EXPECT_TRUE(before.contains(need)) << step["step"] << " needs " << need;
    for (const auto& other : json["steps"])
      for (const auto& need : step["needs"])
        if (other["step"] == need) level = std::max(level, other["level"].get<int>() + 1);
    EXPECT_EQ(step["level"], level);
    EXPECT_GT(step["memory_bytes"], 1'000'000);
    EXPECT_GT(step["thread_seconds"], 0.0);
    EXPECT_EQ(step["done"], false);
    EXPECT_EQ(step["command"][4], step["step"]);
    const auto words = step["command"].get<std::vector<std::string>>();
    const auto memory = std::ranges::find(words, "--memory");
    ASSERT_LT(memory, words.end() - 1);
    EXPECT_EQ(memory[1], std::to_string(step["memory_bytes"].get<std::uint64_t>()));
    before.insert(step["step"]);
  }
  EXPECT_EQ(before, (std::set<std::string>{"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"}));
  EXPECT_THAT(plan("dot"), HasSubstr("\"KQvK\" -> \"KPvK\""));
}

TEST_F(Plan, IsRunByMake) {
  const RunResult made = make();
  ASSERT_EQ(made.exit_code, 0) << made.err;
  expect_built_in_one_go();
  EXPECT_THAT(make().out, HasSubstr("Nothing to be done"));
  const auto json = nlohmann::json::parse(plan("json"));
  for (const auto& step : json["steps"]) EXPECT_EQ(step["done"], true);
}

TEST_F(Plan, MakesAgainWhatIsMissingOrNotSound) {
  ASSERT_EQ(make().exit_code, 0);
  std::vector<std::byte> damaged = read_file(tables() + "/KPvK.bkt").value();
  damaged[damaged.size() - 1] ^= std::byte{1};
  ASSERT_TRUE(write_file(tables() + "/KPvK.bkt", damaged));
  std::filesystem::remove(tables() + "/KNvK.bkt");
  // Solved endings that are damaged or gone are solved again.
  ASSERT_TRUE(write_file(tables() + ".solved/KQvK.b.solved", as_bytes("BKSOLVE1 and nothing that makes sense")));
  std::filesystem::remove(tables() + ".solved/KRvK.b.solved");
  EXPECT_THAT(plan("make"), HasSubstr(".PHONY: " + tables() + "/KPvK.bkt\n"));
  const RunResult again = make();
  ASSERT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr("KPvK"));
  EXPECT_THAT(again.out, HasSubstr("KNvK"));
  EXPECT_THAT(again.out, Not(HasSubstr("build fragments KQvK ")));
  expect_built_in_one_go();
}

// An sbatch that runs its array at once, in an order of its own, and fails where a level does not wait.
constexpr const char* kSbatch = R"(#!/bin/bash
set -e
script=$(cat)
state=$(dirname "$0")
for word in "$@"; do
  case "$word" in
    --array=0-*) last=${word#--array=0-} ;;
    --dependency=afterok:*) after=${word#--dependency=afterok:} ;;
  esac
done
job=1
[ -f "$state/jobs" ] && job=$(($(cat "$state/jobs") + 1)) && [ "$after" = $((job - 1)) ]
echo "$job" > "$state/jobs"
for ((i = last; i >= 0; --i)); do SLURM_ARRAY_TASK_ID=$i bash -c "$script" >&2; done
echo "$job"
)";

RunResult Plan::hand_in() const {
  const std::string bin = folder_ / "bin";
  std::filesystem::create_directory(bin);
  EXPECT_TRUE(write_file(bin + "/sbatch", as_bytes(kSbatch)));
  std::filesystem::permissions(bin + "/sbatch", std::filesystem::perms::owner_all);
  return run(plan("slurm"), "/usr/bin/env",
             {"PATH=" + bin + ":/usr/bin:/bin", "BOOKENDS=" + std::string(BOOKENDS_PROGRAM), "bash", "FILE",
              "--cpus-per-task=1"});
}

TEST_F(Plan, IsHandedToSlurmLevelByLevel) {
  EXPECT_THAT(plan("slurm"), HasSubstr("--dependency=afterok$before"));
  const RunResult done = hand_in();
  ASSERT_EQ(done.exit_code, 0) << done.out << done.err;
  EXPECT_THAT(done.out, HasSubstr("level 1: job 2, 1 tables"));
  expect_built_in_one_go();
  EXPECT_THAT(plan("slurm"), Not(HasSubstr("sbatch --parsable"))) << "nothing is left to do";
}

// Folders are what they are called, whatever the script has in their place elsewhere.
TEST_F(Plan, TakesAnyFolderForSlurm) {
  name_ = "ENDING THREADS $job 'dir'";
  const RunResult done = hand_in();
  ASSERT_EQ(done.exit_code, 0) << done.out << done.err;
  expect_built_in_one_go();
}

TEST_F(Plan, SaysWhatIsWrong) {
  expect_complaint({"plan", "fragments", "--out", "t"}, 2, "give either --men or the names");
  expect_complaint({"plan", "fragments", "KXvK", "--out", "t"}, 2, "X");
  expect_complaint({"plan", "fragments", "KQvK", "--out", "a b", "--format", "make"}, 2, "a b");
  expect_complaint({"tables", "build", "fragments", "--men", "3", "--only", "--out", "t"}, 2, "--only");
}

}  // namespace
}  // namespace bookends::test
