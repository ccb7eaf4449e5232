// Builds that stop and go on: by a limit, on request, or killed.
#include <gtest/gtest.h>

#include <fstream>
#include <mutex>

#include "books/grow/build.h"
#include "books/review/verify.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using test::bytes_of;
using test::dice;
using test::expect_coverage;
using test::must_build;
using test::must_open;
using test::small_job;
using test::TemporaryFolder;

TEST(BookResume, AFinishedBuildIsLeftAlone) {
  const TemporaryFolder folder;
  const BuildJob job = small_job<fragments>(folder.path(), 150);
  must_build<fragments>(job, dice<fragments>());
  const auto bytes = bytes_of(job.out);
  const auto written = std::filesystem::last_write_time(job.out);
  EXPECT_EQ(must_build<fragments>(job, dice<fragments>()).new_searches, 0u);
  EXPECT_EQ(bytes_of(job.out), bytes);
  EXPECT_EQ(std::filesystem::last_write_time(job.out), written);
}

TEST(BookResume, RaisingALimitGoesOnWhereItStopped) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder / "steps", 100);
  const auto first = must_build<fragments>(job, dice<fragments>());
  job.limits.positions = 300;
  const auto second = must_build<fragments>(job, dice<fragments>());
  const BuildJob whole = small_job<fragments>(folder / "whole", 300);
  const auto at_once = must_build<fragments>(whole, dice<fragments>());
  EXPECT_EQ(bytes_of(job.out), bytes_of(whole.out));
  EXPECT_EQ(first.new_searches + second.new_searches, at_once.new_searches);
}

TEST(BookResume, AStopIsResumedToTheSameBytes) {
  const TemporaryFolder folder;
  const BuildJob whole = small_job<fragments>(folder / "whole", 250);
  must_build<fragments>(whole, dice<fragments>());
  const BuildJob job = small_job<fragments>(folder / "stopped", 250);
  int stops = 0;
  while (true) {
    test::StopAfter progress(3 + 2 * stops);
    const auto summary = build_book<fragments>(job, dice<fragments>(), progress);
    if (summary) break;
    ASSERT_EQ(summary.error().code, ErrorCode::interrupted);
    ASSERT_FALSE(std::filesystem::exists(job.out));
    ASSERT_LT(++stops, 100);
  }
  EXPECT_GT(stops, 2);
  EXPECT_EQ(bytes_of(job.out), bytes_of(whole.out));
}

// Copies the workspace as it is at some moments of the build, in the middle of whatever is being written: what a
// kill -9 then would leave behind.
class KilledBuild {
 public:
  KilledBuild(const BuildJob& job, const std::filesystem::path& copies, int every)
      : job_(job), copies_(copies), every_(every) {}

  std::function<void()> hook() {
    return [this] {
      const std::lock_guard lock(mutex_);
      if (++searches_ % every_ != 0) return;
      const auto to = copies_ / std::to_string(count_++);
      std::filesystem::create_directories(to);
      std::error_code ignored;  // a temporary file may be gone before it is copied
      std::filesystem::copy(job_.workspace, to, std::filesystem::copy_options::recursive, ignored);
    };
  }
  int count() const { return count_; }

 private:
  const BuildJob& job_;
  std::filesystem::path copies_;
  int every_;
  std::mutex mutex_;
  int searches_ = 0;
  int count_ = 0;
};

void resume_copies(std::size_t positions, int every, const BuildSettings& chosen = {}) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder / "killed", positions);
  job.settings.policy = chosen.policy;
  job.settings.backup = chosen.backup;
  job.settings.batch = chosen.batch;
  job.settings.side = chosen.side;
  job.threads = 2;
  KilledBuild killed(job, folder / "copies", every);
  must_build<fragments>(job, dice<fragments>(killed.hook()));
  ASSERT_GE(killed.count(), 5);
  for (int i = 0; i < killed.count(); ++i) {
    BuildJob resumed = job;
    resumed.workspace = folder / "copies" / std::to_string(i);
    resumed.out = folder / ("book" + std::to_string(i));
    must_build<fragments>(resumed, dice<fragments>());
    EXPECT_EQ(bytes_of(resumed.out), bytes_of(job.out)) << "copy " << i;
    EXPECT_EQ(bytes_of(resumed.workspace / "snapshot"), bytes_of(job.workspace / "snapshot"));
  }
}

TEST(BookResume, AKillIsResumedToTheSameBytes) { resume_copies(200, 17); }

TEST(BookResume, AKillOfADropOutBuildIsResumedToTheSameBytes) {
  BuildSettings chosen;
  chosen.policy = Policy::dropout;
  chosen.batch = 9;
  resume_copies(200, 31, chosen);
}

TEST(BookResume, AKillOfAOneSidedBuildWithReplacedValuesIsResumedToTheSameBytes) {
  BuildSettings chosen;
  chosen.backup = Backup::replace;
  chosen.side = BookSide::white;
  resume_copies(200, 31, chosen);
}

// Large enough for snapshots on the way.
TEST(BookResume, AKillBetweenSnapshotsIsResumedToTheSameBytes) { resume_copies(2600, 500); }

TEST(BookResume, AJournalCutAnywhereIsResumedToTheSameBytes) {
  const TemporaryFolder folder;
  const BuildJob whole = small_job<fragments>(folder / "whole", 150);
  must_build<fragments>(whole, dice<fragments>());
  BuildJob job = small_job<fragments>(folder / "cut", 150);
  test::StopAfter progress(9);
  ASSERT_FALSE((build_book<fragments>(job, dice<fragments>(), progress)));
  const std::vector<std::byte> journal = bytes_of(job.workspace / "journal");
  ASSERT_GT(journal.size(), 2000u);
  for (std::size_t length = 0; length <= journal.size(); length += 211) {
    std::filesystem::remove(job.workspace / "snapshot");
    std::filesystem::remove(job.out);
    std::ofstream(job.workspace / "journal", std::ios::binary)
        .write(reinterpret_cast<const char*>(journal.data()), static_cast<std::streamsize>(length));
    must_build<fragments>(job, dice<fragments>());
    ASSERT_EQ(bytes_of(job.out), bytes_of(whole.out)) << "journal of " << length << " bytes";
  }
}

TEST(BookResume, TheTimeIsThatOfAllRuns) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 0);
  job.limits.time = std::chrono::milliseconds(150);
  must_build<fragments>(job, dice<fragments>());
  const auto book = must_open<fragments>(job.out);
  expect_coverage(book, true, true);
  EXPECT_EQ(verify_book(book).faults, 0u);
  const auto bytes = bytes_of(job.out);
  EXPECT_EQ(must_build<fragments>(job, dice<fragments>()).new_searches, 0u);
  EXPECT_EQ(bytes_of(job.out), bytes);
  // A round that the time cut off is not in the book, so that it is one of those a limit of positions gives.
  BuildJob same = small_job<fragments>(folder / "same", book.file().positions());
  must_build<fragments>(same, dice<fragments>());
  EXPECT_EQ(bytes_of(same.out), bytes);
}

}  // namespace
}  // namespace bookends
