// Books built by several ranks, which are threads here.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "books/grow/over_ranks.h"
#include "books/leaves/dispatcher.h"
#include "books/leaves/rank_server.h"
#include "books/leaves/shared_evaluator.h"
#include "books/work/codec.h"
#include "core/io/bytes.h"
#include "tests/books/support.h"
#include "tests/support/local_ranks.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using testing::HasSubstr;

constexpr std::size_t kPositions = 200;

// As the dice, and counts; it may take its time, fail, or never end by itself, once so many searches are done.
struct SearchPlan {
  std::atomic<int> searches = 0;
  std::chrono::milliseconds pause{0};
  int fail_at = -1;
  int hang_from = -1;
};

class PlannedEvaluator final : public LeafEvaluator<fragments> {
 public:
  explicit PlannedEvaluator(SearchPlan& plan) : plan_(plan) {}

  Result<LeafResult> evaluate(const Position<fragments>& position, std::span<const Move> only,
                              const std::atomic<bool>& stop) override {
    const int turn = ++plan_.searches;
    std::this_thread::sleep_for(plan_.pause);
    if (turn == plan_.fail_at) return Error{ErrorCode::limit, "the engine needs more memory"};
    while (plan_.hang_from >= 0 && turn >= plan_.hang_from && !stop)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    return dice_.evaluate(position, only, stop);
  }

 private:
  SearchPlan& plan_;
  test::DiceEvaluator<fragments> dice_;
};

EvaluatorFactory<fragments> planned(SearchPlan& plan) {
  return [&plan]() -> std::unique_ptr<LeafEvaluator<fragments>> { return std::make_unique<PlannedEvaluator>(plan); };
}

class RanksTest : public testing::Test {
 protected:
  RanksTest() : whole_(test::small_job<fragments>(folder_ / "whole", kPositions)) {}

  const std::vector<std::byte>& whole() {
    if (whole_bytes_.empty()) {
      test::must_build<fragments>(whole_, test::dice<fragments>());
      whole_bytes_ = test::bytes_of(whole_.out);
    }
    return whole_bytes_;
  }

  // One plan a rank. The first takes its time, so that there is work for the others.
  std::vector<Result<void>> build(const BuildJob& job, std::vector<SearchPlan>& plans, Progress* progress = nullptr) {
    if (plans.size() > 1) plans[0].pause = std::chrono::milliseconds(2);
    return test::run_ranks(static_cast<int>(plans.size()), [&](Communicator& ranks) -> Result<void> {
      Progress silent;
      const bool leads = ranks.rank() == 0;
      auto evaluators = planned(plans[static_cast<std::size_t>(ranks.rank())]);
      const auto summary = build_book_on_ranks<fragments>(job, evaluators, "no tables", ranks,
                                                          leads && progress != nullptr ? *progress : silent);
      return summary ? Result<void>() : summary.error();
    });
  }

  test::TemporaryFolder folder_;
  BuildJob whole_;
  std::vector<std::byte> whole_bytes_;
};

TEST_F(RanksTest, DecideNothingButTheTime) {
  for (int size = 1; size <= 4; ++size) {
    BuildJob job = test::small_job<fragments>(folder_ / std::to_string(size), kPositions);
    job.threads = size == 2 ? 3 : 1;
    std::vector<SearchPlan> plans(static_cast<std::size_t>(size));
    for (const Result<void>& result : build(job, plans)) EXPECT_TRUE(result) << result.error().message;
    EXPECT_EQ(test::bytes_of(job.out), whole()) << size;
    for (const SearchPlan& plan : plans) EXPECT_GT(plan.searches, 0) << size;
  }
}

TEST_F(RanksTest, ASearchThatFailsElsewhereEndsTheBuildAndItGoesOnLater) {
  const BuildJob job = test::small_job<fragments>(folder_ / "failing", kPositions);
  {
    std::vector<SearchPlan> plans(3);
    plans[1].pause = std::chrono::milliseconds(2);
    plans[2].fail_at = 2;
    const auto results = build(job, plans);
    ASSERT_FALSE(results[0]);
    EXPECT_EQ(results[0].error().code, ErrorCode::limit);
    EXPECT_TRUE(results[0].error().message.starts_with("rank 2: the engine needs more memory; everything searched"))
        << results[0].error().message;
    EXPECT_TRUE(results[1]);  // it did what it was told, and was told to end
    EXPECT_FALSE(std::filesystem::exists(job.out));
  }
  std::vector<SearchPlan> plans(2);
  for (const Result<void>& result : build(job, plans)) EXPECT_TRUE(result) << result.error().message;
  EXPECT_EQ(test::bytes_of(job.out), whole());
}

TEST_F(RanksTest, ARankThatEndsEarlyIsAnErrorAndItGoesOnLater) {
  const BuildJob job = test::small_job<fragments>(folder_ / "lonely", kPositions);
  const auto results = test::run_ranks(2, [&](Communicator& ranks) -> Result<void> {
    SearchPlan plan;
    Progress silent;
    if (ranks.rank() == 0) {
      const auto summary = build_book_on_ranks<fragments>(job, planned(plan), "", ranks, silent);
      return summary ? Result<void>() : summary.error();
    }
    Bytes terms;
    put(terms, std::uint32_t{1});
    for (const char ch : job.settings.text() + "\n") terms.push_back(static_cast<std::byte>(ch));
    if (const auto all = gather_on_all(ranks, kLeafAgreement, terms); !all) return all.error();
    const auto order = ranks.receive(0, kLeafTask);  // and is gone
    return order ? Result<void>() : order.error();
  });
  ASSERT_FALSE(results[0]);
  EXPECT_EQ(results[0].error().code, ErrorCode::io);
  std::vector<SearchPlan> plans(2);
  for (const Result<void>& result : build(job, plans)) EXPECT_TRUE(result) << result.error().message;
  EXPECT_EQ(test::bytes_of(job.out), whole());
}

TEST_F(RanksTest, AnInterruptionAbandonsSearchesOnAllRanks) {
  const BuildJob job = test::small_job<fragments>(folder_ / "stopped", kPositions);
  {
    std::vector<SearchPlan> plans(3);
    for (SearchPlan& plan : plans) plan.hang_from = 10;
    test::StopAfter stop(20);
    const auto results = build(job, plans, &stop);
    ASSERT_FALSE(results[0]);
    EXPECT_EQ(results[0].error().code, ErrorCode::interrupted);
  }
  std::vector<SearchPlan> plans(2);
  for (const Result<void>& result : build(job, plans)) EXPECT_TRUE(result) << result.error().message;
  EXPECT_EQ(test::bytes_of(job.out), whole());
}

TEST_F(RanksTest, ThatDifferAreAnErrorOnAllOfThem) {
  const auto results = test::run_ranks(3, [&](Communicator& ranks) -> Result<void> {
    SearchPlan plan;
    Progress silent;
    BuildJob job = test::small_job<fragments>(folder_ / "differing", kPositions);
    if (ranks.rank() == 2) job.settings.table_men = 4;
    const auto summary = build_book_on_ranks<fragments>(job, planned(plan), "", ranks, silent);
    return summary ? Result<void>() : summary.error();
  });
  for (const Result<void>& result : results) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::invalid_argument);
  }
  EXPECT_THAT(results[0].error().message, HasSubstr("and rank 2 '"));
  EXPECT_THAT(results[0].error().message, HasSubstr("4'"));
}

Bytes start_task() {
  Bytes task;
  put(task, SearchTask{pack(fragments, Position<fragments>::start().setup()), {}});
  return task;
}

TEST_F(RanksTest, AnAnswerThatIsNoneIsAnError) {
  const auto results = test::run_ranks(2, [&](Communicator& ranks) -> Result<void> {
    if (ranks.rank() == 1) {
      const auto order = ranks.receive(0, kLeafTask);
      ranks.send(0, kLeafAnswer, Bytes(5));
      return order ? Result<void>() : order.error();
    }
    LeafDispatcher dispatcher(ranks);
    const std::atomic<bool> stop = false;
    const auto result = dispatcher.ask(1, start_task(), stop);
    return result ? Result<void>() : result.error();
  });
  ASSERT_FALSE(results[0]);
  EXPECT_EQ(results[0].error().code, ErrorCode::corrupt);
}

TEST_F(RanksTest, AResultThatIsCutOffIsAnError) {
  const auto results = test::run_ranks(2, [&](Communicator& ranks) -> Result<void> {
    if (ranks.rank() == 1) {
      const auto order = ranks.receive(0, kLeafTask);
      Bytes answer(order->bytes.begin() + 1, order->bytes.begin() + 9);  // the number of the question
      answer.resize(14, std::byte{1});
      ranks.send(0, kLeafAnswer, answer);
      return ranks.receive(0, kLeafTask) ? Result<void>() : Result<void>(Error{ErrorCode::io, "no end"});
    }
    LeafDispatcher dispatcher(ranks);
    const std::atomic<bool> stop = false;
    const std::vector<int> threads{0, 1};
    const auto remote = shared_evaluator<fragments>(dispatcher, threads, {})();
    const auto result = remote->evaluate(Position<fragments>::start(), {}, stop);
    ranks.send(1, kLeafTask, {});
    return result ? Result<void>() : result.error();
  });
  ASSERT_FALSE(results[0]);
  EXPECT_EQ(results[0].error().code, ErrorCode::corrupt);
  EXPECT_EQ(results[0].error().message, "rank 1: sent what is no result of a search");
}

// What one thread is asked is answered by what all were told before.
class Parrot final : public RankWorker {
 public:
  explicit Parrot(const Bytes& heard) : heard_(heard) {}
  Result<Bytes> search(ByteReader, const std::atomic<bool>&) override { return heard_; }

 private:
  const Bytes& heard_;
};

TEST_F(RanksTest, KnowWhatTheyWereToldBeforeTheySearch) {
  const auto results = test::run_ranks(3, [&](Communicator& ranks) -> Result<void> {
    if (ranks.rank() != 0) {
      Bytes heard;
      const RankService service{.worker = [&heard] { return std::make_unique<Parrot>(heard); },
                                .learn = [&](ByteReader news) -> Result<void> {
                                  if (news.left() == 3) return Error{ErrorCode::limit, "that is too much"};
                                  const auto all = news.take(news.left());
                                  heard.assign(all.begin(), all.end());
                                  return {};
                                }};
      return serve_rank_0(ranks, service, 2);
    }
    LeafDispatcher dispatcher(ranks);
    const std::atomic<bool> stop = false;
    for (const std::size_t size : {1, 2}) {
      if (const auto told = dispatcher.tell(Bytes(size)); !told) return told;
      for (const int rank : {1, 2, 1}) EXPECT_EQ(dispatcher.ask(rank, {}, stop)->size(), size);
    }
    return dispatcher.tell(Bytes(3));
  });
  ASSERT_FALSE(results[0]);
  EXPECT_EQ(results[0].error().code, ErrorCode::limit);
  EXPECT_EQ(results[0].error().message, "rank 1: that is too much");
  EXPECT_TRUE(results[1]);
}

// Has no memory for the messages that it is to fail at, by their number.
class Forgetful final : public Communicator {
 public:
  Forgetful(Communicator& ranks, std::vector<int> fail_at) : ranks_(ranks), fail_at_(std::move(fail_at)) {}

  int rank() const override { return ranks_.rank(); }
  int size() const override { return ranks_.size(); }
  void send(int to, int tag, Bytes bytes) override {
    if (std::ranges::find(fail_at_, ++sent_) != fail_at_.end()) throw std::bad_alloc();
    ranks_.send(to, tag, std::move(bytes));
  }
  Result<Message> receive(int from, int tag, Heed heed) override { return ranks_.receive(from, tag, heed); }
  void give_up(const Error& error) override { ranks_.give_up(error); }
  Traffic traffic() const override { return ranks_.traffic(); }

 private:
  Communicator& ranks_;
  const std::vector<int> fail_at_;
  std::atomic<int> sent_ = 0;
};

// A question that was not sent is none: else the listener would look for who asked it. The end is told all the same.
TEST_F(RanksTest, WithoutMemoryForAQuestionTheNextOneIsAnswered) {
  const auto results = test::run_ranks(3, [&](Communicator& ranks) -> Result<void> {
    SearchPlan plan;
    if (ranks.rank() != 0) return serve_leaves<fragments>(ranks, planned(plan), 1);
    Forgetful short_of_memory(ranks, {1, 4});
    LeafDispatcher dispatcher(short_of_memory);
    const std::atomic<bool> stop = false;
    EXPECT_THROW(static_cast<void>(dispatcher.ask(1, start_task(), stop)), std::bad_alloc);
    const auto result = dispatcher.ask(1, start_task(), stop);
    return result ? Result<void>() : result.error();
  });
  for (const Result<void>& result : results) EXPECT_TRUE(result) << result.error().message;
}

}  // namespace
}  // namespace bookends
