// Tables built by the program under mpirun: the bytes of one process, whatever happens to the ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>
#include <thread>

#include "tests/mpi/support.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends {
namespace {

using test::count;
using test::RunResult;
using testing::HasSubstr;

using Files = std::map<std::string, std::string>;

Files tables_in(const std::filesystem::path& folder) {
  Files files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files[entry.path().filename()] = test::text_of(entry.path());
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
    const RunResult run = test::run_and_signal(ranks, BOOKENDS_PROGRAM, words(file), file, victim, SIGKILL, [&] {
      std::this_thread::sleep_for(after);
      return true;
    });
    return run.exit_code != 0;
  }

  // What a job takes that nobody kills.
  std::chrono::milliseconds undisturbed() {
    const auto began = std::chrono::steady_clock::now();
    EXPECT_EQ(test::run_ranks_of(2, BOOKENDS_PROGRAM, words(out("undisturbed"))).exit_code, 0);
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - began);
  }

  // Once it is at work on the tables.
  static bool wait_until_begun(const std::string& file) {
    for (int i = 0; i < 5000; ++i) {
      if (std::filesystem::exists(file + "/solving")) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    return false;
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
    EXPECT_FALSE(std::filesystem::exists(file + "/solving"));
  }
}

// BOOKENDS_KILLS: how often; more than the tests have time for.
TEST_F(RankedTablesSlowTest, GoOnWheneverARankIsKilled) {
  const char* asked = std::getenv("BOOKENDS_KILLS");
  const int kills = asked != nullptr ? std::atoi(asked) : 3;
  const auto whole = static_cast<unsigned>(undisturbed().count());
  std::mt19937 dice(20261122);
  int at_work = 0;
  for (int i = 0; i < kills; ++i) {
    const std::string file = out("killed-" + std::to_string(i));
    const int ranks = 2 + i % 2, victim = static_cast<int>(dice() % static_cast<unsigned>(ranks));
    at_work += kill_one_of(file, ranks, victim, std::chrono::milliseconds(dice() % whole)) ? 1 : 0;
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
  std::vector<std::string> impatient = words(file);
  impatient.insert(impatient.end(), {"--patience", "3"});
  const RunResult run =
      test::run_and_signal(2, BOOKENDS_PROGRAM, impatient, file, 1, SIGSTOP, [&] { return wait_until_begun(file); });
  EXPECT_EQ(run.exit_code, 4) << run.err;
  EXPECT_THAT(run.err, HasSubstr("has not been heard of for 3 s; start again to go on\n"));
  EXPECT_TRUE(test::all_gone(file));
}

// An ending of five men that all share, though what it depends on is there.
class InterruptedTableSlowTest : public RankedTablesSlowTest {
 protected:
  InterruptedTableSlowTest() {
    const RunResult run = test::run_program(
        BOOKENDS_PROGRAM, {"tables", "build", "fragments", "KQRvKRB", "--out", file_, "--progress", "none"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    whole_ = tables_in(file_);
  }

  std::vector<std::string> words() const {
    return {"tables",    "build", "fragments",  "KQRvKRB", "--out",        file_,     "--solutions",  solved_,
            "--threads", "1",     "--progress", "none",    "--share-from", "3000000", "--checkpoint", "1h"};
  }
  std::vector<std::string> checkpoints() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(solved_))
      if (entry.path().extension() == ".bkc") names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }
  // Until the ranks have solved once more what it depends on, and some time longer.
  bool wait_for_children(std::chrono::milliseconds longer) const {
    const auto is_there = [&](const char* name) { return std::filesystem::exists(solved_ + "/" + name + ".b.solved"); };
    for (int i = 0; i < 20000; ++i) {
      if (is_there("KQRvKR") && is_there("KQRvKB") && is_there("KRBvKQ") && is_there("KRBvKR")) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::this_thread::sleep_for(longer);
    return true;
  }

  const std::string file_ = out("interrupted");
  const std::string solved_ = out("solved");
  Files whole_;
};

// One rank is interrupted while all are at it: each saves the same ply, though the next checkpoint was an hour away.
// When they are at it depends on the machine.
TEST_F(InterruptedTableSlowTest, SavesAndGoesOn) {
  for (int wait = 50; wait <= 1600 && (!std::filesystem::exists(solved_) || checkpoints().empty()); wait *= 2) {
    std::filesystem::remove(file_ + "/KQRvKRB.bkt");
    const RunResult run = test::run_and_signal(3, BOOKENDS_PROGRAM, words(), file_, 2, SIGTERM,
                                               [&] { return wait_for_children(std::chrono::milliseconds(wait)); });
    EXPECT_TRUE(run.exit_code == 130 || run.exit_code == 0) << run.err;
  }
  EXPECT_EQ(checkpoints(), (std::vector<std::string>{"KQRvKRB.rank-0-of-3.1.bkc", "KQRvKRB.rank-1-of-3.1.bkc",
                                                     "KQRvKRB.rank-2-of-3.1.bkc"}));
  EXPECT_TRUE(test::all_gone(file_));
  const RunResult again = test::run_ranks_of(3, BOOKENDS_PROGRAM, words());
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_TRUE(checkpoints().empty());
  EXPECT_EQ(tables_in(file_), whole_);
}

}  // namespace
}  // namespace bookends
