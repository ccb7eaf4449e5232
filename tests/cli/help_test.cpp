// The ways to what a command does: its help, its first steps, its version. Pages and completions: tests/install/manual.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Help, WithoutArgumentsTheFirstStepsAreShown) {
  const RunResult run = bookends({});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, testing::AllOf(HasSubstr("bookends tables build"), HasSubstr("bookends help")));
  EXPECT_LE(std::ranges::count(run.out, '\n'), 6);
}

TEST(Help, TheFirstStepsCanBeTaken) {
  const TemporaryFolder folder;
  std::string script = "set -e; cd " + folder.path().string() +
                       "; PATH=" + std::filesystem::path(BOOKENDS_PROGRAM).parent_path().string() + ":$PATH\n";
  std::istringstream lines(bookends({}).out);
  int steps = 0;
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  bookends")) script += line + "\n", ++steps;
  EXPECT_EQ(steps, 3);
  const RunResult run = run_program("/bin/sh", {"-c", script});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("[1] start position start1"));
}

TEST(Help, OfACommandIsThatOfItsOption) {
  EXPECT_EQ(bookends({"help"}).out, bookends({"--help"}).out);
  EXPECT_EQ(bookends({"help", "book"}).out, bookends({"book", "--help"}).out);
  EXPECT_EQ(bookends({"help", "tables", "build"}).out, bookends({"tables", "build", "-h"}).out);
  EXPECT_THAT(bookends({"help", "tables", "build"}).out, HasSubstr("Usage: bookends tables build [OPTIONS]"));
  EXPECT_EQ(bookends({"help", "help"}).out, bookends({"help", "--help"}).out);
  expect_complaint({"help", "tables", "biuld"}, 2,
                   "'biuld' is no command of `bookends tables`; did you mean `bookends tables build`?");
  expect_complaint({"man", "tabels"}, 2, "'tabels' is no command; did you mean `bookends tables`?");
  expect_complaint({"completion", "tcsh"}, 2, "tcsh");
  expect_complaint({"man", "games", "--out", "x"}, 2, "COMMAND excludes --out");
}

TEST(Help, VersionHasAShortNameToo) {
  EXPECT_EQ(bookends({"-v"}).out, bookends({"--version"}).out);
  EXPECT_THAT(bookends({"-v"}).out, StartsWith("bookends 0."));
  EXPECT_EQ(run_program(BOOKENDS_AGENT, {"-v"}).out, run_program(BOOKENDS_AGENT, {"--version"}).out);
}

TEST(Help, ManualPagesAreWrittenOrSaid) {
  const TemporaryFolder folder;
  EXPECT_EQ(bookends({"man", "--out", folder / "man1"}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "man1" / "bookends-book-build.1"));
  EXPECT_THAT(bookends({"man", "book", "build"}).out, StartsWith(".TH BOOKENDS\\-BOOK\\-BUILD 1"));
  EXPECT_THAT(bookends({"man", "bookends-agent"}).out, HasSubstr("TablebasePath"));
  const RunResult run = bookends({"man", "--out", "/proc/none"});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr("/proc/none"));
}

}  // namespace
}  // namespace bookends::test
