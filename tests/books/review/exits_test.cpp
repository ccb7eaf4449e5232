// Searches of a book's ends that are interrupted.
#include "books/review/exits.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <thread>

#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;

TEST(Exits, CanBeInterrupted) {
  const BookGraph graph = test::small_graph<fragments>(100);
  std::vector<BookEnd> ends = ends_of(graph);
  test::StopAfter at_once(0);
  const auto slow = test::dice<fragments>([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
  const auto searched = check_ends<fragments>(graph, slow, 2, ends, at_once);
  ASSERT_FALSE(searched);
  EXPECT_EQ(searched.error().code, ErrorCode::interrupted);
}

// Searches a few ends, and dawdles at all others until it is stopped.
class Dawdler final : public LeafEvaluator<fragments> {
 public:
  static constexpr int kDone = 3;
  static constexpr std::int16_t kCutShort = -999;

  Result<LeafResult> evaluate(const Position<fragments>& position, std::span<const Move> only,
                              const std::atomic<bool>& stop) override {
    if (calls_++ < kDone) return dice_.evaluate(position, only, stop);
    while (!stop) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    LeafResult half;
    half.candidates = {{position.legal_moves()[0], kCutShort}};
    return half;
  }

 private:
  test::DiceEvaluator<fragments> dice_;
  int calls_ = 0;
};

class StopWhenDone final : public Progress {
 public:
  void update(const ProgressUpdate& update) override { done_ = update.done; }
  bool stop_requested() const override { return done_ >= Dawdler::kDone; }

 private:
  double done_ = 0;
};

TEST(Exits, WhatTheJournalHoldsIsNotSearchedAgain) {
  const BookGraph graph = test::small_graph<fragments>(100);
  const std::vector<BookEnd> all = ends_of(graph);
  std::vector<BookEnd> some(all.begin(), all.begin() + 5), ends = all, whole = all;
  const test::TemporaryFolder folder;
  BuildSettings settings;
  settings.game = fragments.name;
  std::atomic<int> searched = 0;
  const auto counted = test::dice<fragments>([&] { ++searched; });
  Progress silent;
  {
    Result<Journal> journal = Journal::open(settings, folder.path() / "journal");
    ASSERT_TRUE(check_ends<fragments>(graph, counted, 2, some, silent, &*journal));
  }  // as if killed here
  EXPECT_EQ(searched, 5);
  Result<Journal> journal = Journal::open(settings, folder.path() / "journal");
  ASSERT_TRUE(check_ends<fragments>(graph, counted, 2, ends, silent, &*journal));
  EXPECT_EQ(static_cast<std::size_t>(searched), all.size());
  ASSERT_TRUE(check_ends<fragments>(graph, test::dice<fragments>(), 1, whole, silent));
  for (std::size_t i = 0; i < ends.size(); ++i) EXPECT_EQ(ends[i].deeper, whole[i].deeper) << i;
}

TEST(Exits, WhatWasSearchedBeforeAnInterruptionStays) {
  const BookGraph graph = test::small_graph<fragments>(100);
  std::vector<BookEnd> ends = ends_of(graph), whole = ends;
  ASSERT_GT(ends.size(), 5u);
  StopWhenDone progress;
  const EvaluatorFactory<fragments> dawdlers = [] { return std::make_unique<Dawdler>(); };
  const auto searched = check_ends<fragments>(graph, dawdlers, 1, ends, progress);
  ASSERT_FALSE(searched);
  EXPECT_EQ(searched.error().code, ErrorCode::interrupted);
  Progress silent;
  ASSERT_TRUE(check_ends<fragments>(graph, test::dice<fragments>(), 1, whole, silent));
  for (std::size_t i = 0; i < ends.size(); ++i) {
    ASSERT_EQ(ends[i].searched(), i < Dawdler::kDone) << i;
    if (ends[i].searched()) {
      EXPECT_EQ(ends[i].deeper, whole[i].deeper);
    }
  }
}

}  // namespace
}  // namespace bookends
