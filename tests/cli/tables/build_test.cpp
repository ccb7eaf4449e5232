// `bookends tables build`: what it says while it is at it and at the end, and that it stops when it is asked to.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/text_of.h"

namespace bookends::test {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> build_words(const TemporaryFolder& folder, const std::vector<std::string>& more) {
  std::vector<std::string> words{"tables", "build", "--out", folder / "tables"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

TEST(TablesBuild, SaysALineForEachTableAndASummary) {
  const TemporaryFolder folder;
  const RunResult run = bookends(build_words(folder, {"fragments", "--men", "3"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, ContainsRegex("1/5  KQvK +[0-9]+ positions +[0-9.]+ kB +[0-9.]+ s\n"));
  EXPECT_THAT(run.err, ContainsRegex("5/5  KPvK +[0-9]+ positions"));
  EXPECT_THAT(run.err, ContainsRegex("CPU time [0-9.]+ s; slowest: K.vK [0-9.]+ s, K.vK [0-9.]+ s, K.vK [0-9.]+ s\n$"));
  const RunResult again = bookends(build_words(folder, {"fragments", "--men", "3"}));
  EXPECT_THAT(again.err, HasSubstr("0 built (0 again), 5 there already"));
  EXPECT_THAT(again.err, Not(HasSubstr("slowest")));
}

TEST(TablesBuild, SaysItAsObjects) {
  const TemporaryFolder folder;
  const RunResult run = bookends(build_words(folder, {"fragments", "KQvK", "KRvK", "--json", "--progress", "json"}));
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto summary = nlohmann::json::parse(run.out);
  EXPECT_EQ(summary["built"], 2);
  EXPECT_GE(summary["cpu_seconds"], 0);
  ASSERT_EQ(summary["slowest"].size(), 2u);
  EXPECT_GE(summary["slowest"][0]["seconds"], summary["slowest"][1]["seconds"]);
  std::map<std::string, nlohmann::json> tables;
  std::istringstream lines(run.err);
  for (std::string line; std::getline(lines, line);) {
    const auto object = nlohmann::json::parse(line);
    if (object.contains("ending")) tables[object["ending"]] = object;
  }
  ASSERT_EQ(tables.size(), 2u) << run.err;
  EXPECT_EQ(tables["KRvK"]["number"], 2);
  EXPECT_EQ(tables["KRvK"]["of"], 2);
}

TEST(TablesBuild, SaysNoMoreThanIsWanted) {
  const TemporaryFolder folder;
  const RunResult quiet = bookends(build_words(folder, {"fragments", "KQvK", "--quiet"}));
  EXPECT_EQ(quiet.err, "");
  const RunResult none = bookends(build_words(folder, {"fragments", "KQvK", "--force", "--progress", "none"}));
  EXPECT_THAT(none.err, Not(HasSubstr("1/1")));
  EXPECT_THAT(none.err, HasSubstr("1 built"));
}

// A table is being packed once its solution has been handed on. A search for orders makes that long.
TEST(TablesBuild, StopsWhileATableIsPacked) {
  const TemporaryFolder folder;
  const std::vector<std::string> words = build_words(folder, {"chess", "KQvKR", "--search-orders", "--solutions",
                                                              folder / "solved", "--threads", "1", "--level", "3"});
  RunOptions options;
  const auto solved = folder / "solved" / "KQvKR.b.solved";
  options.interrupt_when = [&] { return std::filesystem::exists(solved); };
  const RunResult run = bookends(words, options);
  EXPECT_EQ(run.exit_code, 130) << run.err;
  EXPECT_THAT(run.err, HasSubstr("bookends: stopping"));
  EXPECT_THAT(run.err, HasSubstr("bookends: interrupted while packing KQvKR; start again to go on\n"));
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder / "tables"))
    names.push_back(entry.path().filename());
  EXPECT_THAT(names, testing::UnorderedElementsAre("KQvK.bkt", "KRvK.bkt"));
}

}  // namespace
}  // namespace bookends::test
