#include "tools/match/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tools/match/report.h"

namespace bookends::match {
namespace {

Pentanomial pairs_of(const std::vector<int>& counts) {
  Pentanomial pairs{};
  std::copy(counts.begin(), counts.end(), pairs.begin());
  return pairs;
}

PairScore different(const Pentanomial& pairs) {
  PairScore score;
  score.pairs = pairs;
  for (const std::int64_t n : pairs) score.squares += n;
  return score;
}

rc::Gen<Pentanomial> any_pairs() {
  return rc::gen::map(rc::gen::container<std::vector<int>>(5, rc::gen::inRange(1, 200)), pairs_of);
}

TEST(Elo, OfKnownScores) {
  EXPECT_DOUBLE_EQ(elo_of(0.5), 0);
  EXPECT_NEAR(elo_of(0.75), 190.8485, 1e-4);  // 400 log10(3)
  EXPECT_NEAR(elo_of(0.9), 381.697, 1e-3);    // 400 log10(9)
  EXPECT_NEAR(score_of_elo(10), 0.514388, 1e-6);
  EXPECT_TRUE(std::isinf(elo_of(1)) && elo_of(1) > 0);
  EXPECT_TRUE(std::isinf(elo_of(0)) && elo_of(0) < 0);
}

// Every pair three times: the score stays, and the rest is what a third of the pairs says.
RC_GTEST_PROP(Estimates, OfRepeatedPairsAreThoseOfFewer, ()) {
  const Pentanomial once = *any_pairs();
  PairScore thrice = different(once);
  for (std::int64_t& n : thrice.pairs) n *= 3;
  thrice.squares *= 9;
  const Estimate one = estimate(once), three = thrice.estimate();
  RC_ASSERT(std::abs(one.score - three.score) < 1e-9);
  RC_ASSERT(std::abs(one.interval.low - three.interval.low) < 1e-9);
  RC_ASSERT(std::abs(one.interval.high - three.interval.high) < 1e-9);
  RC_ASSERT(std::abs(one.los - three.los) < 1e-9);
  const Sprt sprt;
  RC_ASSERT(std::abs(log_likelihood_ratio(once, sprt) - thrice.log_likelihood_ratio(sprt)) < 1e-6);
}

RC_GTEST_PROP(Elo, AndScoreAreEachOthersInverse, ()) {
  const double elo = *rc::gen::inRange(-800, 801);
  RC_ASSERT(std::abs(elo_of(score_of_elo(elo)) - elo) < 1e-6);
}

// By hand: mean 1/2; variance of a pair (2 (1/2)^2 + 4 (1/4)^2) / 10 = 0.075; 1.96 sqrt(0.075 / 10) = 0.16974.
TEST(Estimate, OfKnownPairs) {
  const Estimate e = estimate({1, 2, 4, 2, 1});
  EXPECT_DOUBLE_EQ(e.score, 0.5);
  EXPECT_NEAR(e.interval.low, 0.5 - 0.16974, 1e-5);
  EXPECT_NEAR(e.interval.high, 0.5 + 0.16974, 1e-5);
  EXPECT_DOUBLE_EQ(e.los, 0.5);
  // 3 pairs of 1, 1 1/2 and 2 points: mean 3/4, variance 1/24, deviation of the mean sqrt(1/72), LOS of 2.1213 sigma.
  const Estimate better = estimate({0, 0, 1, 1, 1});
  EXPECT_DOUBLE_EQ(better.score, 0.75);
  EXPECT_NEAR(better.interval.low, 0.75 - 1.959964 * std::sqrt(1.0 / 72), 1e-6);
  EXPECT_NEAR(better.los, 0.983053, 1e-5);
}

TEST(Estimate, OfNothingKnowsNothing) {
  const Estimate e = estimate({});
  EXPECT_EQ(e.interval.low, 0);
  EXPECT_EQ(e.interval.high, 1);
  EXPECT_EQ(e.los, 0.5);
}

// Wilson's lower bound of n successes in n trials is n / (n + z^2).
TEST(Estimate, OfPairsThatEndedAlikeIsNotCertain) {
  const Estimate all_won = estimate({0, 0, 0, 0, 10});
  EXPECT_DOUBLE_EQ(all_won.score, 1);
  EXPECT_NEAR(all_won.interval.low, 10 / (10 + 3.841459), 1e-6);
  EXPECT_DOUBLE_EQ(all_won.interval.high, 1);
  EXPECT_GT(all_won.los, 0.999);
  const Estimate all_drawn = estimate({0, 0, 10, 0, 0});
  EXPECT_LT(all_drawn.interval.low, 0.3);
  EXPECT_GT(all_drawn.interval.high, 0.7);
}

// Against the plain formulas over a list of pairs.
RC_GTEST_PROP(Estimate, IsThatOfTheListOfPairs, ()) {
  const Pentanomial pairs = *any_pairs();
  std::vector<double> list;
  for (std::size_t i = 0; i < 5; ++i)
    list.insert(list.end(), static_cast<std::size_t>(pairs[i]), 0.25 * static_cast<double>(i));
  double sum = 0, squares = 0;
  for (const double x : list) sum += x, squares += x * x;
  const double n = static_cast<double>(list.size()), mean = sum / n;
  const double half = 1.959964 * std::sqrt((squares / n - mean * mean) / n);
  const Estimate e = estimate(pairs);
  RC_ASSERT(std::abs(e.score - mean) < 1e-9);
  RC_ASSERT(std::abs(e.interval.high - std::min(1.0, mean + half)) < 1e-6);
  RC_ASSERT(std::abs(e.interval.low - std::max(0.0, mean - half)) < 1e-6);
}

RC_GTEST_PROP(Estimate, TurnsRoundWithTheEngines, ()) {
  const Pentanomial pairs = *any_pairs();
  Pentanomial turned = pairs;
  std::ranges::reverse(turned);
  RC_ASSERT(std::abs(estimate(pairs).score + estimate(turned).score - 1) < 1e-9);
  RC_ASSERT(std::abs(estimate(pairs).los + estimate(turned).los - 1) < 1e-9);
}

TEST(Sprt, HasWaldsBounds) {
  const Sprt sprt;
  EXPECT_NEAR(sprt.upper_bound(), 2.944439, 1e-6);  // ln 19
  EXPECT_NEAR(sprt.lower_bound(), -2.944439, 1e-6);
}

// The likelihood of a hypothesis by another way: the greatest likelihood with a given mean is the least value of
// -sum w ln(1 + x d) over x, a convex function, found by golden section.
double log_likelihood_by_search(const std::vector<double>& weight, double mean) {
  const auto value = [&](double x) {
    double sum = 0;
    for (std::size_t i = 0; i < 5; ++i) sum -= weight[i] * std::log(1 + x * (0.25 * static_cast<double>(i) - mean));
    return sum;
  };
  double low = -1 / (1 - mean) + 1e-9, high = 1 / mean - 1e-9;
  const double golden = (std::sqrt(5.0) - 1) / 2;
  for (int i = 0; i < 300; ++i) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    (value(a) < value(b) ? high : low) = value(a) < value(b) ? b : a;
  }
  return value((low + high) / 2);
}

RC_GTEST_PROP(Sprt, RatioIsThatOfTheLikelihoods, ()) {
  const Pentanomial pairs = *any_pairs();
  const Sprt sprt{.elo0 = static_cast<double>(*rc::gen::inRange(-20, 10)),
                  .elo1 = static_cast<double>(*rc::gen::inRange(11, 60))};
  double n = 0;
  for (const auto count : pairs) n += static_cast<double>(count);
  std::vector<double> weight;
  for (const auto count : pairs) weight.push_back(static_cast<double>(count) / n);
  const double expected = n * (log_likelihood_by_search(weight, score_of_elo(sprt.elo1)) -
                               log_likelihood_by_search(weight, score_of_elo(sprt.elo0)));
  RC_ASSERT(std::abs(log_likelihood_ratio(pairs, sprt) - expected) < 1e-4 * (1 + std::abs(expected)));
}

// Near equality the ratio is that of two normal distributions: (s1 - s0)(2 m - s0 - s1) n / (2 variance).
TEST(Sprt, RatioIsNearlyNormalForSmallDifferences) {
  const Pentanomial pairs{190, 560, 1000, 610, 205};
  const Estimate e = estimate(pairs);
  double n = 0, variance = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    n += static_cast<double>(pairs[i]);
    const double d = 0.25 * static_cast<double>(i) - e.score;
    variance += static_cast<double>(pairs[i]) * d * d;
  }
  const double s0 = score_of_elo(0), s1 = score_of_elo(5);
  const double expected = (s1 - s0) * (2 * e.score - s0 - s1) * n / (2 * variance / n);
  EXPECT_NEAR(log_likelihood_ratio(pairs, {.elo0 = 0, .elo1 = 5}), expected, 0.01 * std::abs(expected));
}

TEST(Sprt, DecidesBothWays) {
  const Sprt sprt{.elo0 = 0, .elo1 = 20};
  EXPECT_EQ(sprt_decision(PairScore{}, sprt), "");
  EXPECT_EQ(log_likelihood_ratio({}, sprt), 0);
  EXPECT_EQ(sprt_decision(different({2, 5, 30, 6, 2}), sprt), "");
  EXPECT_EQ(sprt_decision(different({0, 5, 100, 80, 20}), sprt), "H1");
  EXPECT_EQ(sprt_decision(different({20, 80, 100, 5, 0}), sprt), "H0");
  EXPECT_EQ(sprt_decision(different({0, 0, 0, 0, 400}), sprt), "H1");  // without a loss, too
}

TEST(SprtWords, AreRead) {
  const Sprt two = parse_sprt("-2.5,10").value();
  EXPECT_EQ(two.elo0, -2.5);
  EXPECT_EQ(two.elo1, 10);
  EXPECT_EQ(two.alpha, 0.05);
  EXPECT_EQ(two.beta, 0.05);
  const Sprt four = parse_sprt("0,5,0.01,0.1").value();
  EXPECT_EQ(four.alpha, 0.01);
  EXPECT_EQ(four.beta, 0.1);
  for (const std::string text : {"", "5", "0,10abc", "0,10,", "0,10,0.1", "0,10,0.1,0.1,0.1", "0, 10", "10,0", "5,5",
                                 "0,2000", "0,nan", "nan,5", "-inf,5", "0,5,0,0.1", "0,5,0.1,0.5", "0,5,nan,0.1"})
    EXPECT_THAT(parse_sprt(text).error().message, testing::HasSubstr("--sprt: found '" + text + "'")) << text;
}

}  // namespace
}  // namespace bookends::match
