// Logistic regression of linear rows against targets, by full-batch gradient descent with Adam.
//
// The loss is the mean over the rows of (logistic(scale * score) - target)^2 plus a pull of every weight to its start.
// Sums are taken block by block and the blocks added in order, so the number of threads changes no bit of the result.
#pragma once

#include <functional>
#include <vector>

#include "gen/tune/linear.h"

namespace bookends {

// The scale for which logistic(scale * score) predicts the targets best; scores for White in centipawns.
double fit_scale(const std::vector<float>& scores, const std::vector<float>& targets, int threads);

// Mean squared difference of logistic(scale * score) and target.
double mean_squared_error(const std::vector<float>& scores, const std::vector<float>& targets, double scale,
                          int threads);

struct FitSettings {
  double scale = 0.005;
  int epochs = 100;
  double rate = 1;  // centipawns of the first steps; falls to a twentieth
  // The start value of a weight counts like so many positions in which it acts once.
  double prior = 1000;
  int threads = 1;
};

// Moves `weights` to fit the rows; tells `watch` the mean squared error before every epoch, and stops when it answers
// false. Weights without a column in any row stay as they are. `anchor` is what the prior pulls to.
void fit(const LinearRows& rows, const std::vector<float>& targets, const std::vector<double>& anchor,
         const FitSettings& settings, std::vector<double>& weights,
         const std::function<bool(int epoch, double error)>& watch);

}  // namespace bookends
