// The axes of charts: from where to where, and what stands beside them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bookends {

struct Axis {
  std::string name;
  double low = 0, high = 1;
  std::vector<std::pair<double, std::string>> ticks;
};

// With about `most` round numbers, from one at or below `low` to one at or above `high`.
Axis axis_between(std::string name, double low, double high, int most = 5);

// The same of whole numbers, 0 and up, that need not end at a round one: bars.
Axis axis_of_counts(std::string name, double high, int most = 5);

// "123,456", "20M", "0.25", "-3": as few digits as tell ticks apart that are `step` from one another.
std::string tick_text(double value, double step);

// Seconds in the unit that suits the longest of them.
struct TimeUnit {
  std::string name;  // "minutes"
  double seconds = 1;
};
TimeUnit time_unit(double longest);

}  // namespace bookends
