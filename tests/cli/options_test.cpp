// Options that come to a library's parameter: that they come to it, and that it is the right one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;

class OptionsOfCommands : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    made_ = new TemporaryFolder;
    ASSERT_EQ(bookends({"book", "build", "fragments", "--start", "start1", "--positions", "60", "--nodes", "300",
                        "--out", book(), "--quiet"})
                  .exit_code,
              0);
  }
  static void TearDownTestSuite() {
    delete made_;
    made_ = nullptr;
  }

  static std::string book() { return (*made_ / "book").string(); }
  static nlohmann::json answer(std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), {"--json", "--quiet"});
    const RunResult run = bookends(arguments);
    EXPECT_LE(run.exit_code, 1) << joined(arguments) << run.err;
    return nlohmann::json::parse(run.out, nullptr, false);
  }
  std::string at(const std::string& name) const { return (folder_ / name).string(); }

  const TemporaryFolder folder_;
  static TemporaryFolder* made_;
};
TemporaryFolder* OptionsOfCommands::made_ = nullptr;

TEST_F(OptionsOfCommands, GrowthOptionsAreTheSettingsOfTheBuild) {
  answer({"book",  "build",         "fragments", "--positions",       "20",      "--nodes",      "200", "--out",
          at("b"), "--policy",      "dropout",   "--backup",          "replace", "--cost-ply",   "901", "--cost-loss",
          "31",    "--uncertainty", "7",         "--bonus-principal", "102",     "--bonus-best", "153", "--reply-loss",
          "54",    "--batch",       "3"});
  const std::string settings = answer({"book", "info", at("b")})["settings"];
  for (const char* line : {"policy=dropout", "backup=replace", "cost-ply=901", "cost-loss=31", "uncertainty=7",
                           "principal=102", "best=153", "reply-loss=54", "batch=3"})
    EXPECT_THAT(settings, HasSubstr(line + std::string("\n")));
}

TEST_F(OptionsOfCommands, PruneTakesLossesAndShallowScores) {
  const auto gone = [&](const std::string& rule, const std::string& value) {
    return answer({"book", "prune", book(), rule, value, "--out", at("pruned"), "--force"})["gone"].get<int>();
  };
  EXPECT_GT(gone("--max-loss", "0"), gone("--max-loss", "40"));
  EXPECT_EQ(gone("--max-loss", "65000"), 0);
  EXPECT_GT(gone("--min-depth", "6"), gone("--min-depth", "3"));
  EXPECT_EQ(gone("--min-depth", "1"), 0);
}

TEST_F(OptionsOfCommands, DiffToleratesSoMuch) {
  nlohmann::json dump = answer({"dump", "--book", book()});
  dump["nodes"][0]["score"] = dump["nodes"][0]["score"].get<int>() + 5;
  ASSERT_TRUE(write_file(at("other.json"), as_bytes(dump.dump())));
  answer({"book", "import", "fragments", at("other.json"), "--out", at("other")});
  const auto differ = [&](const std::string& tolerance) {
    return bookends({"book", "diff", book(), at("other"), "--tolerance", tolerance}).exit_code;
  };
  EXPECT_EQ(differ("5"), 0);
  EXPECT_EQ(differ("4"), 1);
}

TEST_F(OptionsOfCommands, ExitsFlagsDropsOfSoMuch) {
  const auto exits = [&](const std::string& drop, const std::vector<std::string>& more) {
    std::vector<std::string> words{"book", "exits", book(), "--nodes", "2000", "--most", "12", "--drop", drop};
    words.insert(words.end(), more.begin(), more.end());
    return answer(words)["exits"];
  };
  int greatest = 0;
  for (const nlohmann::json& end : exits("65000", {})) {
    EXPECT_FALSE(end["flagged"].get<bool>());
    greatest = std::max(greatest, end["drop"].get<int>());
  }
  ASSERT_GT(greatest, 0) << "no end was promised too much";
  std::size_t flagged = 0;
  for (const nlohmann::json& end : exits(std::to_string(greatest), {})) {
    EXPECT_EQ(end["flagged"].get<bool>(), end["drop"].get<int>() >= greatest);
    flagged += end["flagged"].get<bool>();
  }
  EXPECT_GT(flagged, 0u);
  EXPECT_EQ(exits(std::to_string(greatest), {"--flagged"}).size(), flagged);
}

TEST_F(OptionsOfCommands, ImportLeavesBrokenGamesOutUnlessItIsStrict) {
  ASSERT_TRUE(
      write_file(at("games.pgn"), as_bytes("[Event \"whole\"]\n\n1. b3 *\n\n[Event \"broken\"]\n\n1. Kxe9 *\n")));
  const std::vector<std::string> import{"book", "import", "fragments", at("games.pgn"), "--out", at("imported")};
  std::vector<std::string> strict = import;
  strict.emplace_back("--strict");
  expect_complaint(strict, 2, "without --strict it is left out");
  const nlohmann::json made = answer(import);
  EXPECT_EQ(made["positions"], 1);
  EXPECT_EQ(made["omitted"]["games"], 1);
}

TEST_F(OptionsOfCommands, TablesArePackedAsAskedFor) {
  const auto bytes = [&](const std::vector<std::string>& more) {
    const std::string out = at("tables");
    std::filesystem::remove_all(out);
    std::vector<std::string> words{"tables", "build", "fragments", "KQvKR", "--only", "--out", out};
    words.insert(words.end(), more.begin(), more.end());
    const auto size = answer(words)["bytes"].get<int>();
    EXPECT_EQ(bookends({"tables", "verify", out, "--quiet"}).exit_code, 0) << joined(more);
    return size;
  };
  const int usual = bytes({});
  EXPECT_LT(bytes({"--sides", "one"}), usual);
  EXPECT_LT(bytes({"--metrics", "wdl"}), usual);
  EXPECT_LT(bytes({"--dtm-level", "19"}), bytes({"--dtm-level", "1"}));
  EXPECT_GT(bytes({"--level", "1", "--metrics", "wdl"}), bytes({"--level", "19", "--metrics", "wdl"}));
  EXPECT_GT(bytes({"--block", "4"}), usual);
  EXPECT_NEAR(bytes({"--search-orders"}), usual, 20);  // the same orders: the headers say where they are from
}

// What it prints of tables that were searched is what it knows.
TEST_F(OptionsOfCommands, TablesOrdersAreRead) {
  const auto known = bookends({"tables", "orders", "fragments"});
  EXPECT_EQ(known.exit_code, 0);
  EXPECT_THAT(known.out, HasSubstr("\nKQvKR wdl 0 "));
  const std::string out = at("tables");
  answer({"tables", "build", "fragments", "KQvKR", "--search-orders", "--out", out});
  EXPECT_EQ(bookends({"tables", "orders", "fragments", out}).out, known.out);
  EXPECT_THAT(answer({"tables", "orders", "fragments"})["orders"], testing::SizeIs(testing::Gt(50u)));
  const auto other = bookends({"tables", "orders", "gardner", out});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("a table of fragments"));
  answer({"tables", "build", "fragments", "KQvK", "--force", "--out", out});
  EXPECT_EQ(bookends({"tables", "orders", "fragments", out}).out, known.out) << "KQvK was known already";
  answer({"tables", "build", "fragments", "KQvKR", "--force", "--metrics", "wdl", "--out", out});
  const auto part = bookends({"tables", "orders", "fragments", out});
  EXPECT_EQ(part.exit_code, 3);
  EXPECT_THAT(part.err, HasSubstr("KQvK.bkt: has not both sides and all metrics"));
}

TEST_F(OptionsOfCommands, SelfplayAndTuneTakeTheirs) {
  const auto games = [&](const std::string& every) {
    return answer({"selfplay", "gardner", "--positions", "600", "--nodes", "50", "--every", every, "--force", "--out",
                   at("games.tsv")})["games"]
        .get<int>();
  };
  EXPECT_GT(games("5"), 2 * games("1"));
  const auto tune = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"tune",    "gardner",  "--data", at("games.tsv"), "--out", at("w.inc"),
                                   "--force", "--epochs", "6"};
    words.insert(words.end(), more.begin(), more.end());
    return bookends(words);
  };
  const std::string table = tune({"--show", "3"}).out;
  EXPECT_EQ(std::ranges::count(table, '\n'), std::ranges::count(tune({"--show", "5"}).out, '\n') - 2) << table;
  const std::string once = (tune({"--rounds", "1"}), text_of(at("w.inc")));
  EXPECT_NE(once, (tune({"--rounds", "3"}), text_of(at("w.inc"))));
  const auto positions = [&](const std::string& decided) {
    return nlohmann::json::parse(tune({"--decided", decided, "--json", "--quiet"}).out)["positions"].get<int>();
  };
  EXPECT_LT(positions("200"), positions("1000"));
}

// The first words of a help's lines behind a heading.
std::vector<std::string> names_below(const std::string& heading, const std::vector<std::string>& command) {
  std::vector<std::string> words = command, names;
  words.emplace_back("--help");
  std::istringstream help(bookends(words).out);
  std::string line;
  while (std::getline(help, line) && line != heading) {
  }
  while (std::getline(help, line) && !line.empty())
    if (line.size() > 2 && line[2] != ' ') names.push_back(line.substr(2));
  return names;
}

// All that do something themselves.
std::vector<std::vector<std::string>> all_commands() {
  std::vector<std::vector<std::string>> found, open{{}};
  while (!open.empty()) {
    const std::vector<std::string> group = open.back();
    open.pop_back();
    const std::vector<std::string> names = names_below("Subcommands:", group);
    if (names.empty()) found.push_back(group);
    for (const std::string& name : names) {
      open.push_back(group);
      open.back().push_back(name.substr(0, name.find(' ')));
    }
  }
  return found;
}

TEST(NumbersOfOptions, AreSaidToBeNone) {
  int numbers = 0;
  for (const std::vector<std::string>& command : all_commands())
    for (const std::string& option : names_below("Options:", command)) {
      static const std::regex kNumber("(?:-[a-z],)?(--[a-z-]+)(?:,--[a-z-]+)? (INT|UINT|FLOAT)(:\\{.*)?.*");
      std::smatch found;
      if (!std::regex_match(option, found, kNumber)) continue;
      ++numbers;
      std::vector<std::string> words = command;
      words.insert(words.end(), {found[1], "abc"});
      const std::string wanted = found[3].matched      ? "abc not in {"
                                 : found[2] == "FLOAT" ? "'abc' is not a number "
                                                       : "'abc' is not a whole number ";
      expect_complaint(words, 2, found[1].str() + ": " + wanted);
    }
  EXPECT_GT(numbers, 100);
}

}  // namespace
}  // namespace bookends::test
