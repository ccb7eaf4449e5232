#include "tools/pages/charts/sheet.h"

#include <fmt/format.h>

#include <algorithm>

#include "tools/pages/board/escaped.h"

namespace bookends {
namespace {

// In units of the picture, which is as wide as a page lets it be: on a phone letters still are of a size to be read.
constexpr double kPlotWidth = 440, kPlotLeft = 80, kPlotRight = 426, kPlotHeight = 190, kTitleHeight = 18, kKeyRow = 19,
                 kBelowPlot = 44;
constexpr double kKeyMark = 22, kKeyLetter = 6.9;  // of a name in the key

constexpr std::string_view kChartStyle =
    R"(:root{--s0:#0b62a4;--s1:#c4533d;--s2:#2a7f5f;--s3:#8a5bb5;--s4:#a86f00;--s5:#6a737d;--s6:#20899b}
@media(prefers-color-scheme:dark){:root{--s0:#62a8ea;--s1:#e8806b;--s2:#5cc29a;--s3:#c39be6;--s4:#e0b04c;--s5:#a3adb8;
--s6:#6fd0e0}}
.plot{width:100%;max-width:36em;height:auto;display:block}.plot text{font-size:13px}.plot .t{font-weight:bold}
.plot .l{text-anchor:start}.line{fill:none;stroke-width:2;stroke-linejoin:round}.even{stroke:var(--ink);
stroke-dasharray:2 3;fill:none}.dot{fill-opacity:.75}.flag{stroke:var(--ink);stroke-width:1.5}
.s0{stroke:var(--s0)}.s1{stroke:var(--s1);stroke-dasharray:7 3}.s2{stroke:var(--s2);stroke-dasharray:2 3}
.s3{stroke:var(--s3);stroke-dasharray:9 3 2 3}.s4{stroke:var(--s4);stroke-dasharray:4 4}
.s5{stroke:var(--s5);stroke-dasharray:12 3}.s6{stroke:var(--s6);stroke-dasharray:1 2}
.f0{fill:var(--s0)}.f1{fill:var(--s1)}.f2{fill:var(--s2)}.f3{fill:var(--s3)}.f4{fill:var(--s4)}.f5{fill:var(--s5)}
.f6{fill:var(--s6)}
)";

// Where the names of a key stand: each in the row that has room for it.
struct KeyPlace {
  double x = 0;
  int row = 0;
};

std::vector<KeyPlace> key_places(const std::vector<std::string>& names) {
  std::vector<KeyPlace> places;
  KeyPlace at{kPlotLeft, 0};
  for (const std::string& name : names) {
    const double width = kKeyMark + kKeyLetter * static_cast<double>(name.size()) + 14;
    if (at.x > kPlotLeft && at.x + width > kPlotWidth) at = {kPlotLeft, at.row + 1};
    places.push_back(at);
    at.x += width;
  }
  return places;
}

}  // namespace

std::string_view chart_style() { return kChartStyle; }

ChartSheet::ChartSheet(const ChartHead& head, Axis x, Axis y, const std::vector<std::string>& names, bool filled)
    : x_(std::move(x)), y_(std::move(y)) {
  const std::vector<KeyPlace> places = key_places(names);
  top_ = kTitleHeight + 16 + (places.empty() ? 0 : kKeyRow * (places.back().row + 1));
  bottom_ = top_ + kPlotHeight;
  height_ = bottom_ + kBelowPlot;
  add(fmt::format(
      R"(<svg class="plot" role="img" aria-labelledby="{0}-t {0}-d" width="{1}" height="{2}" viewBox="0 0 {1} {2}">)"
      R"(<title id="{0}-t">{3}</title><desc id="{0}-d">{4}</desc>)",
      escaped(head.id), kPlotWidth, height_, escaped(head.title), escaped(head.words)));
  add(fmt::format(R"(<text class="t l" x="4" y="{}">{}</text>)", kTitleHeight - 2, escaped(head.title)));
  key(names, filled);
  grid();
}

void ChartSheet::key(const std::vector<std::string>& names, bool filled) {
  const std::vector<KeyPlace> places = key_places(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double y = kTitleHeight + 18 + kKeyRow * places[i].row;
    if (filled)
      add(fmt::format(R"(<rect class="f{}" x="{:.0f}" y="{:.0f}" width="14" height="11"/>)", i % kChartColors,
                      places[i].x, y - 9));
    else
      add(fmt::format(R"(<path class="line s{}" d="M{:.0f} {:.0f}h18"/>)", i % kChartColors, places[i].x, y - 4));
    add(fmt::format(R"(<text class="l" x="{:.0f}" y="{:.0f}">{}</text>)", places[i].x + kKeyMark, y,
                    escaped(names[i])));
  }
}

double ChartSheet::x(double value) const {
  return kPlotLeft + (kPlotRight - kPlotLeft) * (value - x_.low) / (x_.high - x_.low);
}
double ChartSheet::y(double value) const { return bottom_ - kPlotHeight * (value - y_.low) / (y_.high - y_.low); }

void ChartSheet::grid() {
  for (const auto& [value, text] : y_.ticks)
    add(fmt::format(R"(<path class="grid" d="M{} {:.1f}H{}"/><text class="y" x="{}" y="{:.1f}">{}</text>)", kPlotLeft,
                    y(value), kPlotRight, kPlotLeft - 5, y(value) + 4.5, escaped(text)));
}

std::string ChartSheet::finish() {
  add(fmt::format(R"(<path class="axis" d="M{0} {1:.1f}V{2:.1f}H{3}" fill="none"/>)", kPlotLeft, top_, bottom_,
                  kPlotRight));
  for (const auto& [value, text] : x_.ticks)
    add(fmt::format(R"(<path class="axis" d="M{0:.1f} {1:.1f}v4"/><text class="x" x="{0:.1f}" y="{2:.1f}">{3}</text>)",
                    x(value), bottom_, bottom_ + 18, escaped(text)));
  add(fmt::format(R"(<text class="x" x="{:.0f}" y="{:.1f}">{}</text>)", (kPlotLeft + kPlotRight) / 2, bottom_ + 37,
                  escaped(x_.name)));
  add(fmt::format(R"~(<text class="x" transform="rotate(-90 13 {0:.0f})" x="13" y="{0:.0f}">{1}</text>)~",
                  (top_ + bottom_) / 2, escaped(y_.name)));
  return std::move(out_) + "</svg>\n";
}

std::string numbers_table(const std::vector<std::string>& columns, const std::vector<std::vector<std::string>>& rows) {
  std::string out = "<details><summary>The numbers</summary><div class=\"scroll\"><table><thead><tr>";
  for (const std::string& column : columns) out += "<th scope=\"col\">" + escaped(column) + "</th>";
  out += "</tr></thead><tbody>\n";
  for (const auto& row : rows) {
    out += "<tr>";
    for (const std::string& cell : row) out += "<td>" + escaped(cell) + "</td>";
    out += "</tr>\n";
  }
  return out + "</tbody></table></div></details>\n";
}

}  // namespace bookends
