// How likely a win, a draw and a loss are at a score: an ordered logistic model (McCullagh 1980) with the two numbers
// that a game's weights have for it.
#pragma once

#include "core/eval/logistic.h"

namespace bookends {

struct Chances {
  double win = 0;
  double loss = 0;
  double draw() const { return 1 - win - loss; }
};

// `even` is the score in centipawns from which a win is likelier than not, at least 0. Three times `width`, which is
// more than 0, beyond it a win is nearly certain (95 %).
inline Chances chances_at(double score, double even, double width) {
  return {logistic((score - even) / width), logistic((-score - even) / width)};
}

}  // namespace bookends
