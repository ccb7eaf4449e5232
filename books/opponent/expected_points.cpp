#include "books/opponent/expected_points.h"

#include <algorithm>
#include <cmath>

namespace bookends {

namespace {

constexpr double kCentipawns = 150;

}  // namespace

double expected_points(Score score) {
  if (!is_open(score)) return score > 0 ? kWholePoint : 0;
  return kWholePoint / (1 + std::exp(-score / kCentipawns));
}

Score score_of_points(double points) {
  const double sure = std::clamp(points, 1.0, kWholePoint - 1);
  return static_cast<Score>(std::lround(kCentipawns * std::log(sure / (kWholePoint - sure))));
}

}  // namespace bookends
