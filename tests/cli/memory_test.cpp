// Whatever memory there is, a command does its work, or says in one line that it cannot and ends with exit code 5.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "tests/cli/bookends.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

#ifndef BOOKENDS_SANITIZED  // a sanitizer takes more room than there is

constexpr int kLimits[] = {50, 70, 90, 120, 150, 200, 300, 500, 2000};  // MB of addresses

// The exit code with each limit: 0 or 5, one line where it is 5, and 0 with the last one.
void expect_done_or_refused(const std::string& command, const TemporaryFolder& folder) {
  for (const int megabytes : kLimits) {
    SCOPED_TRACE(command + " within " + std::to_string(megabytes) + " MB");
    const std::string limited = "cd '" + folder.path().string() + "' && rm -rf made* && ulimit -v " +
                                std::to_string(megabytes * 1000) + " && exec '" BOOKENDS_PROGRAM "' " + command;
    const RunResult run = run_program("/bin/sh", {"-c", limited});
    if (run.exit_code == 127) continue;  // the loader had no room: nothing of ours has run
    EXPECT_TRUE(run.exit_code == 0 || run.exit_code == 5) << run.exit_code << ": " << run.err;
    if (run.exit_code != 0) {
      EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
      EXPECT_TRUE(run.err.starts_with("bookends: ")) << run.err;
    }
    if (megabytes == kLimits[std::size(kLimits) - 1]) {
      EXPECT_EQ(run.exit_code, 0) << run.err;
    }
  }
}

TEST(MemorySlow, CommandsAreDoneOrSayThatItDoesNotSuffice) {
  const TemporaryFolder folder;
  const auto make = [&](const std::string& command) {
    const RunResult run =
        run_program("/bin/sh", {"-c", "cd '" + folder.path().string() + "' && '" BOOKENDS_PROGRAM "' " + command});
    ASSERT_EQ(run.exit_code, 0) << run.err;
  };
  make("tables build fragments --men 3 --out tables --quiet");
  make("book build fragments --start start1 --positions 200 --nodes 200 --out a.book --quiet");
  make("dump a.book --format pgn --out a.pgn --quiet");
  make("book prove fragments --line b2b3 --side black --out a.proof --quiet");
  for (const std::string command :
       {"tables build chess KRvKN --out made --quiet --threads 2", "tables verify tables --full --quiet --threads 2",
        "tables stats tables --quiet",
        "book build fragments --start start1 --positions 60 --nodes 200 --out made.book --quiet --threads 2",
        "book prove fragments --line b2b3 --side black --out made.proof --quiet --threads 2",
        "book shorten a.proof --nodes 200 --out short.proof --force --quiet --threads 2",
        "book compact a.proof.work --quiet", "book check a.proof --quiet --threads 2",
        "book verify a.book --values --quiet", "book import fragments a.pgn --out made.book --quiet --threads 2",
        "dump a.book --format html --out made.html --quiet",
        "probe fragments --tables tables --book a.book --at startpos",
        "selfplay fragments --positions 200 --nodes 50 --out made.txt --quiet --threads 2",
        "perft fragments --depth 3 --threads 2 --quiet"})
    expect_done_or_refused(command, folder);
}

TEST(MemorySlow, APositionThatNoMemoryIsThereForEndsAProbe) {
  const TemporaryFolder folder;
  const std::string program = "'" BOOKENDS_PROGRAM "'";
  const RunResult run = run_program(
      "/bin/sh", {"-c", "cd '" + folder.path().string() + "' && " + program + " tables build fragments KRvK --out t " +
                            "--quiet && ulimit -v 300000 && head -c 400000000 /dev/zero | " + program +
                            " probe fragments --tables t"});
  EXPECT_EQ(run.exit_code, 5) << run.out << run.err;
  EXPECT_TRUE(run.err.starts_with("bookends: ")) << run.err;
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
}

#endif

}  // namespace
}  // namespace bookends::test
