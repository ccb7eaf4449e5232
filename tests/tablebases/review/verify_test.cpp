// The verifier: silent on what is right, and exact about what is wrong.
#include "tablebases/review/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tablebases/build/solution_store.h"
#include "tablebases/review/placement.h"
#include "tablebases/review/statistics.h"
#include "tests/tablebases/table_support.h"

namespace bookends::tables::test {
namespace {

using testing::HasSubstr;

using games::fragments;

Result<VerifyReport> verify(const std::filesystem::path& path) {
  Progress progress;
  return verify_values(table_files(path).value(), 2, progress);
}

template <const Rules& R>
void expect_right(const std::vector<std::string>& names, const BuildOptions& options = {}) {
  const TemporaryFolder folder;
  build(R, names, folder.path(), options);
  const auto report = verify(folder.path());
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_FALSE(report->wrong) << *report->wrong;
  EXPECT_EQ(static_cast<std::size_t>(report->files), folder.names().size());
  EXPECT_GT(report->positions, 1000u);
}

TEST(Verify, EveryGameBuiltIsRightSlow) {
  expect_right<games::fragments>({"KPvKP", "KRvKN", "KBNvK"});  // en passant, equal sides, colours exchanged
  expect_right<games::fragments_sd>({"KPvKP", "KNNvK"});
  expect_right<games::gardner>({"KPvKP", "KBvKN"});
  expect_right<games::makruk>({"KSvK", "KRMvK"});  // counts that end, and begin anew, with a capture
  expect_right<games::chess>({"KPvK"});
}

TEST(Verify, ResultsWithoutDistances) {
  BuildOptions options;
  options.write.dtm = options.write.dtz = false;
  expect_right<games::fragments>({"KPvKP"}, options);
}

TEST(Verify, OneSideAndSmallBlocksSlow) {
  BuildOptions options;
  options.write.both_sides = false;
  options.write.result_block_log = options.write.distance_block_log = 12;
  expect_right<games::fragments>({"KPvKP", "KRvKN"}, options);
  options.write.dtm = false;
  expect_right<games::chess>({"KPvK"}, options);
}

// A table with one value changed: how that is done, and what the verifier has to say of it.
class PlantedMistake : public testing::Test {
 protected:
  void SetUp() override {
    build(fragments, {"KQvKP"}, folder_.path());
    Progress progress;
    SolveOptions options;
    options.threads = 1;
    SolutionStore<games::fragments> store({.keep = 1 << 20}, SolutionFolder(), options, progress);
    options.hints = true;
    solution_ = *solve<games::fragments>(ending(fragments, "KQvKP"), store, options, progress);
  }
  void write(bool count_again) {
    std::vector<SideStatistics> statistics = TableFile::open(path_)->header().statistics;
    if (count_again)
      for (std::size_t side = 0; side < 2; ++side)
        statistics[side] = count_statistics(index_, static_cast<int>(side), solution_.dtm[side], 1);
    ASSERT_TRUE(write_table(path_, fragments, solution_, statistics, {}, 1).ok());
  }

  int stored_side(Metric metric) const {
    return TableFile::open(path_)->header().section(metric, 0) != nullptr ? 0 : 1;
  }
  // Where the value was changed: a position of which its conversions say nothing, so that the file must.
  std::size_t plant(int side, DtmCode right, DtmCode wrong) {
    auto& codes = solution_.dtm[slot(side)];
    std::size_t at = 0;
    while (at < codes.size() && (codes[at] != right || solution_.hints[slot(side)][at] != 0)) ++at;
    EXPECT_LT(at, codes.size());
    codes.set(at, wrong);
    return at;
  }

  const TemporaryFolder folder_;
  const std::filesystem::path path_ = folder_ / "KQvKP.bkt";
  const PlacementIndex<games::fragments> index_{ending(fragments, "KQvKP")};
  Solution solution_;
};

TEST_F(PlantedMistake, OneWrongDistanceIsFound) {
  const int side = stored_side(Metric::dtm);
  const int plies = side == 0 ? 5 : 6;
  plant(side, decided_in(plies), decided_in(plies + 2));
  write(true);
  ASSERT_EQ(stored_side(Metric::dtm), side) << "one value does not change which side is smaller";
  const auto report = verify(path_);
  ASSERT_TRUE(report.ok()) << report.error().message;
  ASSERT_TRUE(report->wrong);
  EXPECT_THAT(*report->wrong, HasSubstr("KQvKP.bkt"));
}

TEST_F(PlantedMistake, AWrongDrawIsFoundWithItsFen) {
  const std::size_t at = plant(0, decided_in(1), kDrawCode);
  write(true);
  const auto report = verify(path_);
  ASSERT_TRUE(report.ok()) << report.error().message;
  ASSERT_TRUE(report->wrong);
  const std::string fen = position_of_number(index_, at, 0)->fen();
  EXPECT_THAT(*report->wrong, HasSubstr(fen + " is stored as draw and is a win in 1"));
}

TEST_F(PlantedMistake, WrongStatisticsAreFound) {
  std::vector<SideStatistics> statistics = TableFile::open(path_)->header().statistics;
  ++statistics[0].decided[3];
  ASSERT_TRUE(write_table(path_, fragments, solution_, statistics, {}, 1).ok());
  const auto report = verify(path_);
  ASSERT_TRUE(report.ok()) << report.error().message;
  ASSERT_TRUE(report->wrong);
  EXPECT_THAT(*report->wrong, HasSubstr("statistics"));
}

TEST_F(PlantedMistake, AMissingTableIsNamed) {
  std::filesystem::remove(folder_ / "KQvK.bkt");
  const auto report = verify(path_);
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().code, ErrorCode::not_found);
  EXPECT_THAT(report.error().message, HasSubstr("KQvK.bkt"));
}

TEST_F(PlantedMistake, DamageIsCorruptNotWrong) {
  auto bytes = bytes_of(path_);
  bytes[bytes.size() - 20] ^= std::byte{4};
  put_bytes(path_, bytes);
  const auto report = verify(folder_.path());
  ASSERT_FALSE(report.ok());
  EXPECT_EQ(report.error().code, ErrorCode::corrupt);
}

}  // namespace
}  // namespace bookends::tables::test
