// The least value of a function of one number.
#pragma once

#include <utility>

namespace bookends {

// Where f is least between the two, to within `width`, if it falls up to there and rises after it (Kiefer's golden
// section search).
template <class F>
double golden_section(double low, double high, double width, const F& f) {
  constexpr double kGolden = 0.6180339887498949;
  double left = high - kGolden * (high - low), right = low + kGolden * (high - low);
  double at_left = f(left), at_right = f(right);
  while (high - low > width) {
    if (at_left < at_right) {
      high = std::exchange(right, left);
      at_right = at_left;
      left = high - kGolden * (high - low);
      at_left = f(left);
    } else {
      low = std::exchange(left, right);
      at_left = at_right;
      right = low + kGolden * (high - low);
      at_right = f(right);
    }
  }
  return (low + high) / 2;
}

}  // namespace bookends
