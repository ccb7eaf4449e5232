// The count of a build, and how long the rest of it takes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tablebases/build/progress.h"

namespace bookends::tables::test {
namespace {

using testing::DoubleNear;
using testing::Optional;

constexpr double kManyPositions = 1e9;  // beside which what an ending takes at least is little

class Listener final : public Progress {
 public:
  void update(const ProgressUpdate& u) override {
    EXPECT_GE(u.done, done);
    done = u.done, total = u.total, left = u.left, detail = u.detail;
  }

  double done = 0, total = 0;
  std::optional<double> left;
  std::string detail;
};

// Endings of so many positions (in thousand millions), on a clock that the test moves.
struct BuildBench {
  explicit BuildBench(const std::vector<double>& endings, bool alone = true)
      : progress(listener, alone, [this] { return now; }) {
    for (const double positions : endings) progress.expect(positions * kManyPositions);
  }
  void begin(const std::string& name, double positions) {
    progress.begin(name, positions * kManyPositions);
    progress.enter(name, BuildStage::solving);
    at_work = name;
  }
  void tell(double share, double total = 1) {
    progress.update({.task = at_work, .done = share, .total = total, .unit = "x", .detail = {}});
  }
  void pack() { progress.enter(at_work, BuildStage::packing); }
  // One that takes so many seconds.
  void make(const std::string& name, double positions, double solving, double packing) {
    begin(name, positions);
    now += solving;
    pack();
    now += packing;
  }

  double now = 1000;
  std::string at_work;
  Listener listener;
  BuildProgress progress;
};

TEST(BuildProgress, KnowsNothingOfTheTimeBeforeItWasMeasured) {
  BuildBench bench({1, 1});
  bench.begin("a", 1);
  bench.tell(0);
  EXPECT_EQ(bench.listener.left, std::nullopt);
  bench.now += 1;
  bench.pack();
  bench.tell(0);
  EXPECT_EQ(bench.listener.left, std::nullopt) << "packing may take any time";
  bench.now += 3;
  bench.tell(1, 2);
  EXPECT_THAT(bench.listener.left, Optional(DoubleNear(3 + 1 + 6, 0.1)));
}

// Three times as much takes three times as long, in either stage, and what has gone by is gone.
TEST(BuildProgress, MeasuresSolvingAndPackingApart) {
  BuildBench bench({1, 3, 10});
  bench.make("a", 1, 2, 5);
  bench.begin("b", 3);
  bench.tell(0);
  EXPECT_THAT(bench.listener.left, Optional(DoubleNear(13 * 2 + 13 * 5, 0.5)));
  EXPECT_EQ(bench.listener.detail, "2/3 solving");
  bench.now += 4;
  bench.tell(0);
  EXPECT_THAT(bench.listener.left, Optional(DoubleNear(13 * 2 - 4 + 13 * 5, 0.5)));
  bench.now += 2;
  bench.pack();
  bench.tell(0);
  EXPECT_THAT(bench.listener.left, Optional(DoubleNear(10 * 2 + 13 * 5, 0.5)));
  EXPECT_EQ(bench.listener.detail, "2/3 packing");
}

// A stage that takes longer than expected changes what is expected of the others.
TEST(BuildProgress, LearnsFromTheEndingAtWork) {
  BuildBench bench({1, 1, 1});
  bench.make("a", 1, 0, 1);
  bench.begin("b", 1);
  bench.pack();
  bench.now += 2;
  bench.tell(1, 2);
  // Half of it in 2 seconds, where 1 was expected for all of it: 1.25 are left of it, and half of that is believed.
  EXPECT_THAT(bench.listener.left, Optional(DoubleNear(1.25 + (1 + 3.25 / 2) / 1.5, 0.01)));
}

TEST(BuildProgress, NeverSaysLessThanNothing) {
  BuildBench bench({1, 1});
  bench.make("a", 1, 1, 1);
  bench.begin("b", 1);
  bench.now += 100;
  bench.tell(0);
  EXPECT_THAT(bench.listener.left, Optional(DoubleNear(1, 0.01)));
}

TEST(BuildProgress, CountsFromNothingToAll) {
  BuildBench bench({1, 3});
  bench.make("a", 1, 1, 1);
  bench.tell(1);
  EXPECT_EQ(bench.listener.done, kManyPositions);
  bench.begin("b", 3);
  bench.progress.update({.task = "other", .done = 1, .total = 1, .unit = "x", .detail = {}});
  EXPECT_EQ(bench.listener.done, kManyPositions) << "what is solved again does not count";
  EXPECT_EQ(bench.listener.detail, "for b");
  bench.progress.finish();
  bench.progress.show("tables", "done");
  EXPECT_EQ(bench.listener.done, bench.listener.total);
}

// Others are at work on the rest.
TEST(BuildProgress, OneOfManyDoesNotKnowTheTime) {
  BuildBench bench({1, 1}, false);
  bench.make("a", 1, 1, 1);
  bench.begin("b", 1);
  bench.tell(0);
  EXPECT_EQ(bench.listener.left, std::nullopt);
}

// Ranks solve several and write them then.
TEST(BuildProgress, AnEndingBeforeThePresentOneIsPackedLate) {
  BuildBench bench({1, 1}, false);
  bench.begin("a", 1);
  bench.begin("b", 1);
  bench.progress.enter("a", BuildStage::packing);
  bench.progress.update({.task = "a", .unit = {}, .detail = {}});
  EXPECT_EQ(bench.listener.detail, "packing");
  bench.progress.update({.task = "c", .unit = {}, .detail = {}});
  EXPECT_EQ(bench.listener.detail, "for b");
}

}  // namespace
}  // namespace bookends::tables::test
