// Charts: lines over time, bars that stand on one another, and dots.
//
// A page with charts has chart_style() in its <style>. A chart is one <svg>, which fits a phone as well as a wide page,
// needs no script, and is well-formed XML; a numbers_table() (sheet.h) beside it has what it shows in figures.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tools/pages/charts/sheet.h"

namespace bookends {

struct ChartLine {
  std::string name;
  std::vector<std::pair<double, double>> points;  // within the axes, ascending by the first
};

// What is not within the axes is drawn at their edge. A single line has no key.
std::string line_chart(const ChartHead& head, const Axis& x, const Axis& y, const std::vector<ChartLine>& lines);

struct ChartBand {
  std::string name;
  std::vector<std::uint64_t> counts;  // [n] at n
};

// A bar for every n that has something, the bands one above the other, the first one below.
std::string bar_chart(const ChartHead& head, const std::string& x_name, const std::string& y_name,
                      const std::vector<ChartBand>& bands);

struct ChartDot {
  double x = 0, y = 0;
  bool flagged = false;
};

// With a line where both are the same.
std::string dot_chart(const ChartHead& head, const Axis& x, const Axis& y, const std::vector<ChartDot>& dots);

}  // namespace bookends
