// Tables built by the program under mpirun: the bytes of one process, whatever happens to the ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <thread>

#include "tests/mpi/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using test::count;
using test::RunResult;
using testing::HasSubstr;

using Files = std::map<std::string, std::string>;

Files tables_in(const std::filesystem::path& folder) {
  Files files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    files[entry.path().filename()] = bytes.str();
  }
  return files;
}

class RankedTablesSlowTest : public testing::Test {
 protected:
  std::string out(const std::string& name) const { return (folder_ / name).string(); }

  // Large endings are shared, and kept after every ply.
  static std::vector<std::string> words(const std::string& out) {
    return {"tables", "build",        "fragments", "--men",        "4",   "--out",      out,   "--threads",
            "1",      "--share-from", "70000",     "--checkpoint", "1ms", "--progress", "none"};
  }

  const Files& alone() {
    if (alone_.empty()) {
      const RunResult run = test::run_program(
          BOOKENDS_PROGRAM, {"tables", "build", "fragments", "--men", "4", "--out", out("alone"), "--threads", "1"});
      EXPECT_EQ(run.exit_code, 0) << run.err;
      alone_ = tables_in(out("alone"));
      EXPECT_EQ(alone_.size(), 35u);
    }
    return alone_;
  }

  // Kills a rank some time after the start. Whether the job was still at work then.
  bool kill_one_of(const std::string& file, int ranks, int victim, std::chrono::milliseconds after) {
    std::jthread killer([&] {
      if (test::wait_for_process(file, victim) == 0) return;
      std::this_thread::sleep_for(after);
      for (const pid_t rank : test::processes_with(file, victim)) kill(rank, SIGKILL);
    });
    return test::run_ranks_of(ranks, BOOKENDS_PROGRAM, words(file)).exit_code != 0;
  }

  const test::TemporaryFolder folder_;
  Files alone_;
};

TEST_F(RankedTablesSlowTest, AreTheSameForEveryNumberOfRanks) {
  for (const int ranks : {1, 2, 4}) {
    const std::string file = out(std::to_string(ranks));
    const RunResult run = test::run_ranks_of(ranks, BOOKENDS_PROGRAM, words(file));
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(count(run.err, "35 built"), 1) << run.err;  // one rank talks
    EXPECT_EQ(tables_in(file), alone()) << ranks;
    EXPECT_FALSE(std::filesystem::exists(file + ".ranks"));
  }
}

// BOOKENDS_KILLS: how often; more than the tests have time for.
TEST_F(RankedTablesSlowTest, GoOnWheneverARankIsKilled) {
  const char* asked = std::getenv("BOOKENDS_KILLS");
  const int kills = asked != nullptr ? std::atoi(asked) : 3;
  std::mt19937 dice(20261122);
  int at_work = 0;
  for (int i = 0; i < kills; ++i) {
    const std::string file = out("killed-" + std::to_string(i));
    const int ranks = 2 + i % 2, victim = static_cast<int>(dice() % static_cast<unsigned>(ranks));
    at_work += kill_one_of(file, ranks, victim, std::chrono::milliseconds(dice() % 3000)) ? 1 : 0;
    EXPECT_TRUE(test::all_gone(file));
    const RunResult again = test::run_ranks_of(ranks, BOOKENDS_PROGRAM, words(file));
    EXPECT_EQ(again.exit_code, 0) << again.err;
    EXPECT_EQ(tables_in(file), alone());
  }
  std::printf("%d of %d were killed at work; the same tables each time\n", at_work, kills);
  EXPECT_GT(at_work, 0);
}

TEST_F(RankedTablesSlowTest, ARankThatFallsSilentIsSaid) {
  const std::string file = out("silent");
  std::jthread stopper([&] {
    if (const pid_t rank = test::wait_for_process(file, 1); rank > 0) {
      while (!std::filesystem::exists(file + ".ranks")) std::this_thread::sleep_for(std::chrono::milliseconds(2));
      kill(rank, SIGSTOP);
    }
  });
  std::vector<std::string> impatient = words(file);
  impatient.insert(impatient.end(), {"--patience", "3"});
  const RunResult run = test::run_ranks_of(2, BOOKENDS_PROGRAM, impatient);
  EXPECT_EQ(run.exit_code, 4) << run.err;
  EXPECT_THAT(run.err, HasSubstr("has not been heard of for 3 s; start again to go on\n"));
  EXPECT_TRUE(test::all_gone(file));
}

}  // namespace
}  // namespace bookends
