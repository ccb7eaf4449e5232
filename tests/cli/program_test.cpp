// The program from outside: what a person or a script meets. Every complaint is one line and has its exit code.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mount.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "core/io/file.h"
#include "core/rules/games.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

using Arguments = std::vector<std::string>;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

constexpr const char* kLegalFen = "4k/5/5/5/R3K w - - 0 1";

TEST(Program, SaysItsVersion) {
  const RunResult run = bookends({"--version"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, StartsWith("bookends 0."));
}

// Sets or, with a null pointer, unsets a variable for as long as it lives.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~Variable() { set(before_ ? before_->c_str() : nullptr); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const char* value) const { value != nullptr ? setenv(name_, value, 1) : unsetenv(name_); }

  const char* name_;
  std::optional<std::string> before_;
};

// GCC's runtime library of OpenMP shows its settings as it is loaded: twice where the program has started itself again.
TEST(Program, StartsAgainWithShortSpinsToComputeUnlessItWasToldHowToWait) {
  const Variable shown("OMP_DISPLAY_ENV", "verbose"), spins("GOMP_SPINCOUNT", nullptr);
#ifdef __clang__
  GTEST_SKIP() << "another runtime library, which shows nothing as it is loaded";
#endif
  const auto expect_starts = [](const Arguments& arguments, int times, int with_short_spins) {
    const RunResult run = bookends(arguments);
    EXPECT_EQ(run.exit_code, 0) << joined(arguments) << run.err;
    const auto count = [lines = lines_of(run.err)](const char* what) {
      return std::ranges::count_if(lines, [&](const auto& line) { return line.find(what) != std::string::npos; });
    };
    EXPECT_EQ(count("DISPLAY ENVIRONMENT END"), times) << joined(arguments) << run.err;
    EXPECT_EQ(count("GOMP_SPINCOUNT = '10000'"), with_short_spins) << joined(arguments) << run.err;
  };
  const Arguments computes{"perft", "fragments", "--depth", "1"}, answers{"games"};
  {
    const Variable told("OMP_WAIT_POLICY", nullptr);
    expect_starts(computes, 2, 1);
    expect_starts(answers, 1, 0);
  }
  const Variable told("OMP_WAIT_POLICY", "passive");
  expect_starts(computes, 1, 0);
}

TEST(Program, RefusesWhatItDoesNotKnow) {
  expect_complaint({"perfect"}, 2, "perfect");
  expect_complaint({"perft", "chess"}, 2, "--depth");
  expect_complaint({"perft", "chess", "--depth", "many"}, 2, "many");
  expect_complaint({"perft", "chess", "--depth", "1", "--sideways"}, 2, "--sideways");
  expect_complaint({"games", "--progress", "loud"}, 2, "loud");
  expect_complaint({"tables"}, 2, "subcommand");
}

TEST(Program, NamesAllThatIsTooMuchInItsOrder) {
  expect_complaint({"games", "one", "--two", "three"}, 2,
                   "The following arguments were not expected: one --two three (--help");
  expect_complaint({"games", "one"}, 2, "The following argument was not expected: one (--help");
  expect_complaint({"--zero", "games", "one"}, 2, "The following arguments were not expected: --zero one (--help");
  expect_complaint({"--zero", "tables", "list", "fragments", "--men", "3", "one", "two"}, 2,
                   "were not expected: --zero one two (--help");
}

TEST(Program, SuggestsTheCommandThatWasMeant) {
  expect_complaint({"tabels", "build", "fragments"}, 2, "'tabels' is no command; did you mean `bookends tables`?");
  expect_complaint({"book", "biuld", "x"}, 2,
                   "'biuld' is no command of `bookends book`; did you mean `bookends book build`?");
  expect_complaint({"tables", "verfy"}, 2, "did you mean `bookends tables verify`?");
  expect_complaint({"book", "probe", "x"}, 2,
                   "'probe' is no command of `bookends book`; did you mean `bookends probe`?");
  expect_complaint({"build"}, 2,
                   "'build' is no command; did you mean `bookends tables build` or `bookends book build`?");
  expect_complaint({"sideways"}, 2, "'sideways' is no command; `bookends --help` lists them");
  expect_complaint({"book", "sideways", "--out", "x"}, 2,
                   "'sideways' is no command of `bookends book`; `bookends book --help` lists them");
  expect_complaint({"book", "book"}, 2, "'book' is no command of `bookends book`; `bookends book --help` lists them");
  expect_complaint({"book", ""}, 2, "'' is no command of `bookends book`; `bookends book --help` lists them");
}

TEST(Program, SaysWhatNumbersWithoutAnEndMayBe) {
  const TemporaryFolder folder;
  const std::string out = folder / "out";
  for (const std::string number : {"0", "-3", "1.5", "1e99", "many", ""}) {
    const std::string said = "--positions: '" + number + "' is not a whole number of at least 1";
    expect_complaint({"book", "build", "fragments", "--positions", number, "--out", out}, 2, said);
    expect_complaint({"book", "prune", "b", "--positions", number, "--out", out}, 2, said);
  }
  const std::string long_number(30, '9');
  expect_complaint({"book", "prune", "b", "--positions", long_number, "--out", out}, 2, "is more than 1844674407");
  expect_complaint({"book", "diff", "a", "b", "--most", "-1"}, 2, "'-1' is not a whole number of at least 0");
  expect_complaint({"book", "exits", "a", "--most", "x"}, 2, "'x' is not a whole number of at least 0");
  // Some libraries would take these for octal numbers.
  expect_complaint({"book", "prune", "b", "--positions", "010", "--out", out}, 2, "'010' begins with a zero");
  expect_complaint({"dump", "--book", "b", "--max-ply", "08"}, 2, "'08' begins with a zero");
  expect_complaint({"selfplay", "fragments", "--positions", "5", "--out", out, "--seed", "x"}, 2,
                   "--seed: 'x' is not a whole number of at least 0");
}

TEST(Program, SaysWhatAKnownOpponentNeeds) {
  const TemporaryFolder folder;
  const std::vector<std::string> build{"book",  "build",        "fragments",        "--positions", "9",
                                       "--out", folder / "out", "--opponent-nodes", "500"};
  const auto complains = [&](std::vector<std::string> options, const std::string& said) {
    options.insert(options.begin(), build.begin(), build.end());
    expect_complaint(options, 2, said);
  };
  complains({}, "--opponent-nodes: say whose book it is, --side white or --side black");
  complains({"--side", "white", "--engine", "cmd=none"}, "and does not go with --engine");
  complains({"--side", "black", "--seed", "x.pgn"}, "--seed excludes --opponent-nodes");
  for (const std::string option : {"--policy", "--cost-ply", "--reply-loss"})
    complains({"--side", "black", option, option == "--policy" ? "dropout" : "500"},
              option + " excludes --opponent-nodes");
  expect_complaint({"book", "build", "fragments", "--max-ply", "9", "--side", "black", "--out", folder / "out",
                    "--opponent-nodes", "500"},
                   2, "say when the book is finished, --time or --positions");
}

// `match` has --engine-log, `book build` has not.
TEST(Program, NamesNoOptionThatTheCommandLacks) {
  const TemporaryFolder folder;
  const Arguments build{"book",     "build",    "fragments", "--positions", "9",
                        "--engine", "cmd=true", "--out",     folder / "out"};
  expect_complaint(build, 2, "is it a UCI engine? started by hand it may say why");
  EXPECT_THAT(bookends(build).err, Not(HasSubstr("--engine-log")));
}

// As under mpirun, which needs not be there: every process refuses, one says so.
TEST(Program, RefusesToBeSeveralProcessesThatDoTheSame) {
  for (const char* rank : {"0", "2"}) {
    setenv("OMPI_COMM_WORLD_SIZE", "3", 1);
    setenv("OMPI_COMM_WORLD_RANK", rank, 1);
    const RunResult refused = bookends({"games"});
    unsetenv("OMPI_COMM_WORLD_SIZE");
    unsetenv("OMPI_COMM_WORLD_RANK");
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_THAT(refused.out, IsEmpty());
    if (rank == std::string("0")) {
      EXPECT_THAT(lines_of(refused.err), testing::ElementsAre(StartsWith("bookends: started as 3 processes, but ")));
    } else {
      EXPECT_THAT(refused.err, IsEmpty());
    }
  }
}

TEST(Program, NoticesThatItsAnswerCannotBeWritten) {
  const RunResult run = bookends({"games"}, {.input = "", .out_path = "/dev/full", .interrupt_after = {}});
  EXPECT_EQ(run.exit_code, 4);
  EXPECT_THAT(run.err, HasSubstr("standard output"));
}

// All commands, as the help lists them.
std::vector<Arguments> commands_below(const Arguments& group) {
  Arguments asked = group;
  asked.emplace_back("--help");
  const std::vector<std::string> lines = lines_of(bookends(asked).out);
  std::vector<Arguments> commands;
  for (auto line = std::ranges::find(lines, "Subcommands:"); line != lines.end() && !line->empty(); ++line) {
    if (!line->starts_with("  ")) continue;
    Arguments command = group;
    command.push_back(line->substr(2, line->find(' ', 2) - 2));
    const std::vector<Arguments> below = commands_below(command);
    if (below.empty()) commands.push_back(command);
    commands.insert(commands.end(), below.begin(), below.end());
  }
  return commands;
}

TEST(Program, EveryCommandHasHelpWithAnExample) {
  const std::vector<Arguments> commands = commands_below({});
  EXPECT_GT(commands.size(), 25u);
  EXPECT_THAT(commands, testing::IsSupersetOf({Arguments{"perft"}, Arguments{"tables", "build"},
                                               Arguments{"book", "check"}, Arguments{"train"}}));
  for (const Arguments& command : commands) {
    Arguments arguments = command;
    arguments.emplace_back("--help");
    const RunResult run = bookends(arguments);
    EXPECT_EQ(run.exit_code, 0) << joined(command);
    EXPECT_THAT(run.out, AllOf(HasSubstr("Example"), HasSubstr("bookends " + joined(command)), HasSubstr("--quiet"),
                               HasSubstr("--progress")))
        << joined(command);
    Arguments among_all = command;
    among_all.insert(among_all.begin(), "help");
    EXPECT_EQ(run.out, bookends(among_all).out) << "not what `bookends help " << joined(command) << "` prints";
  }
}

TEST(Program, UnknownGameListsTheGames) {
  const TemporaryFolder folder;
  const std::string out = folder / "out";
  for (const Arguments& arguments :
       std::vector<Arguments>{{"perft", "shogi", "--depth", "1"},
                              {"tables", "list", "shogi", "--men", "3"},
                              {"tables", "build", "shogi", "--men", "3", "--out", out},
                              {"probe", "shogi", "--tables", folder.path(), "--fen", kLegalFen},
                              {"book", "build", "shogi", "--out", out, "--positions", "1"}}) {
    expect_complaint(arguments, 2, "fragments-sd");
    EXPECT_THAT(folder.names(), IsEmpty()) << joined(arguments);
  }
}

TEST(Program, IllegalFenIsExplained) {
  const TemporaryFolder folder;
  for (const std::string fen :
       {"4k/5/5/5/R4 w - - 0 1", "4k/5/5/5/R3K x - - 0 1", "4k/5/5/R3K w", "zzz", "4k/5/5/4R/K4 w"})
    expect_complaint({"perft", "fragments", "--depth", "1", "--fen", fen}, 2, "");
  expect_complaint({"perft", "fragments", "--depth", "1", "--start", "nowhere"}, 2, "start0");
}

TEST(Games, AreAllListed) {
  const RunResult text = bookends({"games"});
  const RunResult run = bookends({"games", "--json"});
  ASSERT_EQ(run.exit_code, 0);
  const auto games = nlohmann::json::parse(run.out);
  ASSERT_EQ(games.size(), all_games().size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(games[i]["name"], all_games()[i]->name);
    EXPECT_EQ(games[i]["rules"].get<std::string>().size(), 16u);
    EXPECT_THAT(text.out, HasSubstr(games[i]["rules"].get<std::string>()));
  }
  EXPECT_EQ(games[0]["starts"]["start0"], "nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1");
}

TEST(Perft, PrintsTheCountLast) {
  const RunResult run = bookends({"perft", "fragments", "--depth", "5", "--start", "start0", "--threads", "2"});
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_EQ(run.out, "30602\n");
  EXPECT_THAT(bookends({"perft", "fragments", "--depth", "5", "--quiet"}).err, IsEmpty());
  EXPECT_EQ(bookends({"perft", "chess", "--depth", "0"}).out, "1\n");
}

TEST(Perft, DivideAddsUp) {
  const RunResult run = bookends({"perft", "makruk", "--depth", "3", "--divide"});
  std::vector<std::string> lines = lines_of(run.out);
  ASSERT_EQ(lines.size(), 24u);
  EXPECT_EQ(lines.back(), "12012");
  lines.pop_back();
  int sum = 0;
  for (const std::string& line : lines) sum += std::stoi(line.substr(line.find(' ')));
  EXPECT_EQ(sum, 12012);
}

TEST(Perft, StopsWhenInterrupted) {
  const RunResult run = bookends({"perft", "chess", "--depth", "12"},
                                 {.input = "", .out_path = "", .interrupt_after = std::chrono::milliseconds(300)});
  EXPECT_EQ(run.exit_code, 130);
  EXPECT_THAT(run.out, IsEmpty());
}

// `timeout` sends one signal to the program and one to its group.
TEST(Interrupt, OfTwoSignalsIsOne) {
  const TemporaryFolder folder;
  RunOptions options;
  options.interrupt_after = std::chrono::milliseconds(300);
  options.signals = 2;
  const RunResult run = bookends(
      {"book", "build", "fragments", "--nodes", "50000", "--positions", "99999", "--out", folder / "f"}, options);
  EXPECT_EQ(run.exit_code, 130);
  EXPECT_THAT(run.err, HasSubstr("interrupted; everything searched so far is in"));
}

}  // namespace
}  // namespace bookends::test
