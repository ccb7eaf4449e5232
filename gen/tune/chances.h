// How often games are won, drawn and lost from a score: the two numbers of core/eval/chances.h, by maximum likelihood.
#pragma once

#include <array>
#include <cstdint>
#include <map>

#include "core/eval/score.h"

namespace bookends {

// By the score of the side to move: how many games it lost, drew and won.
using Outcomes = std::map<Score, std::array<std::uint64_t, 3>>;

struct ChanceCurve {
  int even = 0;
  int width = 1;
};

// The curve under which the outcomes are likeliest, in whole centipawns. Without outcomes it means nothing.
ChanceCurve fit_chances(const Outcomes& outcomes);

}  // namespace bookends
