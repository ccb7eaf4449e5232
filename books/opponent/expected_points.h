// Expected points: what a side may expect of a game, from 0 for a loss to kWholePoint for a win; and scores in the same
// measure.
#pragma once

#include <cstdint>

#include "core/eval/score.h"

namespace bookends {

inline constexpr double kWholePoint = 65535;  // what 16 bits hold

// Of a score: half for 0, and odds of e to 1 for every 150 centipawns. Decided games are all or nothing.
double expected_points(Score score);
// The other way round, always an open score (score.h). The surest are worth some 16 pawns.
Score score_of_points(double points);

}  // namespace bookends
