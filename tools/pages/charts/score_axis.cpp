#include "tools/pages/charts/score_axis.h"

#include <algorithm>
#include <utility>

namespace bookends {

double ScoreAxis::place(Score score) const {
  if (is_decided(score)) return score > 0 ? won : lost;
  return score / 100.0;
}

ScoreAxis score_axis(std::string name, const std::vector<Score>& scores) {
  double low = 0, high = 0;
  bool wins = false, losses = false;
  for (const Score score : scores) {
    if (is_decided(score)) {
      (score > 0 ? wins : losses) = true;
      continue;
    }
    low = std::min(low, score / 100.0);
    high = std::max(high, score / 100.0);
  }
  ScoreAxis found{axis_between(std::move(name), low, high), 0, 0};
  Axis& axis = found.axis;
  const double room = (axis.high - axis.low) / 6;
  if (wins) axis.ticks.emplace_back(found.won = axis.high += room, "won");
  if (losses) axis.ticks.emplace_back(found.lost = axis.low -= room, "lost");
  return found;
}

}  // namespace bookends
