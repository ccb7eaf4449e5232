// A system that refuses threads: the linker sends what std::thread starts in this test program through the wrapper
// below.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <sstream>
#include <system_error>
#include <thread>
#include <vector>

#include "tests/agent/script.h"
#include "tests/support/program.h"

namespace {
std::atomic<int> allowed{1 << 30};
}

// As both compilers name it with libstdc++.
#define BOOKENDS_START_THREAD _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE
#define BOOKENDS_PREFIXED(prefix, name) prefix##name
#define BOOKENDS_WITH(prefix, name) BOOKENDS_PREFIXED(prefix, name)

extern "C" {

void BOOKENDS_WITH(__real_, BOOKENDS_START_THREAD)(std::thread*, std::unique_ptr<std::thread::_State>, void (*)());
void BOOKENDS_WITH(__wrap_, BOOKENDS_START_THREAD)(std::thread*, std::unique_ptr<std::thread::_State>, void (*)());

void BOOKENDS_WITH(__wrap_, BOOKENDS_START_THREAD)(std::thread* thread, std::unique_ptr<std::thread::_State> state,
                                                   void (*depend)()) {
  if (--allowed < 0) throw std::system_error(EAGAIN, std::generic_category());
  BOOKENDS_WITH(__real_, BOOKENDS_START_THREAD)(thread, std::move(state), depend);
}

}  // extern "C"

namespace bookends {
namespace {

struct Allowed {
  explicit Allowed(int threads) { allowed = threads; }
  ~Allowed() { allowed = 1 << 30; }
};

TEST(RefusedThreads, AreSaidBeforeAnythingIsRead) {
  for (const int threads : {0, 1}) {
    const Allowed some(threads);
    std::istringstream in("uci\nquit\n");
    std::ostringstream out;
    const Result<void> done = agent::Uci(in, out, "test").run();
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().code, ErrorCode::io);
    EXPECT_NE(done.error().message.find("refuses the two threads"), std::string::npos);
    EXPECT_EQ(out.str(), "");
    EXPECT_EQ(in.tellg(), 0);
  }
}

TEST(RefusedThreads, LeaveSearchesWithoutHelpers) {
  const Allowed two(2);
  const test::Lines lines = test::play_script(
      "setoption name Threads value 4\nposition startpos\ngo depth 3\nucinewgame\nposition startpos\ngo movetime 20\n");
  EXPECT_EQ(test::best_moves(lines), 2);
}

// It begins with the ponder hit, and keeps to its time; or with a stop.
TEST(RefusedThreads, LeaveNothingToPonderIn) {
  for (const std::string end : {"ponderhit\n", "stop\n", ""}) {
    const Allowed two(2);
    const test::Lines lines = test::play_script("position startpos\ngo ponder wtime 500 btime 500\n" + end);
    EXPECT_EQ(test::count_with(lines, "the system refuses a thread to ponder in"), 1);
    EXPECT_EQ(test::best_moves(lines), 1) << end;
    EXPECT_NE(test::last_move(lines), "0000");
  }
}

#ifndef BOOKENDS_SANITIZED  // a sanitizer takes more room than there is
// The thread that searches is there before the memory is used up, and some is kept back for what is to be said. At the
// lowest limits there is none for a position; everything is answered all the same.
TEST(RefusedThreads, AreNotNeededWhenLittleMemoryIsLeft) {
  std::vector<int> limits{150000};
  for (int kilobytes = 32000; kilobytes <= 64000; kilobytes += 500) limits.push_back(kilobytes);
  for (const int kilobytes : limits) {
    const std::string command = "ulimit -v " + std::to_string(kilobytes) +
                                "; (printf 'isready\\nposition startpos\\ngo depth 4\\ngo movetime 5\\n'; sleep 0.05; "
                                "echo quit) | '" BOOKENDS_AGENT "'";
    const auto run = test::run_program("/bin/sh", {"-c", command});
    EXPECT_EQ(run.exit_code, 0) << kilobytes << ": " << run.err;
    EXPECT_TRUE(test::contains(run.out, "readyok")) << kilobytes << ": " << run.out;
    EXPECT_EQ(test::count_with(test::lines_of(run.out), "bestmove "), 2) << kilobytes << ": " << run.out;
  }
}

// The words of a line take more room than the line. Who says no command is told so, whatever the memory.
TEST(RefusedThreads, AreNotMissedByLinesOfManyWords) {
  for (int kilobytes = 32000; kilobytes <= 64000; kilobytes += 4000)
    for (const std::string first : {"x", "position", "go"}) {
      const std::string line = "(echo " + first + "; yes x | head -n 500000) | tr '\\n' ' '";
      const std::string command = "(echo isready; " + line + "; echo; echo isready; echo quit) | (ulimit -v " +
                                  std::to_string(kilobytes) + "; exec '" BOOKENDS_AGENT "')";
      const auto run = test::run_program("/bin/sh", {"-c", command});
      EXPECT_EQ(run.exit_code, 0) << kilobytes << " " << first << ": " << run.err;
      const long complaints = test::count_with(test::lines_of(run.out), "info string");
      EXPECT_GE(complaints, 1) << kilobytes << " " << first << ": " << run.out;
      EXPECT_EQ(test::count_with(test::lines_of(run.out), "readyok"), 2)
          << kilobytes << " " << first << ": " << run.out;
    }
}
#endif

}  // namespace
}  // namespace bookends
