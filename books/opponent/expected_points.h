// Shares of the point that a side may expect: what games come to, and scores in the same measure.
#pragma once

#include <cstdint>

#include "core/eval/score.h"

namespace bookends {

inline constexpr double kWholePoint = 65535;

// Of a score: half for 0, and odds of e to 1 for every 150 centipawns. Decided games are all or nothing.
double expected_points(Score score);
// The open score of a share. The surest are worth some 16 pawns.
Score score_of_points(double points);

}  // namespace bookends
