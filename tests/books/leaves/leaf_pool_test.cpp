#include "books/leaves/leaf_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "books/file/packed_position.h"
#include "books/work/positions.h"
#include "tests/books/faults.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;

class LeafPoolTest : public testing::Test {
 protected:
  LeafPoolTest() : settings_(test::small_job<fragments>(folder_.path(), 1).settings) {
    Position<fragments> position = Position<fragments>::start();
    for (NodeId id = 0; id < 8; ++id) {
      jobs_.push_back({id, {packed(position), {}}});
      position.play(position.legal_moves()[0]);
    }
  }

  Journal journal() const {
    Result<Journal> journal = Journal::open(settings_, folder_ / "journal");
    EXPECT_TRUE(journal) << journal.error().message;
    return std::move(*journal);
  }

  static LeafResult answer_to(const SearchTask& task) {
    test::DiceEvaluator<fragments> evaluator;
    const std::atomic<bool> stop = false;
    return *evaluator.evaluate(*unpack_position<fragments>(task.position), {}, stop);
  }

  test::TemporaryFolder folder_;
  BuildSettings settings_;
  std::vector<LeafJob> jobs_;
};

bool go_on(std::size_t) { return true; }

TEST_F(LeafPoolTest, ARecordThatDoesNotFitLeavesNoTrace) {
  const auto path = folder_ / "journal";
  {
    Journal writing = journal();
    ASSERT_TRUE(writing.add(jobs_[0].task, answer_to(jobs_[0].task)));
    const auto size = std::filesystem::file_size(path);
    for (const std::size_t room : {0, 1, 11, 12, 30}) {
      test::BookFaults faults;
      faults.room = room;
      const auto failed = writing.add(jobs_[1].task, answer_to(jobs_[1].task));
      ASSERT_FALSE(failed);
      EXPECT_EQ(failed.error().code, ErrorCode::io);
      EXPECT_EQ(std::filesystem::file_size(path), size);
      EXPECT_FALSE(writing.find(jobs_[1].task));
    }
    ASSERT_TRUE(writing.add(jobs_[2].task, answer_to(jobs_[2].task)));
  }
  const Journal reading = journal();
  EXPECT_EQ(reading.size(), 2u);
  EXPECT_TRUE(reading.find(jobs_[2].task));
}

TEST_F(LeafPoolTest, ASignalDoesNotKeepAJournalFromTheDisk) {
  Journal writing = journal();
  ASSERT_TRUE(writing.add(jobs_[0].task, answer_to(jobs_[0].task)));
  test::BookFaults faults;
  faults.interrupted_syncs = 3;
  EXPECT_TRUE(writing.sync());
  EXPECT_EQ(faults.interrupted_syncs, 0);
}

// One thread's record fails while the other waits to add its own, for which there would be room again.
TEST_F(LeafPoolTest, AnErrorIsNotLostToTheNextThread) {
  std::atomic<int> entered = 0;
  std::atomic<bool> full = false;
  const auto hook = [&] {
    const bool first = entered++ == 0;
    while (entered < 2 || (!first && !full)) std::this_thread::yield();
  };
  test::BookFaults faults;
  faults.room = 20;
  faults.before_full = [&] {
    full = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  };
  jobs_.resize(2);
  Journal writing = journal();
  LeafPool<fragments> pool(test::dice<fragments>(hook), 2);
  const auto results = pool.run(jobs_, writing, go_on);
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().code, ErrorCode::io) << results.error().message;
  EXPECT_EQ(writing.size(), 0u);
  EXPECT_EQ(pool.searches(), 0u);
}

TEST_F(LeafPoolTest, ABuildOnAFullDiskSaysSoAndGoesOnLater) {
  const BuildJob job = test::small_job<fragments>(folder_ / "full", 150);
  const BuildJob whole = test::small_job<fragments>(folder_ / "whole", 150);
  test::must_build<fragments>(whole, test::dice<fragments>());
  {
    test::BookFaults faults;
    faults.room = 3000;
    Progress silent;
    const auto summary = build_book<fragments>(job, test::dice<fragments>(), silent);
    ASSERT_FALSE(summary);
    EXPECT_EQ(summary.error().code, ErrorCode::io);
    EXPECT_FALSE(std::filesystem::exists(job.out));
  }
  test::must_build<fragments>(job, test::dice<fragments>());
  EXPECT_EQ(test::bytes_of(job.out), test::bytes_of(whole.out));
}

// As the dice, but for one search that fails, once.
class FailingEvaluator final : public LeafEvaluator<fragments> {
 public:
  explicit FailingEvaluator(std::atomic<int>& left) : left_(left) {}
  Result<LeafResult> evaluate(const Position<fragments>& position, std::span<const Move> only,
                              const std::atomic<bool>& stop) override {
    if (--left_ == 0) return Error{ErrorCode::io, "the engine has ended"};
    return dice_.evaluate(position, only, stop);
  }

 private:
  std::atomic<int>& left_;
  test::DiceEvaluator<fragments> dice_;
};

TEST_F(LeafPoolTest, AnEvaluatorThatFailsEndsTheBuildAndNothingIsLost) {
  const BuildJob whole = test::small_job<fragments>(folder_ / "whole", 150);
  const BuildSummary at_once = test::must_build<fragments>(whole, test::dice<fragments>());
  BuildJob job = test::small_job<fragments>(folder_ / "failing", 150);
  job.threads = 2;
  std::atomic<int> left = 100;
  Progress silent;
  const auto failed = build_book<fragments>(
      job, [&] { return std::make_unique<FailingEvaluator>(left); }, silent);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::io);
  EXPECT_TRUE(failed.error().message.starts_with("the engine has ended; everything searched so far is in "))
      << failed.error().message;
  const BuildSummary resumed = test::must_build<fragments>(job, test::dice<fragments>());
  EXPECT_LE(resumed.new_searches, at_once.new_searches - 98);
  EXPECT_EQ(test::bytes_of(job.out), test::bytes_of(whole.out));
}

TEST_F(LeafPoolTest, FewerThreadsDoTheWorkAndNoneIsAnError) {
  LeafPool<fragments> pool(test::dice<fragments>(), 4);
  {
    test::BookFaults faults;
    faults.most_threads = 0;
    Journal writing = journal();
    const auto results = pool.run(jobs_, writing, go_on);
    ASSERT_FALSE(results);
    EXPECT_EQ(results.error().code, ErrorCode::limit);
  }
  test::BookFaults faults;
  faults.most_threads = 1;
  Journal writing = journal();
  const auto results = pool.run(jobs_, writing, go_on);
  ASSERT_TRUE(results) << results.error().message;
  EXPECT_EQ(results->size(), jobs_.size());
  EXPECT_EQ(pool.searches(), jobs_.size());
}

}  // namespace
}  // namespace bookends
