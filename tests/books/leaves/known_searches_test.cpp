// A book that is grown with the searches of others is the book that it would be without.
#include "books/leaves/known_searches.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "books/work/overrides.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using test::bytes_of;
using test::dice;
using test::must_build;
using test::small_job;
using test::TemporaryFolder;
using testing::HasSubstr;

class StopAfterSearches final : public Progress {
 public:
  StopAfterSearches(const std::atomic<int>& asked, int most) : asked_(asked), most_(most) {}
  bool stop_requested() const override { return asked_ >= most_; }

 private:
  const std::atomic<int>& asked_;
  int most_;
};

class Reuse : public testing::Test {
 protected:
  BuildJob job(const std::string& name, std::size_t positions = 1500) const {
    return small_job<fragments>(folder_ / name, positions);
  }

  // The job with the searches of `other`, and whether it comes to the same without them.
  BuildSummary check(BuildJob job, const BuildJob& other) {
    must_build<fragments>(job, dice<fragments>());
    const std::vector<std::byte> alone = bytes_of(job.out);
    job.workspace += ".again";
    job.out += ".again";
    job.reuse = {other.workspace.string()};
    job.threads = 2;
    std::atomic<std::size_t> asked = 0;
    const BuildSummary summary = must_build<fragments>(job, dice<fragments>([&] { ++asked; }));
    EXPECT_EQ(bytes_of(job.out), alone);
    EXPECT_EQ(summary.new_searches, asked);
    return summary;
  }

  std::string refusal(BuildJob job) {
    Progress silent;
    const auto summary = build_book<fragments>(job, dice<fragments>(), silent);
    if (summary) return "built";
    EXPECT_FALSE(std::filesystem::exists(job.workspace)) << "nothing is made before";
    return summary.error().message;
  }

  TemporaryFolder folder_;
};

// 1500 positions of the old book are in its snapshot and its journal, many of them searched again since for a best move
// outside the book.
TEST_F(Reuse, AnotherGrowthOfTheSameSearchesIsTheSameBook) {
  const BuildJob old = job("old");
  must_build<fragments>(old, dice<fragments>());
  BuildJob other = job("cheap");
  other.settings.cost.centipawn = 5;
  EXPECT_GT(check(other, old).reused, 300u);
  other = job("white");
  other.settings.side = BookSide::white;
  EXPECT_GT(check(other, old).reused, 300u);
  other = job("one", 400);
  other.settings.starts.resize(1);
  EXPECT_GT(check(other, old).reused, 200u);
}

TEST_F(Reuse, TheSameBookNeedsHardlyASearch) {
  const BuildJob old = job("old");
  const BuildSummary first = must_build<fragments>(old, dice<fragments>());
  const BuildSummary again = check(job("same"), old);
  EXPECT_EQ(again.reused + again.new_searches, first.new_searches);
  EXPECT_GT(again.reused, first.new_searches / 2);
}

TEST_F(Reuse, OverridesAreAddedToABook) {
  const BuildJob old = job("old");
  must_build<fragments>(old, dice<fragments>());
  BuildJob changed = job("changed");
  const std::string fen(fragments.starts[0]);
  changed.overrides = read_overrides<fragments>(fen + " bm d3; ce 35;\n", "o.epd").value();
  changed.settings.overrides = digest(changed.overrides);
  EXPECT_GT(check(changed, old).reused, 300u);
}

// A build that was interrupted before its first snapshot has a journal alone.
TEST_F(Reuse, AnUnfinishedWorkspaceCounts) {
  const BuildJob old = job("old", 600);
  std::atomic<int> asked = 0;
  StopAfterSearches stop(asked, 100);
  ASSERT_FALSE(build_book<fragments>(old, dice<fragments>([&] { ++asked; }), stop));
  ASSERT_FALSE(std::filesystem::exists(old.workspace / "snapshot"));
  const auto size = std::filesystem::file_size(old.workspace / "journal");
  std::ofstream(old.workspace / "journal", std::ios::app | std::ios::binary) << "torn";
  EXPECT_GT(check(job("new", 600), old).reused, 0u);
  EXPECT_EQ(std::filesystem::file_size(old.workspace / "journal"), size + 4) << "it is only read";
}

TEST_F(Reuse, OtherSearchesAreRefused) {
  const BuildJob old = job("old", 100);
  must_build<fragments>(old, dice<fragments>());
  BuildJob other = job("other", 100);
  other.reuse = {old.workspace.string()};
  other.settings.leaf_nodes = 2000;
  EXPECT_THAT(refusal(other),
              HasSubstr("made with nodes=1000, asked for nodes=2000; use these settings, or do without"));
  other.settings.leaf_nodes = 1000;
  other.settings.evaluator = "coin";
  EXPECT_THAT(refusal(other), HasSubstr("made with evaluator=dice, asked for evaluator=coin"));
  other.settings.evaluator = "dice";
  other.settings.side = BookSide::black;
  other.settings.opponent_nodes = 300;
  EXPECT_THAT(refusal(other), HasSubstr("asked for opponent=300 nodes a move"));
  other.settings.opponent_nodes = 0;
  other.reuse = {(folder_ / "nowhere").string()};
  EXPECT_THAT(refusal(other), HasSubstr("nowhere: no workspace of `book build`"));
  other.reuse = {old.workspace.string()};
  std::filesystem::resize_file(old.workspace / "snapshot", std::filesystem::file_size(old.workspace / "snapshot") - 1);
  EXPECT_THAT(refusal(other), HasSubstr("snapshot"));
}

}  // namespace
}  // namespace bookends
