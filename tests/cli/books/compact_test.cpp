// `book compact` from the command line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/io/file.h"
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
  const auto prove_until = [&](int seconds) {
    const RunResult open =
        answer_of({"book", "prove", "fragments", "--line", "d2d3", "--side", "white", "--out", proof, "--nodes", "500",
                   "--long-nodes", "20000", "--time", std::to_string(seconds) + "s", "--json", "--quiet"});
    EXPECT_EQ(open.exit_code, 1) << open.err;
    return nlohmann::json::parse(open.out)["solved"].get<int>();
  };
  // How long it takes depends on the machine.
  int seconds = 1, solved = 0;
  while ((solved = prove_until(seconds)) < 5000) ASSERT_LT(seconds *= 2, 100);
  const RunResult made = answer_of({"book", "compact", work, "--json"});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  const auto told = nlohmann::json::parse(made.out);
  EXPECT_LT(told["solved"], told["solved_before"]);
  EXPECT_LE(told["planned"], told["planned_before"]);
  EXPECT_LT(told["bytes"], told["bytes_before"]);
  EXPECT_EQ(told["solved_before"], solved);
  const RunResult again = answer_of({"book", "compact", work});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_THAT(again.out, HasSubstr(told["solved"].dump() + " solved (" + told["solved"].dump() + " before)"));
  EXPECT_EQ(answer_of({"verify", work}).exit_code, 0);
  const auto info = nlohmann::json::parse(answer_of({"book", "info", work, "--json"}).out);
  EXPECT_EQ(info["history"].back()["solved"], told["solved"]);
  EXPECT_EQ(info["history"].back()["planned"], told["planned"]);
  while (prove_until(seconds) <= told["solved"]) ASSERT_LT(seconds *= 2, 200);
}

TEST(CompactCommand, SaysWhatIsNoWorkspaceOfAProof) {
  const TemporaryFolder folder;
  expect_complaint({"book", "compact", folder.path().string()}, 2, "no plan of a proof is saved there");
  expect_complaint({"book", "compact", folder / "none"}, 2, "no such folder");
  expect_complaint({"book", "compact", ""}, 2, "no such folder");
  const std::string file = folder / "file";
  ASSERT_TRUE(write_file(file, as_bytes("no folder\n")));
  expect_complaint({"book", "compact", file}, 2, "not a folder");
  expect_complaint({"book", "compact"}, 2, "WORKSPACE");
  ASSERT_TRUE(write_file(folder / "plan", as_bytes("no plan, but longer than the head of one would be in its file")));
  expect_complaint({"book", "compact", folder.path().string()}, 3,
                   "plan: not the plan of a proof, or its first bytes are damaged; remove the folder");
}

}  // namespace
}  // namespace bookends::test
