// Axes of scores: pawns, and beyond them what is decided.
#pragma once

#include <string>
#include <vector>

#include "core/eval/score.h"
#include "tools/pages/charts/axis.h"

namespace bookends {

struct ScoreAxis {
  Axis axis;
  double won = 0, lost = 0;  // where decided games stand

  double place(Score score) const;  // in pawns
};

// With room for all of them.
ScoreAxis score_axis(std::string name, const std::vector<Score>& scores);

}  // namespace bookends
