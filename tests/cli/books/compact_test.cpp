// `book compact` from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;

RunResult answer_of(const std::vector<std::string>& arguments) { return run_program(BOOKENDS_PROGRAM, arguments); }

// Stopped by its time, made small, and gone on with.
TEST(CompactCommand, MakesAWorkspaceSmallThatIsGoneOnWith) {
  const TemporaryFolder folder;
  const std::string proof = folder / "d3.proof", work = proof + ".work";
  const auto prove_until = [&](const std::string& time) {
    return answer_of({"book", "prove", "fragments", "--line", "d2d3", "--side", "white", "--out", proof, "--time", time,
                      "--json", "--quiet"});
  };
  const RunResult open = prove_until("1s");
  ASSERT_EQ(open.exit_code, 1) << open.err;
  const RunResult made = answer_of({"book", "compact", work, "--json"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const auto told = nlohmann::json::parse(made.out);
  EXPECT_LT(told["solved"], told["solved_before"]);
  EXPECT_LE(told["planned"], told["planned_before"]);
  EXPECT_LT(told["bytes"], told["bytes_before"]);
  EXPECT_EQ(told["solved_before"], nlohmann::json::parse(open.out)["solved"]);
  const RunResult again = answer_of({"book", "compact", work});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr(told["solved"].dump() + " solved (" + told["solved"].dump() + " before)"));
  EXPECT_EQ(answer_of({"verify", work}).exit_code, 0);
  const RunResult later = prove_until("2s");
  ASSERT_EQ(later.exit_code, 1) << later.err;
  EXPECT_GT(nlohmann::json::parse(later.out)["solved"], told["solved"]);
}

TEST(CompactCommand, SaysWhatIsNoWorkspaceOfAProof) {
  const TemporaryFolder folder;
  expect_complaint({"book", "compact", folder.path().string()}, 2, "book prove");
  expect_complaint({"book", "compact", folder / "none"}, 4, "none");
  expect_complaint({"book", "compact"}, 2, "WORKSPACE");
}

}  // namespace
}  // namespace bookends::test
