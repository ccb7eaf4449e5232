// What pairs of games say of the expected score, as a distribution over it.
#pragma once

#include <array>

namespace bookends::match {

// A weight for each result of a pair (0, 1/2, 1, 1 1/2, 2 points): how often it was seen, and what is assumed of it.
using PairWeights = std::array<double, 5>;

// The chance that the expected score of one game, 0..1, is below `score`, when the five probabilities have Dirichlet's
// distribution with these weights, which are not all 0.
double chance_below(const PairWeights& weights, double score);

// The score below which it is with that chance.
double quantile(const PairWeights& weights, double chance);

}  // namespace bookends::match
