// Counting by blocks is counting one by one.
#include "tablebases/review/tally.h"

#include <gtest/gtest.h>

#include <random>

#include "tablebases/review/placement.h"
#include "tablebases/review/statistics.h"
#include "tests/tablebases/solve_support.h"

namespace bookends::tables {
namespace {

// Codes that no solver made, illegal where the number is the index of nothing.
template <const Rules& R>
std::vector<DtmCode> invented_codes(const PlacementIndex<R>& index, unsigned seed) {
  std::mt19937 dice(seed);
  std::vector<DtmCode> codes(index.size(), kIllegal);
  for (std::uint64_t i = 0; i < index.size(); ++i)
    if (index.multiplicity(i) != 0) codes[i] = static_cast<DtmCode>(dice() % 37);
  return codes;
}

template <const Rules& R>
void expect_tally(std::string_view name) {
  SCOPED_TRACE(std::string(R.name) + " " + std::string(name));
  const PlacementIndex<R> index(parse_ending(R, name).value());
  const std::vector<DtmCode> codes = invented_codes(index, 7);
  std::vector<std::uint64_t> right(37);
  std::uint64_t checks = 0;
  for (std::uint64_t i = 0; i < codes.size(); ++i) {
    if (codes[i] == kIllegal) continue;
    const auto n = static_cast<std::uint64_t>(index.multiplicity(i));
    right[codes[i]] += n;
    if (codes[i] != 1) continue;
    const auto position = position_of_number(index, i, 1);
    if (position ? position->in_check() : false) checks += n;
  }
  for (const int threads : {1, 2, 3}) EXPECT_EQ(tally(index, CodeArray::of(codes), threads), right) << threads;
  std::vector<DtmCode> legal = codes;
  mark_illegal(index, 1, legal, 1);
  for (const int threads : {1, 3})
    EXPECT_EQ(tally_checks(index, 1, CodeArray::of(legal), 1, threads), checks) << threads;
}

TEST(Tally, CountsEveryPlacementOfEveryKindOfEnding) {
  expect_tally<games::fragments>("KQvKR");   // eight symmetries, kings on a diagonal or on the middle file
  expect_tally<games::fragments>("KBBvKB");  // identical men
  expect_tally<games::fragments>("KPvK");    // pawns on the middle file
  expect_tally<games::fragments>("KPPvKN");  // pawns that are each other's mirror image
  expect_tally<games::gardner>("KPvKP");
  expect_tally<games::chess>("KRRvK");
  expect_tally<games::chess>("KPvK");
  expect_tally<games::makruk>("KSvK");  // the mirror of files alone
}

TEST(Tally, OfNothingIsEmpty) {
  const PlacementIndex<games::fragments> index(parse_ending(games::fragments, "KNvK").value());
  const std::vector<DtmCode> codes(index.size(), kIllegal);
  EXPECT_TRUE(tally(index, CodeArray::of(codes), 2).empty());
}

TEST(Tally, FindsTheFirstNumberWithACode) {
  std::vector<DtmCode> codes((std::size_t{5} << 20) + 17, 3);
  for (const std::size_t at : {codes.size() - 1, std::size_t{3} << 20, std::size_t{1234567}, std::size_t{0}}) {
    codes[at] = 9;
    for (const int threads : {1, 2, 3}) EXPECT_EQ(first_with(CodeArray::of(codes), 9, threads), at);
  }
  EXPECT_EQ(first_with(CodeArray::of(codes), 8, 2), codes.size());
}

// The statistics of solved tables, against adding their positions one by one.
template <const Rules& R>
void expect_statistics(int men) {
  auto& solved = Solved<R>::upto(men);
  for (const Ending& ending : solved.endings())
    for (int side = 0; side < 2; ++side) {
      const auto& index = solved.index(ending);
      const auto& codes = solved.solution(ending).dtm[slot(side)];
      StatisticsCounter counter;
      for (std::uint64_t i = 0; i < codes.size(); ++i) {
        if (codes[i] == kIllegal) continue;
        const bool mated = codes[i] == decided_in(0) && position_of_number(index, i, side)->in_check();
        counter.add(i, index.multiplicity(i), codes[i], mated);
      }
      EXPECT_EQ(count_statistics(index, side, codes, 2), counter.total()) << ending_name(R, ending) << side;
    }
}

TEST(Statistics, AreThoseOfThePositionsOneByOne) {
  expect_statistics<games::fragments>(3);
  expect_statistics<games::gardner>(3);
  expect_statistics<games::makruk>(3);
  expect_statistics<games::chess>(3);
}

TEST(Statistics, OfDtzSeparateWhatTheMoveLimitDraws) {
  const PlacementIndex<games::chess> index(parse_ending(games::chess, "KRvK").value());
  std::vector<DtzCode> codes(index.size(), kIllegal);
  std::vector<std::uint64_t> at;
  for (std::uint64_t i = 0; at.size() < 8; ++i)
    if (index.multiplicity(i) == 8) at.push_back(i);
  codes[at[0]] = kDrawCode;
  codes[at[1]] = dtz_won_in(1);
  codes[at[2]] = codes[at[3]] = dtz_won_in(100);
  codes[at[4]] = dtz_won_in(101);
  codes[at[5]] = dtz_lost_in(0);
  codes[at[6]] = dtz_lost_in(100);
  codes[at[7]] = dtz_lost_in(102);
  const DtzStatistics s = count_dtz(index, 0, CodeArray::of(codes), 2);
  EXPECT_EQ(std::tuple(s.win, s.cursed, s.draw, s.blessed, s.loss), std::tuple(24u, 8u, 8u, 8u, 16u));
  ASSERT_EQ(s.won_in.size(), 102u);
  ASSERT_EQ(s.lost_in.size(), 103u);
  EXPECT_EQ(s.won_in[1], 8u);
  EXPECT_EQ(s.won_in[2], 0u);
  EXPECT_EQ(s.won_in[100], 16u);
  EXPECT_EQ(s.lost_in[0], 8u);
  EXPECT_EQ(s.lost_in[102], 8u);
}

}  // namespace
}  // namespace bookends::tables
