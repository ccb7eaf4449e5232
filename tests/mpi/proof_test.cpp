// Proofs that the program looks for under mpirun: the bytes of one process, whatever happens to the ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <thread>

#include "tests/mpi/support.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends {
namespace {

using test::count;
using test::RunResult;
using test::text_of;
using testing::HasSubstr;

// Some tens of rounds of small searches, two seconds of them.
class RankedProofSlowTest : public testing::Test {
 protected:
  std::string out(const std::string& name) const { return (folder_ / name).string(); }

  static std::vector<std::string> words(const std::string& out, const std::vector<std::string>& more = {}) {
    std::vector<std::string> all{
        "book",    "prove", "fragments",    "--line", "e1d3 c4d3 e2d3", "--side", "black",     "--out", out,
        "--nodes", "500",   "--tail-nodes", "100",    "--long-nodes",   "300",    "--threads", "1",     "--progress",
        "none"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  // By one process; the same for all tests.
  static const std::string& whole() {
    if (whole_.empty()) {
      const test::TemporaryFolder folder;
      const RunResult alone = test::run_program(BOOKENDS_PROGRAM, words(folder / "whole"));
      EXPECT_EQ(alone.exit_code, 0) << alone.err;
      whole_ = text_of(folder / "whole");
      EXPECT_FALSE(whole_.empty());
    }
    return whole_;
  }

  // Once the first round has begun.
  static bool wait_until_begun(const std::string& out) {
    for (int i = 0; i < 3000; ++i) {
      const std::string history = text_of(out + ".work/history.tsv");
      if (std::count(history.begin(), history.end(), '\n') > 1) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  void expect_to_go_on(const std::string& file, int ranks) {
    EXPECT_TRUE(test::all_gone(file));
    EXPECT_FALSE(std::filesystem::exists(file));
    const RunResult resumed = test::run_ranks_of(ranks, BOOKENDS_PROGRAM, words(file));
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    EXPECT_EQ(text_of(file), whole());
  }

  const test::TemporaryFolder folder_;
  static inline std::string whole_;
};

TEST_F(RankedProofSlowTest, IsTheSameForEveryNumberOfRanks) {
  for (const int ranks : {1, 3}) {
    const std::string file = out(std::to_string(ranks));
    std::vector<std::string> all = words(file);
    all.back() = "json";
    const RunResult result = test::run_ranks_of(ranks, BOOKENDS_PROGRAM, all);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(count(result.out, ": Black wins in "), 1) << result.out;  // one rank talks
    EXPECT_EQ(count(result.err, "3 ranks") > 0, ranks == 3) << result.err;
    EXPECT_EQ(text_of(file), whole()) << ranks;
    EXPECT_TRUE(test::all_gone(file));
  }
}

TEST_F(RankedProofSlowTest, GoesOnAfterAnInterruption) {
  const std::string file = out("stopped");
  const RunResult stopped =
      test::run_and_signal(3, BOOKENDS_PROGRAM, words(file), file, 0, SIGTERM, [&] { return wait_until_begun(file); });
  EXPECT_EQ(stopped.exit_code, 130) << stopped.err;
  EXPECT_EQ(count(stopped.err, "bookends: interrupted; what was found is in "), 1) << stopped.err;
  EXPECT_TRUE(std::filesystem::exists(file + ".work/plan"));
  expect_to_go_on(file, 2);
}

TEST_F(RankedProofSlowTest, GoesOnAfterARankWasKilled) {
  const std::string file = out("killed");
  const RunResult killed =
      test::run_and_signal(2, BOOKENDS_PROGRAM, words(file), file, 1, SIGKILL, [&] { return wait_until_begun(file); });
  EXPECT_NE(killed.exit_code, 0);
  expect_to_go_on(file, 3);
}

TEST_F(RankedProofSlowTest, ARankThatFallsSilentIsSaidAndItGoesOnLater) {
  const std::string file = out("silent");
  const RunResult silent = test::run_and_signal(2, BOOKENDS_PROGRAM, words(file, {"--patience", "3"}), file, 1, SIGSTOP,
                                                [&] { return wait_until_begun(file); });
  EXPECT_EQ(silent.exit_code, 4) << silent.err;
  EXPECT_EQ(count(silent.err, "bookends: rank 1 (on "), 1) << silent.err;
  EXPECT_THAT(silent.err, HasSubstr("has not been heard of for 3 s; start again to go on; what was found is in "));
  expect_to_go_on(file, 1);
}

// Every rank opens the tables; what it has to say of them it says once, whichever it is.
TEST_F(RankedProofSlowTest, ARankWithoutTheTablesEndsAll) {
  ASSERT_EQ(test::run_program(BOOKENDS_PROGRAM, {"tables", "build", "fragments", "--men", "3", "--out", out("tables")})
                .exit_code,
            0);
  std::vector<std::string> all = words(out("none"), {"--tables", out("tables"), ":", "-n", "1", BOOKENDS_PROGRAM});
  const std::vector<std::string> others = words(out("none"), {"--tables", out("nowhere")});
  all.insert(all.end(), others.begin(), others.end());
  const RunResult result = test::run_ranks_of(1, BOOKENDS_PROGRAM, all);
  EXPECT_EQ(result.exit_code, 2) << result.err;
  EXPECT_EQ(count(result.err, "bookends: "), 1) << result.err;
  EXPECT_THAT(result.err, HasSubstr("bookends: rank 1: " + out("nowhere") + ": no such file or folder"));
  EXPECT_FALSE(std::filesystem::exists(out("none") + ".work"));
}

TEST_F(RankedProofSlowTest, ARefutationIsANegativeAnswer) {
  const RunResult result = test::run_ranks_of(
      2, BOOKENDS_PROGRAM,
      {"book", "prove", "fragments-sd", "--start", "k4/1Q3/5/5/4K b", "--side", "white", "--out", out("refuted")});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  EXPECT_EQ(count(result.out, "refuted: "), 1) << result.out;
}

}  // namespace
}  // namespace bookends
