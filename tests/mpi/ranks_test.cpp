// Ranks that are processes: what reaches the others, and how all of them end.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "tests/mpi/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using test::count;
using test::RunResult;
using testing::HasSubstr;

class RanksSlowTest : public testing::Test {
 protected:
  RunResult run(int ranks, const std::string& work, int patience = 30) {
    return test::run_ranks_of(ranks, BOOKENDS_RANK_WORKER, {work, std::to_string(patience), mark_});
  }
  void TearDown() override { EXPECT_TRUE(test::all_gone(mark_)) << "processes are left"; }

  // One error line of ours, whatever mpirun adds.
  static void expect_error(const RunResult& result, int code, const std::string& line) {
    EXPECT_EQ(result.exit_code, code) << result.err;
    EXPECT_EQ(count(result.err, "bookends: " + line + "\n"), 1) << result.err;
  }

  const test::TemporaryFolder folder_;
  const std::string mark_ = (folder_ / "mark").string();  // by which the processes are known
};

TEST_F(RanksSlowTest, MessagesArriveWholeAndInOrder) {
  for (const int ranks : {2, 4}) {
    const RunResult result = run(ranks, "exchange");
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.out, "all there\n");
  }
}

TEST_F(RanksSlowTest, LongMessagesAreCutAndJoined) {
  const RunResult result = run(3, "parts");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "all there\n");
}

// To be read, not judged: machines differ.
TEST_F(RanksSlowTest, RoundTripsAreMeasured) {
  const RunResult result = run(2, "latency");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(count(result.out, "round trip after"), 3);
  EXPECT_EQ(count(result.out, "a short message takes"), 1);
  std::printf("%s", result.out.c_str());
}

TEST_F(RanksSlowTest, ARankThatComputesForLongIsNotLost) {
  const RunResult result = run(3, "busy", 3);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "together\n");
}

TEST_F(RanksSlowTest, AnErrorEndsAllAndIsSaidOnce) {
  expect_error(run(3, "failure-0"), 5, "too little memory");
  const RunResult other = run(3, "failure-1");
  expect_error(other, 5, "rank 1: too little memory");
  EXPECT_EQ(count(other.err, "too little memory"), 1) << other.err;
}

TEST_F(RanksSlowTest, AnErrorBeforeTheRanksAreThereReachesTheOthers) {
  expect_error(run(2, "before"), 2, "rank 1: no such file here");
}

// The rank that talks to the user looks at no messages: who failed talks instead, and all end.
TEST_F(RanksSlowTest, AnErrorIsSaidThoughTheFirstRankDoesNotListen) {
  const auto began = std::chrono::steady_clock::now();
  expect_error(run(2, "deaf"), 5, "rank 1: too little memory");
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30));
}

TEST_F(RanksSlowTest, ARankThatEndsBeforeItsTimeIsAnError) {
  // Ranks 0 and 2 both wait for it; whose error is said first depends on who finds out.
  const RunResult result = run(3, "end-early");
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_EQ(count(result.err, "rank 1 has ended before this one was done; start again to go on\n"), 1) << result.err;
}

TEST_F(RanksSlowTest, ASilentRankIsAnErrorSoon) {
  for (const std::string who : {"0", "1"}) {
    const auto began = std::chrono::steady_clock::now();
    const RunResult result = run(3, "silence-" + who, 2);
    EXPECT_EQ(result.exit_code, 4) << result.err;
    EXPECT_EQ(count(result.err, "rank " + who + " (on "), 1) << result.err;
    EXPECT_THAT(result.err, HasSubstr(") has not been heard of for 2 s; start again to go on\n"));
    EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(30));
  }
}

// As mpirun wakes it up to end it. The others have said what there is to say.
TEST_F(RanksSlowTest, ASilentRankThatWakesUpSaysNothingOfItself) {
  const RunResult result = run(3, "awoken", 2);
  EXPECT_EQ(result.exit_code, 4) << result.err;
  EXPECT_EQ(count(result.err, "rank 0 (on "), 1) << result.err;
}

TEST_F(RanksSlowTest, AnInterruptionOfOneEndsAll) {
  std::jthread user([&] {
    const pid_t rank = test::wait_for_process(mark_, 1);
    std::this_thread::sleep_for(std::chrono::seconds(2));  // until it catches signals
    if (rank > 0) kill(rank, SIGINT);
  });
  const RunResult result = run(2, "wait");
  EXPECT_EQ(result.exit_code, 130) << result.err;
  EXPECT_EQ(count(result.err, "bookends: rank 1: interrupted\n"), 1) << result.err;
}

// What it has made stays made, so that is no reason to say that something is missing.
TEST_F(RanksSlowTest, AnInterruptionOfOneThatIsDoneChangesNothing) {
  const RunResult result = run(2, "stop-late");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(count(result.err, "bookends: "), 1) << result.err;  // that it stops
}

}  // namespace
}  // namespace bookends
