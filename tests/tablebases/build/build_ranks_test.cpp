// A build over ranks: the same files as of one process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <map>

#include "core/io/file.h"
#include "tablebases/build/over_ranks.h"
#include "tests/support/local_ranks.h"
#include "tests/tablebases/table_support.h"

namespace bookends::tables::test {
namespace {

using testing::HasSubstr;

constexpr const Rules& kGame = games::fragments;

struct Ranks {
  std::vector<Result<void>> results;
  std::vector<RankedSummary> summaries;
  std::vector<std::string> said;  // by the first rank
  std::vector<TableMade> told;    // to the first rank
};

struct Asked {
  std::vector<Ending> endings = closure(kGame, endings_up_to(kGame, 4));
  RankOptions over{};
  BuildOptions options{};
  int stop_at = 1'000'000;  // questions, of all ranks together
  // What a rank is told otherwise.
  std::function<void(int, BuildOptions&)> of_rank = [](int, BuildOptions&) {};
};

class StopsAfter : public Progress {
 public:
  explicit StopsAfter(std::atomic<int>& left) : left_(left) {}
  bool stop_requested() const override { return left_-- <= 0; }

 private:
  std::atomic<int>& left_;
};

Ranks build_over(int size, const TemporaryFolder& folder, const Asked& asked) {
  Ranks run;
  run.summaries.resize(slot(size));
  std::atomic<int> left = asked.stop_at;
  run.results = bookends::test::run_ranks(size, [&](Communicator& ranks) -> Result<void> {
    StopsAfter progress(left);
    BuildOptions options = asked.options;
    options.threads = 1;
    options.solutions = folder / "solved";
    if (ranks.rank() == 0) options.made = [&](const TableMade& made) { run.told.push_back(made); };
    asked.of_rank(ranks.rank(), options);
    const auto summary = build_tables_over(ranks, kGame, asked.endings, folder / "tables", options, asked.over,
                                           progress, [&](std::string_view line) {
                                             if (ranks.rank() == 0) run.said.emplace_back(line);
                                           });
    if (!summary) return summary.error();
    run.summaries[slot(ranks.rank())] = *summary;
    return {};
  });
  return run;
}

const std::map<std::string, std::vector<std::byte>>& of_one_process() {
  static const auto files = [] {
    const TemporaryFolder folder;
    build_men(kGame, 4, folder.path());
    return contents(folder.path());
  }();
  return files;
}

void expect_same_bytes(int size, std::uint64_t share_from) {
  const TemporaryFolder folder;
  Asked asked;
  asked.over.share_from = share_from;
  const Ranks run = build_over(size, folder, asked);
  for (const Result<void>& result : run.results) ASSERT_TRUE(result.ok()) << result.error().message;
  EXPECT_EQ(contents(folder / "tables"), of_one_process()) << size << " " << share_from;
  for (const RankedSummary& summary : run.summaries) {
    EXPECT_EQ(summary.built, 35);
    EXPECT_EQ(summary.ranks.size(), slot(size));
  }
}

TEST(BuildRanksSlow, SameBytesForAnyNumberOfRanks) {
  expect_same_bytes(1, 0);
  expect_same_bytes(2, 100'000);
  expect_same_bytes(3, 0);
  expect_same_bytes(4, 100'000);
}

TEST(BuildRanks, EveryRankHasItsPart) {
  const TemporaryFolder folder;
  Asked asked;
  asked.endings = closure(kGame, endings_up_to(kGame, 3));
  asked.over.share_from = 1'000'000'000;
  const Ranks run = build_over(3, folder, asked);
  ASSERT_TRUE(run.results[0].ok());
  ASSERT_EQ(run.summaries[0].ranks.size(), 3u);
  ASSERT_EQ(run.told.size(), 5u) << "the first rank is told of every table";
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(run.told[slot(i)].number, i + 1);
    EXPECT_EQ(run.told[slot(i)].of, 5);
    EXPECT_GT(run.told[slot(i)].positions, 0u);
  }
  EXPECT_NE(run.summaries[2].slowest[2].number, 0) << "of all ranks";
  for (const RankUse& use : run.summaries[0].ranks) EXPECT_GT(use.alone, 0) << "seconds in endings of its own";
  EXPECT_LT(bookends::test::last_traffic().bytes, 100'000u) << "whole endings travel through the folder";
}

TEST(BuildRanksSlow, WhatIsThereIsLeftAloneAndAnInterruptedBuildGoesOn) {
  const TemporaryFolder folder;
  Asked asked;
  asked.over = {100'000, std::chrono::milliseconds(0)};
  int interrupted = 0;
  Ranks run;
  for (asked.stop_at = 200;; asked.stop_at += 200) {
    run = build_over(3, folder, asked);
    if (run.results[0].ok()) break;
    ++interrupted;
    EXPECT_EQ(run.results[0].error().code, ErrorCode::interrupted) << run.results[0].error().message;
    ASSERT_LT(interrupted, 100);
  }
  EXPECT_GT(interrupted, 1);
  EXPECT_EQ(contents(folder / "tables"), of_one_process());
  for (const auto& entry : std::filesystem::directory_iterator(folder / "solved"))
    EXPECT_THAT(entry.path().string(), testing::Not(testing::EndsWith(".bkc"))) << "checkpoints are gone";
  asked.stop_at = 1'000'000;
  EXPECT_EQ(build_over(2, folder, asked).summaries[1].skipped, 35);
}

void expect_refused(const Ranks& run, const std::string& why) {
  for (const Result<void>& result : run.results) {
    ASSERT_FALSE(result.ok());
    EXPECT_THAT(result.error().message, HasSubstr(why));
  }
}

TEST(BuildRanks, RefusesRanksThatWereNotStartedAlike) {
  const TemporaryFolder folder;
  Asked asked;
  asked.of_rank = [](int rank, BuildOptions& options) { options.write.dtm = rank == 0; };
  expect_refused(build_over(2, folder, asked), "have different arguments; start all alike");
}

// What is shared has to be the same for all, or they wait for each other for ever.
TEST(BuildRanks, RanksWithDifferentMemoryDecideAlike) {
  const TemporaryFolder folder;
  Asked asked;
  asked.endings = closure(kGame, {ending(kGame, "KRvKN")});
  const std::uint64_t alone = memory_needed(kGame, asked.endings, {});
  asked.of_rank = [&](int rank, BuildOptions& options) { options.memory_bytes = rank == 0 ? 2 * alone : alone - 1; };
  const Ranks run = build_over(2, folder, asked);
  for (const Result<void>& result : run.results) EXPECT_TRUE(result.ok()) << result.error().message;
  EXPECT_GT(bookends::test::last_traffic().messages, 50u) << "the smaller one cannot do it alone";
}

TEST(BuildRanks, TwoBuildsDoNotWorkInOneFolder) {
  const TemporaryFolder folder;
  const auto taken = AtomicFile::create(folder / "build");
  Asked asked;
  asked.of_rank = [&](int, BuildOptions& options) { options.solutions = folder.path(); };
  expect_refused(build_over(2, folder, asked), "another build is at work in it");
}

TEST(BuildRanks, WhatIsSaidOnAnyRankReachesTheUser) {
  const TemporaryFolder folder;
  Asked asked;
  asked.endings = closure(kGame, endings_up_to(kGame, 3));
  ASSERT_TRUE(build_over(1, folder, asked).results[0].ok());
  for (const auto& entry : std::filesystem::directory_iterator(folder / "tables")) put_bytes(entry.path(), {});
  const Ranks run = build_over(3, folder, asked);
  EXPECT_EQ(run.said.size(), asked.endings.size()) << "each is damaged, and built again";
  EXPECT_EQ(run.summaries[0].rebuilt, static_cast<int>(asked.endings.size()));
}

TEST(BuildRanks, AnEndingTooLargeForOneRankIsShared) {
  const TemporaryFolder folder;
  Asked asked;
  asked.endings = closure(kGame, {ending(kGame, "KRvKN")});
  std::uint64_t alone = 0;
  for (const Ending& e : asked.endings) alone = std::max(alone, memory_needed(kGame, {e}, asked.options.write));
  asked.options.memory_bytes = alone - 1;
  const Ranks run = build_over(3, folder, asked);
  ASSERT_TRUE(run.results[0].ok()) << run.results[0].error().message;
  EXPECT_GT(bookends::test::last_traffic().messages, 100u);
  const TemporaryFolder one;
  build(kGame, {"KRvKN"}, one.path());
  EXPECT_EQ(contents(folder / "tables"), contents(one.path()));
  asked.options.memory_bytes = 1 << 20;
  const Ranks there = build_over(3, folder, asked);
  ASSERT_TRUE(there.results[0].ok()) << "what is there takes no memory: " << there.results[0].error().message;
  EXPECT_EQ(there.summaries[0].built, 0);
  const TemporaryFolder none;
  const Ranks small = build_over(3, none, asked);
  ASSERT_FALSE(small.results[0].ok());
  EXPECT_EQ(small.results[0].error().code, ErrorCode::limit);
  EXPECT_THAT(small.results[0].error().message, HasSubstr("shared by 3 ranks needs"));
  asked.endings = closure(kGame, {ending(kGame, "KPvK")});
  const Ranks loose = build_over(3, none, asked);
  ASSERT_FALSE(loose.results[0].ok());
}

}  // namespace
}  // namespace bookends::tables::test
