// Books against a player who is known, from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using testing::Gt;
using testing::HasSubstr;

class BookOpponent : public testing::Test {
 protected:
  test::RunResult build(const std::string& opponent, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"book",   "build",       "fragments", "--out", book(),
                                       "--side", "white",       "--nodes",   "600",   "--opponent-nodes",
                                       opponent, "--positions", "120"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::bookends(arguments);
  }
  std::string book() const { return folder_ / "white.book"; }
  std::vector<std::byte> bytes() const { return read_file(book()).value(); }

  test::TemporaryFolder folder_;
};

TEST_F(BookOpponent, GamesAreCountedAndPlayedOnce) {
  const test::RunResult first = build("100", {"--json"});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_THAT(nlohmann::json::parse(first.out)["games"].get<int>(), Gt(20));
  const std::vector<std::byte> made = bytes();
  std::filesystem::remove(book());
  const test::RunResult again = build("100", {"--threads", "2"});
  EXPECT_THAT(again.err, HasSubstr(" 0 searches and 0 games in "));
  EXPECT_EQ(bytes(), made);
}

TEST_F(BookOpponent, IsNamedInTheBookAndSoundToItsReaders) {
  ASSERT_EQ(build("100").exit_code, 0);
  EXPECT_THAT(test::bookends({"book", "info", book()}).out,
              HasSubstr("opponent    100 nodes a move\nside        white\n"));
  EXPECT_EQ(test::bookends({"book", "verify", book()}).exit_code, 0);
  EXPECT_EQ(test::bookends({"probe", "fragments", "--book", book(), "--fen", "start1"}).exit_code, 0);
}

TEST_F(BookOpponent, StaysThatOfTheWorkspace) {
  ASSERT_EQ(build("100").exit_code, 0);
  const test::RunResult other = build("200");
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("made with opponent=100 nodes a move, asked for opponent=200 nodes a move"));
}

}  // namespace
}  // namespace bookends
