// `bookends serve` from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

TEST(Serve, SaysWhereItIsAndEndsCleanly) {
  const TemporaryFolder folder;
  ASSERT_EQ(bookends({"tables", "build", "fragments", "KQvK", "--out", folder.path(), "--quiet"}).exit_code, 0);
  RunOptions options;
  options.err_path = folder / "said";
  options.interrupt_when = [&] { return text_of(options.err_path).find("open http://") != std::string::npos; };
  const RunResult run = bookends({"serve", "--tables", folder.path(), "--port", "0"}, options);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, testing::ContainsRegex("open http://127.0.0.1:[0-9]+/"));
}

TEST(Serve, RefusesInOneLine) {
  const TemporaryFolder folder;
  ASSERT_EQ(bookends({"tables", "build", "fragments", "KQvK", "--out", folder.path(), "--quiet"}).exit_code, 0);
  expect_complaint({"serve"}, 2, "give --tables, --book or --proof");
  expect_complaint({"serve", "--tables", folder.path(), folder.path()}, 2, "both have tables of fragments");
  expect_complaint({"serve", "--tables", folder / "none"}, 2, "none");
  expect_complaint({"serve", "--book", folder / "none.book"}, 2, "none.book");
  expect_complaint({"serve", "--proof", folder / "none.proof"}, 2, "none.proof");
  expect_complaint({"serve", "--tables", folder.path(), "--port", "65536"}, 2, "--port");
  expect_complaint({"serve", "--tables", folder.path(), "--host", "192.0.2.1"}, 2, "no address of this machine");
}

}  // namespace
}  // namespace bookends::test
