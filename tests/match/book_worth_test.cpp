// `bookends book test` as a user runs it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>

#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

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
  static int games_in(const std::string& pgn) {
    const std::string text = text_of(pgn);
    int games = 0;
    for (std::size_t at = 0; (at = text.find("[White ", at)) != std::string::npos; ++at) ++games;
    return games;
  }

  static TemporaryFolder* folder_;
};
TemporaryFolder* BookWorth::folder_ = nullptr;

TEST_F(BookWorth, PlaysAMatchAtEveryLimit) {
  const std::string pgn = (*folder_ / "games.pgn").string();
  const RunResult result = run({"--limit", "nodes=200", "--limit", "nodes=400", "--games", "4", "--start", "start1",
                                "--json", "--quiet", "--pgn", pgn});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const nlohmann::json rounds = nlohmann::json::parse(result.out);
  ASSERT_EQ(rounds.size(), 2u);
  for (const nlohmann::json& round : rounds) EXPECT_EQ(round["results"][0]["games"], 4) << round.dump();
  EXPECT_NE(rounds[0].dump().find("nodes 200"), std::string::npos);
  EXPECT_NE(rounds[1].dump().find("nodes 400"), std::string::npos);
  EXPECT_EQ(games_in(pgn), 8);
}

TEST_F(BookWorth, SaysWithTheResultWhatEnginesSaidAtTheStart) {
  const std::string threads = std::to_string(std::thread::hardware_concurrency() + 1);
  const std::string said = "engine plain says: option Threads: " + threads + " are more than";
  std::vector<std::string> options{"--limit", "nodes=50", "--games", "2", "--option", "Threads=" + threads};
  const RunResult text = run(options);
  EXPECT_THAT(text.err, HasSubstr("note: " + said));
  EXPECT_THAT(text.out, HasSubstr("\nnote: " + said));
  options.emplace_back("--json");
  EXPECT_THAT(nlohmann::json::parse(run(options).out)[0]["notes"].dump(), HasSubstr(said));
}

TEST_F(BookWorth, GoesOnFromTheGamesThatAreThere) {
  const std::string pgn = *folder_ / "cut.pgn";
  std::vector<std::string> options{"--limit", "nodes=200", "--limit", "nodes=400", "--games",
                                   "4",       "--json",    "--pgn",   pgn};
  ASSERT_EQ(run(options).exit_code, 0);
  EXPECT_THAT(run(options).err, HasSubstr("--resume goes on with it"));
  // Into the first games of the second limit.
  const std::uintmax_t whole = std::filesystem::file_size(pgn);
  std::filesystem::resize_file(pgn, whole * 3 / 4);
  options.emplace_back("--resume");
  const RunResult resumed = run(options);
  ASSERT_EQ(resumed.exit_code, 0) << resumed.err;
  EXPECT_THAT(resumed.err, ContainsRegex("[4-6] games are there already"));
  for (const nlohmann::json& round : nlohmann::json::parse(resumed.out))
    EXPECT_EQ(round["results"][0]["games"], 4) << round.dump();
  EXPECT_EQ(games_in(pgn), 8);
  EXPECT_THAT(run(options).err, HasSubstr("8 games are there already"));
}

TEST_F(BookWorth, GoesOnWithTheSameTestOnly) {
  const std::string pgn = *folder_ / "same.pgn";
  ASSERT_EQ(run({"--limit", "nodes=200", "--games", "2", "--pgn", pgn}).exit_code, 0);
  const RunResult other = run({"--limit", "nodes=300", "--games", "2", "--pgn", pgn, "--resume"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("White's limit is 'nodes 200' where 'nodes 300' was expected"));
  EXPECT_THAT(run({"--resume"}).err, HasSubstr("--resume needs the --pgn file"));
  std::ofstream(pgn) << "[Event \"bookends match\"]\n";
  EXPECT_THAT(run({"--pgn", pgn, "--resume"}).err, HasSubstr("no games of a match by `bookends book test`"));
  EXPECT_THAT(run({"--pgn", "-"}).err, HasSubstr("--pgn -: "));
}

TEST_F(BookWorth, SaysItForPeople) {
  const RunResult result = run({"--limit", "nodes=200", "--games", "2", "--quiet"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("Elo"));
  EXPECT_THAT(result.out, HasSubstr("nodes 200"));
}

// The same book move and the same answers at fixed nodes: one pair, played three times.
TEST_F(BookWorth, SaysThatPairsAreRepeated) {
  const std::vector<std::string> options{"--limit", "nodes=100", "--games", "6",      "--variety",
                                         "0",       "--start",   "start1",  "--quiet"};
  const RunResult people = run(options);
  ASSERT_EQ(people.exit_code, 0) << people.err;
  EXPECT_THAT(
      people.out,
      HasSubstr("2 of 3 pairs are the same as an earlier one, move by move: the interval is that of 1.0 pairs"));
  std::vector<std::string> programs = options;
  programs.emplace_back("--json");
  const nlohmann::json score = nlohmann::json::parse(run(programs).out)[0]["results"][0];
  EXPECT_EQ(score["games"], 6);
  EXPECT_EQ(score["repeated_pairs"], 2);
}

TEST_F(BookWorth, SaysHowManyMovesTheBookAnswered) {
  const std::string pgn = *folder_ / "answered.pgn";
  std::vector<std::string> options{"--limit", "nodes=100", "--games", "4", "--start", "start1"};
  const RunResult people = run(options);
  EXPECT_THAT(people.out, ContainsRegex(" of the book\n.* [1-9][0-9]*[.][0-9] moves\n"));
  EXPECT_THAT(people.err, Not(HasSubstr("answered no move")));
  options.insert(options.end(), {"--pgn", pgn, "--json"});
  const nlohmann::json told = nlohmann::json::parse(run(options).out)[0];
  const std::string games = text_of(pgn);
  const std::regex unsearched("\\{[0-9.]+s\\}");
  const auto moves =
      std::distance(std::sregex_iterator(games.begin(), games.end(), unsearched), std::sregex_iterator());
  EXPECT_GT(moves, 0);
  EXPECT_DOUBLE_EQ(told["book_moves_per_game"].get<double>(), static_cast<double>(moves) / 4);
  options.emplace_back("--resume");
  EXPECT_EQ(nlohmann::json::parse(run(options).out)[0]["book_moves_per_game"], told["book_moves_per_game"])
      << "read from the file";
  const RunResult lines = run({"--limit", "nodes=100", "--games", "2", "--option", "multipv=2", "--json"});
  EXPECT_GT(nlohmann::json::parse(lines.out)[0]["book_moves_per_game"], 0) << "with several lines of the book";
  EXPECT_THAT(lines.err, Not(HasSubstr("answered no move")));
}

TEST_F(BookWorth, WarnsOfABookThatAnswersNothing) {
  const RunResult idle = run({"--limit", "nodes=100", "--games", "2", "--start", "start0", "--json"});
  ASSERT_EQ(idle.exit_code, 0) << idle.err;
  EXPECT_EQ(nlohmann::json::parse(idle.out)[0]["book_moves_per_game"], 0);
  EXPECT_THAT(idle.err, HasSubstr("note: nodes 100: the book answered no move: "));
}

// In the file of games a move without a score is one of the book's.
TEST_F(BookWorth, SeveralBooksAreTakenTogether) {
  const auto path = [](const std::string& name) { return (*folder_ / name).string(); };
  for (const std::string side : {"white", "black"})
    ASSERT_EQ(run_program(BOOKENDS_PROGRAM, {"book", "build", "fragments", "--start", "start1", "--side", side, "--out",
                                             path(side), "--positions", "60", "--nodes", "300", "--quiet"})
                  .exit_code,
              0);
  const RunResult result =
      run_program(BOOKENDS_PROGRAM, {"book", "test", path("white"), path("black"), "--limit", "nodes=200", "--games",
                                     "2", "--start", "start1", "--pgn", path("two.pgn"), "--quiet"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(text_of(path("two.pgn")), ContainsRegex("\n1[.] [^ ]+ [{][0-9.]+s[}]"));
  EXPECT_THAT(text_of(path("two.pgn")), ContainsRegex(" 1[.][.][.] [^ ]+[ \n][{][0-9.]+s[}]"));
  std::filesystem::copy_file(book(), path("a;b"));
  EXPECT_THAT(run({path("a;b"), "--limit", "nodes=200", "--games", "2"}).err, HasSubstr("holds a ';'"));
}

TEST_F(BookWorth, MistakesAreSaidBeforeTheFirstGame) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
      {{"--limit", "soon"}, "--limit soon"},   {{"--games", "3"}, "--games must be even"},
      {{"--option", "Hash"}, "--option Hash"}, {{"--option", "Nonsense=1"}, "Nonsense"},
      {{"--tables", "/nowhere"}, "/nowhere"},  {{"/nowhere/second.book"}, "/nowhere/second.book"}};
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
