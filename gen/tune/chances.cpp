#include "gen/tune/chances.h"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>

#include "core/eval/chances.h"

namespace bookends {
namespace {

using boost::math::tools::brent_find_minima;

constexpr double kMostEven = 2000, kLeastWidth = 1, kMostWidth = 5000;  // centipawns
constexpr int kBits = 20;                                               // of what is fitted
constexpr double kTiny = 1e-12;  // the chance of what cannot be, where it has been all the same

// The negative logarithm of the likelihood.
double surprise(const Outcomes& outcomes, double even, double width) {
  double sum = 0;
  for (const auto& [score, count] : outcomes) {
    const Chances chances = chances_at(score, even, width);
    const std::array<double, 3> chance{chances.loss, chances.draw(), chances.win};
    for (std::size_t i = 0; i < chance.size(); ++i)
      sum -= static_cast<double>(count[i]) * std::log(std::max(chance[i], kTiny));
  }
  return sum;
}

double best_even(const Outcomes& outcomes, double width) {
  const auto surprised = [&](double even) { return surprise(outcomes, even, width); };
  return brent_find_minima(surprised, 0.0, kMostEven, kBits).first;
}

}  // namespace

ChanceCurve fit_chances(const Outcomes& outcomes) {
  const auto surprised = [&](double candidate) {
    const double width = std::exp(candidate);
    return surprise(outcomes, best_even(outcomes, width), width);
  };
  const double logarithm = brent_find_minima(surprised, std::log(kLeastWidth), std::log(kMostWidth), kBits).first;
  const double width = std::exp(logarithm);
  return {static_cast<int>(std::lround(best_even(outcomes, width))), static_cast<int>(std::lround(width))};
}

}  // namespace bookends
