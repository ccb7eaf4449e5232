// `bookends estimate`: the page, the object, and its errors.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Estimate, SaysWhatAClusterIsToHave) {
  const RunResult run = bookends({"estimate", "chess", "--men", "7"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, StartsWith("level endings shared"));
  for (const char* line : {"\ndays ", "\nmemory ", "\ntraffic ", "\ndisk ", "\nlimits ", "memory of children"})
    EXPECT_THAT(run.out, HasSubstr(line));
}

TEST(Estimate, AnswersAsAnObject) {
  const auto ask = [](std::vector<std::string> more) {
    std::vector<std::string> words{"estimate", "fragments", "--men", "8",     "--nodes",
                                   "100",      "--memory",  "64G",   "--json"};
    words.insert(words.end(), more.begin(), more.end());
    const RunResult run = bookends(words);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return nlohmann::json::parse(run.out);
  };
  const auto now = ask({}), answers = ask({"--answers"});
  EXPECT_EQ(now["game"], "fragments");
  EXPECT_EQ(now["levels"].size(), answers["levels"].size());
  EXPECT_GT(now["all"]["positions"], 1e12);
  EXPECT_LT(answers["all"]["memory_bytes"]["most"], now["all"]["memory_bytes"]["most"]);
  EXPECT_LT(answers["all"]["too_large"], now["all"]["too_large"]);
}

TEST(Estimate, TakesOtherConstants) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "c.json", as_bytes(R"({"pack_rate": 1e3})")));
  const auto seconds = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"estimate", "makruk", "--men", "4", "--nodes", "2", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return nlohmann::json::parse(bookends(words).out)["all"]["seconds"]["writing"].get<double>();
  };
  EXPECT_GT(seconds({"--constants", folder / "c.json"}), 100 * seconds({}));
}

TEST(Estimate, SaysWhatIsWrongInALine) {
  expect_complaint({"estimate", "checkers", "--men", "5"}, 2, "checkers");
  expect_complaint({"estimate", "chess"}, 2, "--men is required");
  expect_complaint({"estimate", "chess", "--men", "9"}, 2, "--men");
  expect_complaint({"estimate", "chess", "--men", "5", "--memory", "much"}, 2, "--memory much: an amount of memory");
  expect_complaint({"estimate", "chess", "--men", "5", "--link", "fast"}, 2, "--link fast: bytes or bits");
  expect_complaint({"estimate", "chess", "--men", "5", "--disk-rate", "0"}, 2, "--disk-rate 0");
}

}  // namespace
}  // namespace bookends::test
