// The curve between a score and the points to expect from it.
#pragma once

#include <cmath>

namespace bookends {

// 0 far below zero, 1/2 at zero, 1 far above.
template <class Number>
Number logistic(Number x) {
  return 1 / (1 + std::exp(-x));
}

}  // namespace bookends
