#include "tools/match/statistics/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tools/match/report.h"
#include "tools/match/statistics/score_distribution.h"

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

// Of one win and one loss the score is evenly distributed; of n wins and one loss it is a power; of one each of 0, 1
// and 2 points it has a triangle's distribution.
TEST(ScoreDistribution, OfKnownWeights) {
  for (const double score : {0.01, 0.2, 0.5, 0.77, 0.999}) {
    EXPECT_NEAR(chance_below({1, 0, 0, 0, 1}, score), score, 1e-8);
    EXPECT_NEAR(chance_below({1, 0, 0, 0, 5}, score), std::pow(score, 5), 1e-8);
    EXPECT_NEAR(chance_below({0, 0, 1, 0, 1}, score), std::max(0.0, 2 * score - 1), 1e-8);
    EXPECT_NEAR(chance_below({1, 0, 1, 0, 1}, score),
                score < 0.5 ? 2 * score * score : 1 - 2 * (1 - score) * (1 - score), 1e-8);
  }
  // Nearly all the weight on one result turns the sine fastest.
  for (const double n : {100.0, 1000.0, 3000.0, 50000.0})
    for (const double power : {0.001, 0.1, 1.0, 3.0}) {
      const double score = std::exp(-power / n);
      EXPECT_NEAR(chance_below({1, 0, 0, 0, n}, score), std::exp(-power), 1e-7) << n << ' ' << power;
    }
  EXPECT_NEAR(quantile({1, 0, 0, 0, 5}, 0.025), std::pow(0.025, 0.2), 1e-7);
}

// Many pairs: near the normal distribution, mean 1/2, variance 0.075.
TEST(ScoreDistribution, OfManyIsNormal) {
  const double deviation = std::sqrt(0.075 / 10000000);
  EXPECT_NEAR(chance_below({1e6, 2e6, 4e6, 2e6, 1e6}, 0.5 - deviation), 0.158655, 1e-4);
  EXPECT_NEAR(chance_below({1e6, 2e6, 4e6, 2e6, 1e6}, 0.5 + 2 * deviation), 0.977250, 1e-4);
}

// Whichever way it is computed, and however far from the mean.
TEST(ScoreDistribution, NeverFalls) {
  for (const double pairs : {2.0, 100.0, 10000.0, 1e6}) {
    const PairWeights weights{0.1 * pairs + 0.75, 0.2 * pairs, 0.4 * pairs, 0.2 * pairs, 0.1 * pairs + 0.25};
    double before = 0;
    for (int i = 0; i <= 500; ++i) {
      const double chance = chance_below(weights, i / 500.0);
      EXPECT_GE(chance, before - 1e-8) << pairs << " " << i;
      before = chance;
    }
    EXPECT_NEAR(before, 1, 1e-8);
  }
}

TEST(Estimate, OfABetterResultIsNotLowerWithManyPairsEither) {
  for (const std::int64_t n : {300, 1000, 3000})
    EXPECT_LE(estimate({0, 0, 0, 1, n - 1}).interval.low, estimate({0, 0, 0, 0, n}).interval.low + 1e-9) << n;
}

TEST(Estimate, OfNothingKnowsNothing) {
  const Estimate e = estimate({});
  EXPECT_EQ(e.interval.low, 0);
  EXPECT_EQ(e.interval.high, 1);
  EXPECT_EQ(e.los, 0.5);
}

TEST(Estimate, OfPairsThatEndedAlikeIsNotCertain) {
  const Estimate all_won = estimate({0, 0, 0, 0, 10});
  EXPECT_DOUBLE_EQ(all_won.score, 1);
  EXPECT_LT(all_won.interval.low, 0.8);
  EXPECT_DOUBLE_EQ(all_won.interval.high, 1);
  EXPECT_GT(all_won.los, 0.99);
  EXPECT_LT(all_won.los, 1);
  const Estimate all_drawn = estimate({0, 0, 10, 0, 0});
  EXPECT_LT(all_drawn.interval.low, 0.4);
  EXPECT_GT(all_drawn.interval.high, 0.6);
}

// All that so many pairs can be.
std::vector<Pentanomial> outcomes(int pairs, const std::vector<std::size_t>& results, std::size_t first = 0) {
  if (first + 1 == results.size()) {
    Pentanomial all{};
    all[results[first]] = pairs;
    return {all};
  }
  std::vector<Pentanomial> found;
  for (int n = 0; n <= pairs; ++n)
    for (Pentanomial rest : outcomes(pairs - n, results, first + 1)) {
      rest[results[first]] = n;
      found.push_back(rest);
    }
  return found;
}

using Chances = std::array<double, 5>;

double chance_of(const Pentanomial& pairs, const Chances& chances) {
  double n = 0, log = 0;
  for (std::size_t i = 0; i < 5; ++i) {
    if (pairs[i] == 0) continue;
    if (chances[i] == 0) return 0;
    const double count = static_cast<double>(pairs[i]);
    n += count;
    log += count * std::log(chances[i]) - std::lgamma(count + 1);
  }
  return std::exp(log + std::lgamma(n + 1));
}

// How often the interval holds the true score, by enumeration.
void expect_coverage(int pairs, const std::vector<std::size_t>& results, const std::vector<Chances>& all_chances) {
  std::vector<double> covered(all_chances.size());
  for (const Pentanomial& outcome : outcomes(pairs, results)) {
    const Interval interval = estimate(outcome).interval;
    for (std::size_t i = 0; i < all_chances.size(); ++i) {
      double score = 0;
      for (std::size_t k = 0; k < 5; ++k) score += all_chances[i][k] * 0.25 * static_cast<double>(k);
      if (interval.low <= score + 1e-9 && score <= interval.high + 1e-9)
        covered[i] += chance_of(outcome, all_chances[i]);
    }
  }
  for (std::size_t i = 0; i < covered.size(); ++i) EXPECT_GE(covered[i], 0.93) << pairs << " pairs, distribution " << i;
}

TEST(EstimateSlow, IntervalHoldsTheScoreAsOftenAsItSays) {
  const std::vector<Chances> any{{.1, .2, .4, .2, .1},     {.02, .08, .3, .4, .2}, {0, .02, .1, .28, .6},
                                 {.2, .2, .2, .2, .2},     {0, .2, .6, .2, 0},     {0, .05, .9, .05, 0},
                                 {.05, .25, .4, .25, .05}, {.5, 0, 0, 0, .5},      {.01, .04, .2, .45, .3},
                                 {0, 0, .1, .3, .6},       {.02, 0, .96, 0, .02},  {0, 0, .02, .1, .88}};
  for (const int pairs : {2, 3, 5, 10}) expect_coverage(pairs, {0, 1, 2, 3, 4}, any);
  const std::vector<Chances> far{{.25, 0, .5, 0, .25}, {.1, 0, .3, 0, .6}, {.05, 0, .9, 0, .05}, {.02, 0, .5, 0, .48}};
  for (const int pairs : {2, 3, 5, 10, 20, 50}) expect_coverage(pairs, {0, 2, 4}, far);
  const std::vector<Chances> close{{0, .2, .6, .2, 0}, {0, .1, .5, .4, 0}, {0, .3, .3, .4, 0}};
  for (const int pairs : {20, 50}) expect_coverage(pairs, {1, 2, 3}, close);
}

// Each pair in turn half a point better.
TEST(EstimateSlow, OfABetterResultIsNeverLower) {
  for (const int pairs : {1, 2, 4, 5})
    for (const Pentanomial& outcome : outcomes(pairs, {0, 1, 2, 3, 4})) {
      const Estimate before = estimate(outcome);
      EXPECT_LE(before.interval.low, before.score);
      EXPECT_GE(before.interval.high, before.score);
      for (std::size_t k = 0; k < 4; ++k) {
        if (outcome[k] == 0) continue;
        Pentanomial better = outcome;
        --better[k];
        ++better[k + 1];
        const Estimate after = estimate(better);
        EXPECT_GE(after.interval.low, before.interval.low - 1e-9);
        EXPECT_GE(after.interval.high, before.interval.high - 1e-9);
        EXPECT_GE(after.los, before.los - 1e-9);
      }
    }
}

// LOS and the interval are of one distribution.
TEST(EstimateSlow, LosGoesWithTheInterval) {
  for (const Pentanomial& outcome : outcomes(6, {0, 1, 2, 3, 4})) {
    const Estimate e = estimate(outcome);
    EXPECT_EQ(e.interval.low > 0.5, e.los > 0.975);
    EXPECT_EQ(e.interval.high < 0.5, e.los < 0.025);
    EXPECT_GE(e.los, e.score > 0.5 ? 0.5 : 0);
    EXPECT_LE(e.los, e.score < 0.5 ? 0.5 : 1);
  }
}

// Against the plain formulas over a list of pairs.
TEST(Estimate, OfManyPairsIsNearlyNormal) {
  for (const Pentanomial& pairs : {Pentanomial{10, 20, 40, 20, 10}, Pentanomial{2, 8, 30, 40, 20},
                                   Pentanomial{0, 10, 70, 20, 0}, Pentanomial{0, 2, 10, 28, 60},
                                   Pentanomial{100, 300, 600, 400, 200}, Pentanomial{5000, 9000, 20000, 9000, 4000}}) {
    double n = 0, sum = 0, squares = 0;
    for (std::size_t i = 0; i < 5; ++i) {
      const double count = static_cast<double>(pairs[i]), point = 0.25 * static_cast<double>(i);
      n += count;
      sum += count * point;
      squares += count * point * point;
    }
    const double mean = sum / n, deviation = std::sqrt((squares / n - mean * mean) / n);
    const Estimate e = estimate(pairs);
    EXPECT_NEAR(e.score, mean, 1e-12);
    const double near = mean < 0.8 ? 0.005 : 0.01;
    EXPECT_NEAR(e.interval.low, mean - 1.959964 * deviation, near) << mean;
    EXPECT_NEAR(e.interval.high, mean + 1.959964 * deviation, near) << mean;
    EXPECT_NEAR(e.los, 0.5 * std::erfc((0.5 - mean) / deviation / std::sqrt(2)), 0.02) << mean;
  }
}

RC_GTEST_PROP(Estimate, TurnsRoundWithTheEngines, ()) {
  const Pentanomial pairs = *any_pairs();
  Pentanomial turned = pairs;
  std::ranges::reverse(turned);
  RC_ASSERT(std::abs(estimate(pairs).score + estimate(turned).score - 1) < 1e-9);
  RC_ASSERT(std::abs(estimate(pairs).los + estimate(turned).los - 1) < 1e-9);
}

// As many points as the other engine, from counts whose shares of the whole are not binary fractions.
TEST(Estimate, ALevelScoreIsOneHalf) {
  for (const Pentanomial& pairs : {Pentanomial{103, 143, 72, 41, 154}, Pentanomial{154, 41, 72, 143, 103},
                                   Pentanomial{1, 1, 1, 1, 1}, Pentanomial{1, 2, 3, 2, 1}}) {
    EXPECT_EQ(estimate(pairs).score, 0.5);
    EXPECT_EQ(estimate(pairs).los, 0.5);
  }
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
