// What estimates are made of, against what the tables themselves say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/io/file.h"
#include "gen/console/time_span.h"
#include "gen/estimate/ending_work.h"
#include "gen/estimate/quantity.h"
#include "tablebases/build/memory.h"
#include "tablebases/ranks/partition.h"
#include "tests/support/every_game.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;

const EndingSize& size_named(const Rules& rules, const std::vector<EndingSize>& sizes, const std::string& name) {
  const tables::Ending wanted = tables::parse_ending(rules, name).value();
  return *std::ranges::find(sizes, wanted, &EndingSize::ending);
}

template <const Rules& R>
void expect_like_the_index(const EndingSize& size) {
  const tables::PlacementIndex<R> index(size.ending);
  EXPECT_EQ(size.slices, index.slices());
  EXPECT_EQ(size.pairs, index.pairs());
  EXPECT_EQ(size.inner, index.inner());
  EXPECT_EQ(size.numbers(), index.size());
  EXPECT_EQ(size.symmetries, index.symmetries());
}

// Squares that words have room for, and the boards do not have, are left out.
template <const Rules& R>
void expect_like_the_layout(const EndingSize& size) {
  const tables::PlacementIndex<R> index(size.ending);
  const tables::Layout<R> layout(index);
  std::uint64_t places = layout.blocks;
  for (std::size_t man = 0; man < layout.outer().size(); ++man) places *= slot(R.squares());
  if (layout.word_man >= 0) places *= slot(R.squares());
  EXPECT_EQ(size.slice_places, places);
}

TEST(EndingSizes, AreThoseOfTheIndex) {
  for_every_game([]<const Rules & R>() {
    for (const EndingSize& size : ending_sizes(R, 5)) {
      SCOPED_TRACE(tables::ending_name(R, size.ending));
      expect_like_the_index<R>(size);
      if (size.ending.men() <= 4) expect_like_the_layout<R>(size);
    }
  });
}

// Of six pawns, and of groups of three.
TEST(EndingSizes, OfManyMenAreThoseOfTheIndex) {
  const std::vector<EndingSize> sizes = ending_sizes(games::fragments, 7);
  for (const char* name : {"KPPPvKPP", "KPPPPPvK", "KRRRvKPP", "KRRRvKRR", "KQRBNPvK"}) {
    SCOPED_TRACE(name);
    expect_like_the_index<games::fragments>(size_named(games::fragments, sizes, name));
  }
}

TEST(EndingSizes, NeedWhatCapturesAndPromotionsLeadTo) {
  for_every_game([]<const Rules & R>() {
    const std::vector<EndingSize> sizes = ending_sizes(R, 5);
    for (const EndingSize& size : sizes) {
      SCOPED_TRACE(tables::ending_name(R, size.ending));
      std::vector<tables::Ending> needs;
      int level = 0;
      for (const std::size_t need : size.step.needs) {
        needs.push_back(sizes[need].ending);
        level = std::max(level, sizes[need].step.level + 1);
      }
      std::vector<tables::Ending> expected = tables::dependencies(R, size.ending);
      std::erase_if(expected, [](const tables::Ending& ending) { return ending.men() == 2; });
      EXPECT_EQ(needs, expected);
      EXPECT_EQ(size.step.level, level);
    }
  });
}

TEST(EndingSizes, GoBeyondWhatCanBeIndexed) {
  const std::vector<EndingSize> sizes = ending_sizes(games::chess, kMostMenEstimated);
  EXPECT_EQ(std::ranges::max(sizes, {}, [](const EndingSize& size) { return size.ending.men(); }).ending.men(), 8);
  const auto largest = std::ranges::max_element(sizes, {}, &EndingSize::inner);
  EXPECT_EQ(largest->inner, std::uint64_t{1} << 36);  // six different pieces
}

// All nodes together have every pair once, and halos are pairs of others.
TEST(KingShares, AreThoseOfThePartition) {
  for_every_game([]<const Rules & R>() {
    KingShares shares(R);
    const std::vector<EndingSize> sizes = ending_sizes(R, 5);
    for (const char* name : {"KRvKN", "KRNvKP"}) {
      SCOPED_TRACE(name);
      const EndingSize& size = size_named(R, sizes, name);
      EXPECT_EQ(shares.most_nodes(size), tables::Partition<R>::most_ranks(tables::PlacementIndex<R>(size.ending)));
      const KingShare alone = shares.of(size, 1), four = shares.of(size, 4);
      EXPECT_EQ(alone.own, 1);
      EXPECT_EQ(alone.seen, 1);
      EXPECT_EQ(alone.halos, 0);
      EXPECT_NEAR(four.own, 0.25, 0.02);
      EXPECT_GT(four.seen, four.own);
      EXPECT_LE(four.seen, 1);
      EXPECT_NEAR(four.halos, 4 * (four.seen - four.own), 1);
    }
  });
}

// A class is a pair of an ending without pawns and with all symmetries.
TEST(KingShares, OfClassesAreThoseWithoutPawns) {
  KingShares shares(games::makruk);
  const std::vector<EndingSize> sizes = ending_sizes(games::makruk, 4);
  const EndingSize& rooks = size_named(games::makruk, sizes, "KRvKR");
  EXPECT_EQ(shares.most_nodes_of_classes(), 462);
  EXPECT_EQ(shares.of_classes(100).own, shares.of(rooks, 100).own);
  EXPECT_EQ(shares.of_classes(100).seen, shares.of(rooks, 100).seen);
}

class Estimates : public testing::Test {
 protected:
  static ScaleEstimate estimate(const Rules& rules, int men, const Cluster& cluster) {
    return estimate_build(rules, ending_sizes(rules, men), cluster, {});
  }
  static Cluster cluster(int nodes, double memory) { return {nodes, 8, memory, 1e9, 1e10, false}; }
};

// Of different men: there both count the same. Of a board of each width of words.
TEST_F(Estimates, MemoryOfAnEndingIsThatOfTheBuild) {
  for (const Rules* rules : {&games::chess, &games::fragments}) {
    const std::vector<EndingSize> sizes = ending_sizes(*rules, 5);
    const Cluster one = cluster(1, 1e15);
    const ScaleConstants constants;
    WorkEstimator estimator(*rules, sizes, one, constants);
    for (const char* name : {"KRBvKN", "KRBvKR", "KQRvKP"}) {
      const EndingSize& size = size_named(*rules, sizes, name);
      const auto build =
          static_cast<double>(tables::memory_needed_for(*rules, size.ending, tables::WriteSettings(), 1));
      const double estimated = estimator.work(size).memory.total - constants.fixed_bytes;
      EXPECT_LE(estimated, build - constants.fixed_bytes) << rules->name << ' ' << name;
      EXPECT_GE(estimated, 0.8 * (build - constants.fixed_bytes)) << rules->name << ' ' << name;
    }
  }
}

TEST_F(Estimates, WhatFitsIsMadeAlone) {
  const ScaleEstimate all = estimate(games::fragments, 5, cluster(4, 1e12));
  EXPECT_EQ(all.all.shared, 0u);
  EXPECT_EQ(all.all.too_large, 0u);
  EXPECT_EQ(all.all.traffic.exchange, 0);
  EXPECT_EQ(all.all.endings, ending_sizes(games::fragments, 5).size());
}

TEST_F(Estimates, WhatDoesNotFitIsShared) {
  const ScaleEstimate all = estimate(games::fragments, 5, cluster(4, 70e6));
  EXPECT_GT(all.all.shared, 0u);
  EXPECT_GT(all.all.traffic.exchange, 0);
  EXPECT_GT(all.all.traffic.gathering, 0);
  EXPECT_GT(all.all.gathered_bytes, 0);
}

TEST_F(Estimates, MoreNodesAreNotSlowerWithoutSharing) {
  double before = 1e300;
  for (const int nodes : {1, 2, 4, 16}) {
    const double seconds = estimate(games::fragments, 5, cluster(nodes, 1e12)).all.seconds.total();
    EXPECT_LE(seconds, before);
    before = seconds;
  }
}

TEST_F(Estimates, SayWhatBreaksAndWhatAnswersIt) {
  Cluster nodes = cluster(20, 12e9);
  const ScaleEstimate now = estimate(games::chess, 6, nodes);
  ASSERT_FALSE(now.all.limits.empty());
  EXPECT_GT(now.all.too_large, 0u);
  nodes.answers = true;
  const ScaleEstimate answered = estimate(games::chess, 6, nodes);
  EXPECT_LT(answered.all.too_large, now.all.too_large);
  EXPECT_LT(answered.all.most.total, now.all.most.total);
  EXPECT_EQ(answered.all.gathered_bytes, 0);
  EXPECT_EQ(answered.all.positions, now.all.positions);
}

// Limits of a level come from its endings, sums from all levels.
TEST_F(Estimates, SumsAreThoseOfTheLevels) {
  const ScaleEstimate all = estimate(games::makruk, 5, cluster(4, 1e9));
  LevelEstimate sums;
  for (const LevelEstimate& level : all.levels) {
    sums.endings += level.endings;
    sums.positions += level.positions;
    sums.seconds += level.seconds;
    EXPECT_LE(level.most.total, all.all.most.total);
  }
  EXPECT_EQ(sums.endings, all.all.endings);
  EXPECT_DOUBLE_EQ(sums.positions, all.all.positions);
  EXPECT_NEAR(sums.seconds.total(), all.all.seconds.total(), 1e-6);
}

class ScaleConstantsFile : public testing::Test {
 protected:
  Result<ScaleConstants> read(const std::string& text) const {
    EXPECT_TRUE(write_file(folder_ / "constants.json", as_bytes(text)));
    return read_scale_constants(folder_ / "constants.json");
  }
  TemporaryFolder folder_;
};

TEST_F(ScaleConstantsFile, ReplacesWhatItNames) {
  const auto constants = read(R"({"pack_rate": 3e6, "plies": 100})");
  ASSERT_TRUE(constants) << constants.error().message;
  EXPECT_EQ(constants->pack_rate, 3e6);
  EXPECT_EQ(constants->plies, 100);
  EXPECT_EQ(constants->set_bytes_64, ScaleConstants().set_bytes_64);
}

TEST_F(ScaleConstantsFile, SaysWhatIsWrong) {
  EXPECT_THAT(read(R"({"pack": 1})").error().message, HasSubstr("constants.json: there is no constant 'pack'"));
  EXPECT_THAT(read(R"({"plies": -1})").error().message, HasSubstr("'plies' is no number above 0"));
  EXPECT_THAT(read(R"({"plies": "x"})").error().message, HasSubstr("'plies' is no number above 0"));
  EXPECT_THAT(read("[1]").error().message, HasSubstr("no JSON object"));
  EXPECT_EQ(read_scale_constants(folder_ / "none").error().code, ErrorCode::not_found);
}

TEST(Quantities, OfTime) {
  using namespace std::chrono_literals;
  EXPECT_EQ(parse_time_span("--time", "90").value(), 90s);
  EXPECT_EQ(parse_time_span("--time", "250ms").value(), 250ms);
  EXPECT_EQ(parse_time_span("--time", "1.5h").value(), 90min);
  for (const char* wrong : {"", "0", "0.1ms", "-5m", "5 m", " 5m", "0x10m", "1.2.3s", "m", "1e3", "nan", "inf"})
    EXPECT_FALSE(parse_time_span("--time", wrong)) << wrong;
}

TEST(Quantities, OfMemoryAndRates) {
  EXPECT_EQ(parse_memory("--memory", "256G").value(), 256.0 * (1 << 30));
  EXPECT_EQ(parse_memory("--memory", "1.5k").value(), 1536);
  EXPECT_EQ(parse_memory("--memory", "25165824K").value(), 24.0 * (1 << 30));
  EXPECT_EQ(parse_rate("--link", "10gbit").value(), 1.25e9);
  EXPECT_EQ(parse_rate("--link", "10Gbit/s").value(), 1.25e9);
  EXPECT_EQ(parse_rate("--link", "2G").value(), 2e9);
  EXPECT_EQ(parse_rate("--link", "100").value(), 100);
  for (const char* wrong : {"", "G", "0G", "-1G", "1.2.3G", "10x", "1GB"}) {
    EXPECT_FALSE(parse_memory("--memory", wrong)) << wrong;
    EXPECT_FALSE(parse_rate("--link", wrong)) << wrong;
  }
  EXPECT_FALSE(parse_memory("--memory", "99999999T"));
  EXPECT_EQ(parse_rate("--link", "10 fast").error().message,
            "--link 10 fast: bytes or bits in a second are expected, as in 1.25G or 10gbit");
}

}  // namespace
}  // namespace bookends::test
