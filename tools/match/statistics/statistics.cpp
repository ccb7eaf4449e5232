#include "tools/match/statistics/statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "tools/match/game/number_list.h"
#include "tools/match/statistics/score_distribution.h"

namespace bookends::match {
namespace {

constexpr double kTail = 0.025;  // of a 95 % interval, on each side

double points(std::size_t result) { return static_cast<double>(result) / 4; }  // of one game, 0..1

// A distribution of pairs over the five results.
struct Sample {
  std::array<double, 5> weight{};  // sums to 1
  double pairs = 0;
};

Sample sample_of(const std::array<double, 5>& counts) {
  Sample sample;
  for (const double n : counts) sample.pairs += n;
  for (std::size_t i = 0; i < 5; ++i) sample.weight[i] = counts[i] / sample.pairs;
  return sample;
}

double total(const Pentanomial& pairs) {
  return static_cast<double>(std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0}));
}

// From the counts: quarters of whole numbers sum without an error, so that a level score is exactly 1/2.
double mean_score(const Pentanomial& pairs) {
  double sum = 0;
  for (std::size_t i = 0; i < 5; ++i) sum += static_cast<double>(pairs[i]) * points(i);
  return sum / total(pairs);
}

// Seen from one side: what is assumed beside the pairs lies mostly at the end of that side.
PairWeights with_assumed(PairWeights weights, double pairs, std::size_t end) {
  const double there = 0.5 + std::min(0.25, 3 / pairs);
  weights[end] += there;
  weights[4 - end] += 1 - there;
  return weights;
}

// The most likely distribution among those with expectation `mean`, given the sample, has the weights w/(1 + x(a -
// mean)) for the one x that makes them sum to 1 (A. Owen, "Empirical likelihood ratio confidence intervals for a single
// functional", Biometrika 75, 1988). The sum over w(a - mean)/(1 + x(a - mean)) falls in x where all weights are
// positive, and is 0 there.
double multiplier(const Sample& sample, double mean) {
  double low = -1 / (points(4) - mean), high = -1 / (points(0) - mean);
  for (int i = 0; i < 200; ++i) {
    const double x = (low + high) / 2;
    double sum = 0;
    for (std::size_t k = 0; k < 5; ++k) {
      const double d = points(k) - mean;
      sum += sample.weight[k] * d / (1 + x * d);
    }
    (sum > 0 ? low : high) = x;
  }
  return (low + high) / 2;
}

// Of the sample under the most likely distribution with that mean, up to a constant.
double log_likelihood(const Sample& sample, double mean) {
  const double x = multiplier(sample, mean);
  double sum = 0;
  for (std::size_t k = 0; k < 5; ++k) sum -= sample.weight[k] * std::log1p(x * (points(k) - mean));
  return sample.pairs * sum;
}

}  // namespace

double elo_of(double score) {
  if (score <= 0) return -std::numeric_limits<double>::infinity();
  if (score >= 1) return std::numeric_limits<double>::infinity();
  return 400 * std::log10(score / (1 - score));
}

double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

Estimate estimate(const Pentanomial& pairs) { return estimate(pairs, total(pairs)); }

Estimate estimate(const Pentanomial& pairs, double independent) {
  std::array<double, 5> counts{};
  std::ranges::copy(pairs, counts.begin());
  const Sample sample = sample_of(counts);
  if (!(sample.pairs > 0)) return {};
  for (std::size_t i = 0; i < 5; ++i) counts[i] = sample.weight[i] * independent;
  const PairWeights pessimistic = with_assumed(counts, independent, 0);
  const PairWeights optimistic = with_assumed(counts, independent, 4);
  Estimate result;
  result.score = mean_score(pairs);
  // What was seen is never outside, as it would be where all pairs were won.
  result.interval = {std::min(quantile(pessimistic, kTail), result.score),
                     std::max(quantile(optimistic, 1 - kTail), result.score)};
  if (result.score > 0.5) result.los = std::max(0.5, 1 - chance_below(pessimistic, 0.5));
  if (result.score < 0.5) result.los = std::min(0.5, 1 - chance_below(optimistic, 0.5));
  return result;
}

double Sprt::lower_bound() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper_bound() const { return std::log((1 - beta) / alpha); }

// The generalised SPRT (X. Li, J. Liu, Z. Ying, "Generalized sequential probability ratio test for separate families of
// hypotheses", Sequential Analysis 33, 2014): both hypotheses fix only the mean, and the likelihood of each is that of
// the most likely distribution that has it (for multinomials: M. Van den Bergh,
// hardy.uhasselt.be/Fishtest/support_MLE_multinomial.pdf, Proposition 1.1).
double log_likelihood_ratio(const Pentanomial& pairs, const Sprt& sprt) {
  return log_likelihood_ratio(pairs, total(pairs), sprt);
}

double log_likelihood_ratio(const Pentanomial& pairs, double independent, const Sprt& sprt) {
  std::array<double, 5> counts{};
  std::ranges::copy(pairs, counts.begin());
  if (std::ranges::all_of(pairs, [](std::int64_t n) { return n == 0; })) return 0;
  // A result that has not been seen is not impossible, and without one on each side of the mean no distribution fits.
  for (double& n : counts) n = std::max(n, 1e-3);
  Sample sample = sample_of(counts);
  if (independent < total(pairs)) sample.pairs = independent;
  return log_likelihood(sample, score_of_elo(sprt.elo1)) - log_likelihood(sample, score_of_elo(sprt.elo0));
}

Result<Sprt> parse_sprt(std::string_view text) {
  const auto n = parse_numbers<double>(text);
  const auto sane = [](double elo) { return elo >= -1000 && elo <= 1000; };
  const auto risk = [](double p) { return p > 0 && p < 0.5; };
  Sprt sprt;
  bool good = n && (n->size() == 2 || n->size() == 4);
  if (good) {
    sprt.elo0 = (*n)[0];
    sprt.elo1 = (*n)[1];
    if (n->size() == 4) {
      sprt.alpha = (*n)[2];
      sprt.beta = (*n)[3];
    }
    good = sane(sprt.elo0) && sane(sprt.elo1) && sprt.elo0 < sprt.elo1 && risk(sprt.alpha) && risk(sprt.beta);
  }
  if (good) return sprt;
  return Error{ErrorCode::invalid_argument,
               "--sprt: found '" + std::string(text) +
                   "'; it is ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, with ELO0 below ELO1 and risks between 0 and 0.5"};
}

}  // namespace bookends::match
