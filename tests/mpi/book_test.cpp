// Books built by the program under mpirun: the bytes of one process, whatever happens to the ranks.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

class RankedBookSlowTest : public testing::Test {
 protected:
  static constexpr int kNodes = 20000;

  std::string out(const std::string& name) const { return (folder_ / name).string(); }

  static std::vector<std::string> words(const std::string& out, const std::vector<std::string>& more = {}) {
    std::vector<std::string> all{
        "book",      "build", "fragments",  "--out", out, "--positions", "250", "--nodes", std::to_string(kNodes),
        "--threads", "1",     "--progress", "none"};
    all.insert(all.end(), more.begin(), more.end());
    return all;
  }

  const std::string& whole() {
    if (whole_.empty()) {
      const RunResult alone = test::run_program(BOOKENDS_PROGRAM, words(out("whole")));
      EXPECT_EQ(alone.exit_code, 0) << alone.err;
      whole_ = text_of(out("whole"));
      EXPECT_FALSE(whole_.empty());
    }
    return whole_;
  }

  // Once the journal has some searches.
  static bool wait_until_begun(const std::string& out) {
    for (int i = 0; i < 3000; ++i) {
      std::error_code none;
      const auto size = std::filesystem::file_size(out + ".work/journal", none);
      if (!none && size > 6000) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return false;
  }

  const test::TemporaryFolder folder_;
  std::string whole_;
};

TEST_F(RankedBookSlowTest, IsTheSameForEveryNumberOfRanks) {
  for (const int ranks : {1, 2, 3}) {
    const std::string file = out(std::to_string(ranks));
    const RunResult result = test::run_ranks_of(ranks, BOOKENDS_PROGRAM, words(file));
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(count(result.err, " positions, "), 1) << result.err;  // one rank talks
    EXPECT_EQ(text_of(file), whole()) << ranks;
    EXPECT_TRUE(test::all_gone(file));
  }
}

TEST_F(RankedBookSlowTest, GoesOnAfterARankWasKilled) {
  for (const int victim : {1, 0}) {
    const std::string file = out("killed-" + std::to_string(victim));
    const RunResult killed = test::run_and_signal(3, BOOKENDS_PROGRAM, words(file), file, victim, SIGKILL,
                                                  [&] { return wait_until_begun(file); });
    EXPECT_NE(killed.exit_code, 0);
    EXPECT_FALSE(std::filesystem::exists(file));
    EXPECT_TRUE(test::all_gone(file));
    const RunResult resumed = test::run_ranks_of(2, BOOKENDS_PROGRAM, words(file));
    EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
    EXPECT_EQ(text_of(file), whole());
  }
}

TEST_F(RankedBookSlowTest, ARankThatFallsSilentIsSaidAndItGoesOnLater) {
  const std::string file = out("silent");
  const RunResult silent = test::run_and_signal(2, BOOKENDS_PROGRAM, words(file, {"--patience", "3"}), file, 1, SIGSTOP,
                                                [&] { return wait_until_begun(file); });
  EXPECT_EQ(silent.exit_code, 4) << silent.err;
  EXPECT_EQ(count(silent.err, "bookends: rank 1 (on "), 1) << silent.err;
  EXPECT_THAT(silent.err,
              HasSubstr("has not been heard of for 3 s; start again to go on; everything searched so far is in "));
  EXPECT_TRUE(test::all_gone(file));
  const RunResult resumed = test::run_program(BOOKENDS_PROGRAM, words(file));
  EXPECT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_EQ(text_of(file), whole());
}

TEST_F(RankedBookSlowTest, ProgressShowsTheRanks) {
  const std::string file = out("shown");
  std::vector<std::string> all = words(file);
  all.back() = "json";
  const RunResult result = test::run_ranks_of(2, BOOKENDS_PROGRAM, all);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.err, HasSubstr("2 ranks"));
}

TEST_F(RankedBookSlowTest, ErrorsAreSaidOnceWithTheirExitCode) {
  const RunResult wrong = test::run_ranks_of(2, BOOKENDS_PROGRAM, {"book", "build", "nogame", "--out", out("none")});
  EXPECT_EQ(wrong.exit_code, 2);
  EXPECT_EQ(count(wrong.err, "bookends: "), 1) << wrong.err;
  const RunResult option = test::run_ranks_of(2, BOOKENDS_PROGRAM, {"book", "build", "--nonsense"});
  EXPECT_EQ(option.exit_code, 2);
  EXPECT_EQ(count(option.err, "bookends: "), 1) << option.err;
  const RunResult help = test::run_ranks_of(2, BOOKENDS_PROGRAM, {"book", "build", "--help"});
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_EQ(count(help.out, "--patience"), 1);
}

TEST_F(RankedBookSlowTest, CommandsThatDoNotShareTheirWorkAreRefused) {
  const RunResult several = test::run_ranks_of(2, BOOKENDS_PROGRAM, {"games"});
  EXPECT_EQ(several.exit_code, 2);
  EXPECT_EQ(several.out, "");
  EXPECT_EQ(count(several.err, "bookends: started as 2 processes, but 'games' is no work that they share"), 1)
      << several.err;
  const RunResult one = test::run_ranks_of(1, BOOKENDS_PROGRAM, {"games"});
  EXPECT_EQ(one.exit_code, 0) << one.err;
  EXPECT_THAT(one.out, HasSubstr("fragments"));
}

}  // namespace
}  // namespace bookends
