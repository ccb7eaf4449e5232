#include "gen/tune/fit.h"

#include <algorithm>
#include <boost/math/tools/minima.hpp>
#include <cmath>

#include "core/eval/logistic.h"
#include "gen/train/adam.h"

namespace bookends {

namespace {

constexpr std::size_t kBlock = 4096;
// A full batch has little noise to forget.
constexpr double kSquareKept = 0.99;
constexpr double kTiny = 1e-12;

std::size_t blocks_of(std::size_t rows) { return (rows + kBlock - 1) / kBlock; }

// Sums f(row) over all rows, the same for any number of threads.
template <class F>
double sum_over(std::size_t rows, int threads, F&& f) {
  std::vector<double> sums(blocks_of(rows), 0.0);
#pragma omp parallel for num_threads(threads) schedule(dynamic)
  for (std::size_t b = 0; b < sums.size(); ++b) {
    double sum = 0;
    for (std::size_t i = b * kBlock; i < std::min(rows, (b + 1) * kBlock); ++i) sum += f(i);
    sums[b] = sum;
  }
  double total = 0;
  for (const double sum : sums) total += sum;
  return total;
}

// The error of the rows and its gradient by the weights.
class Gradient {
 public:
  Gradient(const LinearRows& rows, const std::vector<float>& targets, const FitSettings& settings, std::size_t weights)
      : rows_(rows),
        targets_(targets),
        settings_(settings),
        columns_(weights),
        parts_(blocks_of(rows.size()) * weights),
        errors_(blocks_of(rows.size())) {}

  // Mean error; the mean gradient goes to `gradient`.
  double compute(const std::vector<double>& weights, std::vector<double>& gradient) {
    std::ranges::fill(parts_, 0.0);
#pragma omp parallel for num_threads(settings_.threads) schedule(dynamic)
    for (std::size_t b = 0; b < errors_.size(); ++b) errors_[b] = add_block(b, weights);
    const double n = static_cast<double>(std::max<std::size_t>(1, rows_.size()));
    std::ranges::fill(gradient, 0.0);
    double error = 0;
    for (std::size_t b = 0; b < errors_.size(); ++b) {
      error += errors_[b];
      for (std::size_t c = 0; c < columns_; ++c) gradient[c] += parts_[b * columns_ + c];
    }
    for (double& g : gradient) g /= n;
    return error / n;
  }

 private:
  double add_block(std::size_t b, const std::vector<double>& weights) {
    double* part = parts_.data() + b * columns_;
    double error = 0;
    for (std::size_t i = b * kBlock; i < std::min(rows_.size(), (b + 1) * kBlock); ++i) {
      const double expected = logistic(settings_.scale * rows_.score(i, weights));
      const double off = expected - static_cast<double>(targets_[i]);
      error += off * off;
      const double slope = 2 * off * expected * (1 - expected) * settings_.scale;
      for (std::size_t n = rows_.begin[i]; n < rows_.begin[i + 1]; ++n)
        part[rows_.column[n]] += slope * static_cast<double>(rows_.coefficient[n]);
    }
    return error;
  }

  const LinearRows& rows_;
  const std::vector<float>& targets_;
  const FitSettings& settings_;
  std::size_t columns_;
  std::vector<double> parts_;
  std::vector<double> errors_;
};

std::vector<bool> columns_in_use(const LinearRows& rows, std::size_t n) {
  std::vector<bool> used(n, false);
  for (const std::uint16_t column : rows.column) used[column] = true;
  return used;
}

}  // namespace

double mean_squared_error(const std::vector<float>& scores, const std::vector<float>& targets, double scale,
                          int threads) {
  const double sum = sum_over(scores.size(), threads, [&](std::size_t i) {
    const double off = logistic(scale * static_cast<double>(scores[i])) - static_cast<double>(targets[i]);
    return off * off;
  });
  return sum / static_cast<double>(std::max<std::size_t>(1, scores.size()));
}

// Between a pawn that decides the game and one that means nothing.
double fit_scale(const std::vector<float>& scores, const std::vector<float>& targets, int threads) {
  constexpr int kBits = 20;  // of the logarithm
  const auto error = [&](double logarithm) {
    return mean_squared_error(scores, targets, std::exp(logarithm), threads);
  };
  return std::exp(boost::math::tools::brent_find_minima(error, std::log(1e-4), std::log(0.1), kBits).first);
}

void fit(const LinearRows& rows, const std::vector<float>& targets, const std::vector<double>& anchor,
         const FitSettings& settings, std::vector<double>& weights,
         const std::function<bool(int epoch, double error)>& watch) {
  const std::vector<bool> used = columns_in_use(rows, weights.size());
  // The slope of logistic() at 0 is 1/4: the curvature that a position near equality gives a weight that acts once in
  // it.
  const double curvature = settings.scale * settings.scale / 16;
  const double pull = 2 * curvature * settings.prior / static_cast<double>(std::max<std::size_t>(1, rows.size()));
  Gradient gradient(rows, targets, settings, weights.size());
  Adam<double> adam(weights.size(), kSquareKept, kTiny);
  std::vector<double> slope(weights.size());
  for (int epoch = 0; epoch < settings.epochs; ++epoch) {
    const double error = gradient.compute(weights, slope);
    if (!watch(epoch, error)) return;
    for (std::size_t i = 0; i < weights.size(); ++i)
      slope[i] = used[i] ? slope[i] + pull * (weights[i] - anchor[i]) : 0;
    const double left = 1 - static_cast<double>(epoch) / settings.epochs;
    adam.begin_step(settings.rate * (0.05 + 0.95 * left));
    adam.update(weights, slope, 0);
  }
}

}  // namespace bookends
