#include "tools/match/statistics/score_distribution.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <numeric>

namespace bookends::match {

namespace {

double point(std::size_t result) { return static_cast<double>(result) / 4; }

// How many standard deviations the score is above the mean.
double deviations(const PairWeights& weights, double all, double score) {
  double mean = 0, variance = 0;
  for (std::size_t k = 0; k < weights.size(); ++k) mean += weights[k] / all * point(k);
  for (std::size_t k = 0; k < weights.size(); ++k)
    variance += weights[k] / all * (point(k) - mean) * (point(k) - mean) / (all + 1);
  return (score - mean) / std::sqrt(std::max(variance, 1e-30));
}

}  // namespace

// Probabilities with Dirichlet's distribution are gamma variables over their sum, so that the expected score is below s
// when the sum over g(k) (points(k) - s) is negative: a weighted sum of gamma variables, whose distribution function is
//   1/2 - 1/pi times the integral over u > 0 of sin(sum w(k) atan(d(k) u)) / (u prod (1 + d(k)^2 u^2)^(w(k)/2))
// with d(k) = points(k) - s (J. P. Imhof, "Computing the distribution of quadratic forms in normal variables",
// Biometrika 48, 1961). With u = e^y the integrand is analytic around the real line and vanishes at both of its ends,
// so that the sum over equal steps converges exponentially: with these steps, finer where the sine turns faster (which
// it does far from the mean, and with the weight of a single result), to less than 1e-8. What is left out below the
// first step is less than its u times all weights.
double chance_below(const PairWeights& weights, double score) {
  constexpr double kLast = 80, kNothing = 40, kFar = 40;
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double distance = deviations(weights, all, score);
  if (std::abs(distance) > kFar) return distance > 0 ? 1 : 0;
  const double step = std::min(0.2 / (1 + std::abs(distance) / 3), 1 / std::sqrt(all));
  const double first = -23 - std::log(all);
  double sum = 0;
  for (int i = 0; first + i * step < kLast; ++i) {
    const double u = std::exp(first + i * step);
    double angle = 0, damping = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const double d = (point(k) - score) * u;
      angle += weights[k] * std::atan(d);
      damping += weights[k] * std::log1p(d * d) / 2;
    }
    if (damping > kNothing) break;
    sum += std::sin(angle) * std::exp(-damping);
  }
  return 0.5 - step * sum / std::numbers::pi;
}

double quantile(const PairWeights& weights, double chance) {
  double low = 0, high = 1;
  for (int i = 0; i < 34; ++i) {
    const double middle = (low + high) / 2;
    (chance_below(weights, middle) < chance ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace bookends::match
