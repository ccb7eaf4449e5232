// Probing every position of some endings of every game: the answers are the solver's, however the files are written.
#include <gtest/gtest.h>

#include "tablebases/probe/probe.h"
#include "tablebases/review/placement.h"
#include "tests/tablebases/plain_writer.h"

namespace bookends::tables::test {
namespace {

template <const Rules& R>
class Expected {
 public:
  // `write` fills a folder; `exact`: with distances that are not rounded.
  template <class Write>
  Expected(Solutions<R>& solutions, bool exact, Write write) : solutions_(solutions), exact_(exact) {
    write(folder_.path());
    auto tables = Tables<R>::open(folder_.path());
    EXPECT_TRUE(tables.ok()) << tables.error().message;
    tables_ = std::move(*tables);
  }

  Expected(Solutions<R>& solutions, const PlainSettings& settings)
      : Expected(solutions, settings.step == 1,
                 [&](const std::filesystem::path& folder) { solutions.write(folder, settings); }) {}

  // Every `step`-th number of an ending, both sides to move.
  void check(std::string_view name, std::uint64_t step = 1) {
    const Solution& solution = solutions_.at(name);
    const PlacementIndex<R> index(solution.ending);
    int checked = 0;
    for (int side = 0; side < 2; ++side)
      for (std::uint64_t i = 0; i < index.size(); i += step)
        if (solution.dtm[slot(side)][i] != kIllegal) {
          check(position_of_number(index, i, side).value(), solution, side, i);
          ++checked;
          if (testing::Test::HasFatalFailure()) return;
        }
    EXPECT_GT(checked, 100) << name;
  }

 private:
  void check(const Position<R>& position, const Solution& solution, int side, std::uint64_t i) {
    const DtmCode code = solution.dtm[slot(side)][i];
    const Probed probed = tables_->probe_all(position);
    ASSERT_EQ(probed.status, ProbeStatus::ok) << position.fen();
    const Category category = category_of<R>(solution, side, i);
    ASSERT_EQ(category_name(probed.category), category_name(category)) << position.fen();
    ASSERT_EQ(probed.value.wdl, wdl_of(category));
    ASSERT_EQ(probed.value.plies, is_decided(code) ? plies_of(code) : -1) << position.fen();
    const bool has_dtz = !solution.dtz[0].empty();
    const int dtz = !has_dtz ? -1 : is_decided(code) ? dtz_plies(solution.dtz[slot(side)][i]) : 0;
    if (exact_) {
      ASSERT_EQ(probed.dtz, R.move_limit != 0 ? std::max(dtz, 0) : -1) << position.fen();
      ASSERT_FALSE(probed.dtz_rounded);
    } else {
      ASSERT_LE(probed.dtz, dtz) << position.fen();
      ASSERT_GE(probed.dtz + (probed.dtz_rounded ? 1 : 0), dtz) << position.fen();
    }
    const Probed result = tables_->probe(position, Metric::wdl), to_mate = tables_->probe(position, Metric::dtm),
                 to_zero = tables_->probe(position, Metric::dtz);
    ASSERT_EQ(result.category, category);
    ASSERT_EQ(result.value.plies, -1);
    ASSERT_EQ(result.dtz, -1);
    ASSERT_EQ(to_mate.value.plies, probed.value.plies);
    ASSERT_EQ(to_zero.dtz, probed.dtz);
  }

  Solutions<R>& solutions_;
  const bool exact_;
  TemporaryFolder folder_;
  std::unique_ptr<Tables<R>> tables_;
};

// Both sides stored or one, of each metric; true values and random ones: each with each, or each once.
std::vector<PlainSettings> ways(bool few) {
  std::vector<PlainSettings> all;
  for (const int stored : {0, 1, 2})
    for (const bool fill : {false, true}) {
      if (few && fill != (stored == 1)) continue;
      PlainSettings settings;
      settings.wdl = {stored != 1, stored != 2};
      settings.dtm = {stored == 1, stored != 1};
      settings.dtz = {stored != 1, stored == 1};
      settings.seed = static_cast<unsigned>(all.size() + 1);
      settings.random_fill = fill;
      if (fill) settings.block_log = 10;
      all.push_back(settings);
    }
  return all;
}

template <const Rules& R>
void check_all(const std::vector<std::string>& names, std::uint64_t step = 1, bool few_ways = false) {
  Solutions<R> solutions(names);
  for (const PlainSettings& settings : ways(few_ways)) {
    SCOPED_TRACE("way " + std::to_string(settings.seed));
    Expected<R> expected(solutions, settings);
    for (const std::string& name : names) {
      expected.check(name, step);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(ProbingAll, Fragments) { check_all<games::fragments>({"KQvKR", "KRvKR", "KPPvK", "KPvKP"}, 3); }
TEST(ProbingAllSlow, FragmentsStalemateDrawn) { check_all<games::fragments_sd>({"KPvKN", "KNvKN", "KBBvK"}, 3); }
TEST(ProbingAllSlow, Gardner) { check_all<games::gardner>({"KPvKP", "KRNvK", "KQvKQ"}, 3); }
TEST(ProbingAll, Makruk) { check_all<games::makruk>({"KRvK", "KSvK"}, 5); }

TEST(ProbingAll, RoundedDistancesSlow) {
  Solutions<games::chess> solutions({"KPvK", "KBNvK"});
  PlainSettings settings;
  settings.step = 2;
  settings.dtz_bits = 8;
  settings.random_fill = true;
  Expected<games::chess> expected(solutions, settings);
  expected.check("KPvK", 5);
  expected.check("KBNvK", 41);
}

// Files as they are built, whole endings: of both sides or one, in large blocks or small ones.
template <const Rules& R>
void check_built(const std::vector<std::string>& names, std::uint64_t step = 1) {
  Solutions<R> solutions(names);
  for (const bool both : {true, false}) {
    SCOPED_TRACE(both ? "both sides" : "one side");
    BuildOptions options;
    options.write.both_sides = both;
    if (!both) options.write.result_block_log = options.write.distance_block_log = 12;
    Expected<R> expected(solutions, false,
                         [&](const std::filesystem::path& folder) { build(R, names, folder, options); });
    for (const std::string& name : names) {
      expected.check(name, step);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

TEST(ProbingBuilt, Fragments) { check_built<games::fragments>({"KQvK", "KPvK", "KPvKP"}); }
TEST(ProbingBuilt, FragmentsStalemateDrawn) { check_built<games::fragments_sd>({"KPvK", "KNNvK"}); }
TEST(ProbingBuilt, Gardner) { check_built<games::gardner>({"KQvK", "KPvK"}); }
TEST(ProbingBuilt, Makruk) { check_built<games::makruk>({"KRvK", "KSvK"}, 11); }
TEST(ProbingBuilt, ChessSlow) { check_built<games::chess>({"KRvK", "KPvK"}, 11); }

TEST(ProbingAllSlow, Chess) { check_all<games::chess>({"KRvK", "KPvK"}, 5); }
TEST(ProbingAllSlow, ChessWithFourMen) { check_all<games::chess>({"KPvKP", "KPvKN", "KRvKR"}, 211, true); }

}  // namespace
}  // namespace bookends::tables::test
