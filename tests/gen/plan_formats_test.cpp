// Plans that are too large to be run here, as text.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/file.h"
#include "gen/plan/formats.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

// An sbatch that only says which array it got, after what, and its first and last ending; its jobs are numbered.
constexpr const char* kSbatch = R"(#!/bin/bash
script=$(cat)
state=$(dirname "$0")
for word in "$@"; do
  case "$word" in
    --array=*) array=${word#--array=} ;;
    --dependency=*) after=${word#--dependency=} ;;
  esac
done
job=$(($(cat "$state/jobs" 2>/dev/null || echo 0) + 1))
echo "$job" > "$state/jobs"
grep '^endings=' <<<"$script" > "$state/endings"
. "$state/endings"
echo "$job: $array ${endings[0]} ${endings[-1]} (${#endings[@]}) $after" >> "$state/log"
echo "$job"
)";

TableStep step_of(int number, int level) {
  TableStep step;
  step.ending = "E" + std::to_string(number);
  step.level = level;
  return step;
}

// Slurm comes with arrays of a thousand steps.
TEST(PlanFormats, ALevelOfManyStepsIsSeveralArraysForSlurm) {
  TablePlan plan{"chess", "/tables", "/solved", {}, 1, {}};
  for (int i = 0; i < 2500; ++i) plan.steps.push_back(step_of(i, i < 1000 ? 0 : i < 2001 ? 1 : 2));
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder / "sbatch", as_bytes(kSbatch)));
  std::filesystem::permissions(folder / "sbatch", std::filesystem::perms::owner_all);
  ASSERT_TRUE(write_file(folder / "plan", as_bytes(slurm_script_of(plan))));
  const RunResult run =
      run_program("/usr/bin/env", {"PATH=" + folder.path().string() + ":/usr/bin:/bin", "/bin/bash", folder / "plan"});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out,
            "level 0: job 1, 1000 tables\n"
            "level 1: job 2, 1000 tables\n"
            "level 1: job 3, 1 tables\n"
            "level 2: job 4, 499 tables\n");
  const std::vector<std::byte> log = read_file(folder / "log").value();
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(log.data()), log.size()),
            "1: 0-999 E0 E999 (1000) \n"
            "2: 0-999 E1000 E1999 (1000) afterok:1\n"
            "3: 0-0 E2000 E2000 (1) afterok:1\n"
            "4: 0-498 E2001 E2499 (499) afterok:2:3\n");
}

}  // namespace
}  // namespace bookends::test
