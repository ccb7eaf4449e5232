// `bookends book test` as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

class BookWorth : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    const RunResult built = run_program(BOOKENDS_PROGRAM, {"book", "build", "fragments", "--start", "start1", "--out",
                                                           book(), "--positions", "60", "--nodes", "300", "--quiet"});
    ASSERT_EQ(built.exit_code, 0) << built.err;
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static std::string book() { return (*folder_ / "book").string(); }
  static RunResult run(std::vector<std::string> more) {
    more.insert(more.begin(), {"book", "test", book()});
    return run_program(BOOKENDS_PROGRAM, more);
  }

  static TemporaryFolder* folder_;
};
TemporaryFolder* BookWorth::folder_ = nullptr;

TEST_F(BookWorth, PlaysAMatchAtEveryLimit) {
  const std::string pgn = (*folder_ / "games.pgn").string();
  const RunResult result = run({"--limit", "nodes=200", "--limit", "nodes=400", "--games", "4", "--start", "start1",
                                "--json", "--quiet", "--pgn", pgn});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const json rounds = json::parse(result.out);
  ASSERT_EQ(rounds.size(), 2u);
  for (const json& round : rounds) EXPECT_EQ(round["results"][0]["games"], 4) << round.dump();
  EXPECT_NE(rounds[0].dump().find("nodes 200"), std::string::npos);
  EXPECT_NE(rounds[1].dump().find("nodes 400"), std::string::npos);
  std::ifstream in(pgn);
  std::stringstream text;
  text << in.rdbuf();
  int games = 0;
  for (std::size_t at = 0; (at = text.str().find("[White ", at)) != std::string::npos; ++at) ++games;
  EXPECT_EQ(games, 8);
}

TEST_F(BookWorth, SaysItForPeople) {
  const RunResult result = run({"--limit", "nodes=200", "--games", "2", "--quiet"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("Elo"));
  EXPECT_THAT(result.out, HasSubstr("nodes 200"));
}

TEST_F(BookWorth, MistakesAreSaidBeforeTheFirstGame) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--limit", "soon"}, "--limit soon"},
      {{"--games", "3"}, "--games must be even"},
      {{"--option", "Hash"}, "--option Hash"},
      {{"--option", "Nonsense=1"}, "Nonsense"},
      {{"--tables", "/nowhere"}, "/nowhere"}};
  for (const auto& [arguments, said] : cases) {
    const RunResult result = run(arguments);
    EXPECT_NE(result.exit_code, 0) << said;
    EXPECT_THAT(result.err, HasSubstr(said));
    EXPECT_EQ(result.out, "");
  }
  EXPECT_EQ(run_program(BOOKENDS_PROGRAM, {"book", "test", "/nowhere/book"}).exit_code, 2);
}

}  // namespace
}  // namespace bookends::test
