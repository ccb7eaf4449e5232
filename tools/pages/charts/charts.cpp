#include "tools/pages/charts/charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace bookends {
namespace {

double within(const Axis& axis, double value) { return std::clamp(value, axis.low, axis.high); }

std::vector<std::string> names_of_lines(const std::vector<ChartLine>& lines) {
  std::vector<std::string> names;
  if (lines.size() > 1)
    for (const ChartLine& line : lines) names.push_back(line.name);
  return names;
}

}  // namespace

std::string line_chart(const ChartHead& head, const Axis& x, const Axis& y, const std::vector<ChartLine>& lines) {
  ChartSheet sheet(head, x, y, names_of_lines(lines), false);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string path;
    for (const auto& [px, py] : lines[i].points)
      fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", path.empty() ? 'M' : 'L', sheet.x(within(x, px)),
                     sheet.y(within(y, py)));
    if (lines[i].points.size() == 1) path += "h3";  // a line of one point would not be seen
    if (!path.empty()) sheet.add(fmt::format(R"(<path class="line s{}" d="{}"/>)", i % kChartColors, path));
  }
  return sheet.finish();
}

std::string bar_chart(const ChartHead& head, const std::string& x_name, const std::string& y_name,
                      const std::vector<ChartBand>& bands) {
  std::size_t width = 0;
  for (const ChartBand& band : bands) width = std::max(width, band.counts.size());
  std::vector<std::uint64_t> below(width, 0), all(width, 0);
  for (const ChartBand& band : bands)
    for (std::size_t n = 0; n < band.counts.size(); ++n) all[n] += band.counts[n];
  const auto most = all.empty() ? 0 : *std::max_element(all.begin(), all.end());
  Axis x = axis_of_counts(x_name, static_cast<double>(std::max<std::size_t>(width, 1)) - 1, 10);
  x.low = -0.6;  // half a bar, and some room
  x.high += 0.6;
  std::vector<std::string> names;
  if (bands.size() > 1)
    for (const ChartBand& band : bands) names.push_back(band.name);
  ChartSheet sheet(head, x, axis_between(y_name, 0, static_cast<double>(std::max<std::uint64_t>(most, 1))), names,
                   true);
  for (std::size_t i = 0; i < bands.size(); ++i) {
    std::string path;
    for (std::size_t n = 0; n < bands[i].counts.size(); ++n) {
      if (bands[i].counts[n] == 0) continue;
      const double left = sheet.x(static_cast<double>(n) - 0.4), right = sheet.x(static_cast<double>(n) + 0.4);
      const double foot = sheet.y(static_cast<double>(below[n]));
      below[n] += bands[i].counts[n];
      fmt::format_to(std::back_inserter(path), "M{:.1f} {:.2f}H{:.1f}V{:.2f}H{:.1f}z", left, foot, right,
                     sheet.y(static_cast<double>(below[n])), left);
    }
    if (!path.empty()) sheet.add(fmt::format(R"(<path class="f{}" d="{}"/>)", i % kChartColors, path));
  }
  return sheet.finish();
}

std::string dot_chart(const ChartHead& head, const Axis& x, const Axis& y, const std::vector<ChartDot>& dots) {
  ChartSheet sheet(head, x, y, {}, false);
  const double low = std::max(x.low, y.low), high = std::min(x.high, y.high);
  if (low < high)
    sheet.add(fmt::format(R"(<path class="even" d="M{:.1f} {:.1f}L{:.1f} {:.1f}"/>)", sheet.x(low), sheet.y(low),
                          sheet.x(high), sheet.y(high)));
  for (const ChartDot& dot : dots)
    sheet.add(fmt::format(R"(<circle class="dot {}" cx="{:.1f}" cy="{:.1f}" r="{}"/>)", dot.flagged ? "f1 flag" : "f0",
                          sheet.x(within(x, dot.x)), sheet.y(within(y, dot.y)), dot.flagged ? 4.5 : 3.5));
  return sheet.finish();
}

}  // namespace bookends
