// What all charts have in common: a picture with its title, two axes and a key, as SVG that a page holds.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/pages/charts/axis.h"

namespace bookends {

// What a chart says of itself, all of it text and not markup.
struct ChartHead {
  std::string id;     // unique on the page
  std::string title;  // stands above the chart
  std::string words;  // what it shows, for those who do not see it
};

// The CSS of charts, for the page's <style>, by day and by night.
std::string_view chart_style();

// So many colours there are: a series has the number of one, and the same number of its dashes.
inline constexpr std::size_t kChartColors = 7;

class ChartSheet {
 public:
  // `key` names the series in their order; `filled` are those of bars.
  ChartSheet(const ChartHead& head, Axis x, Axis y, const std::vector<std::string>& key, bool filled);

  double x(double value) const;
  double y(double value) const;
  double bottom() const { return bottom_; }

  void add(std::string_view markup) { out_ += markup; }

  // With the axes' names and numbers, above what was added.
  std::string finish();

 private:
  void key(const std::vector<std::string>& names, bool filled);
  void grid();

  Axis x_, y_;
  double top_ = 0, bottom_ = 0, height_ = 0;
  std::string out_;
};

// The numbers of a chart, folded away below it: for those who want to read them, or cannot see the chart.
std::string numbers_table(const std::vector<std::string>& columns, const std::vector<std::vector<std::string>>& rows);

}  // namespace bookends
