#include "tools/pages/reports/growth.h"

#include <fmt/format.h>

#include <algorithm>

#include "books/text/entry.h"
#include "tools/pages/charts/charts.h"
#include "tools/pages/charts/score_axis.h"

namespace bookends {
namespace {

constexpr std::size_t kMostMoments = 100;    // of a history that are drawn and listed
constexpr std::size_t kFirstValue = 2;       // the column of the first start's value
constexpr std::size_t kMostStartsDrawn = 7;  // as many as there are colours

using Rows = std::vector<std::vector<double>>;

Score score_in(double cell) { return static_cast<Score>(std::clamp(cell, -40000.0, 40000.0)); }

std::string positions_chart(const Rows& rows, const TimeUnit& unit) {
  ChartLine line{"positions", {}};
  std::vector<std::vector<std::string>> numbers;
  for (const auto& row : rows) {
    line.points.emplace_back(row[0] / unit.seconds, row[1]);
    numbers.push_back({fmt::format("{:.1f}", row[0]), fmt::format("{:.0f}", row[1])});
  }
  const ChartHead head{"growth", "Positions of the book over time",
                       fmt::format("From {:.0f} positions after {:.1f} seconds to {:.0f} after {:.1f}.",
                                   rows.front()[1], rows.front()[0], rows.back()[1], rows.back()[0])};
  return line_chart(head, axis_between("time of the build (" + unit.name + ")", 0, rows.back()[0] / unit.seconds),
                    axis_between("positions", 0, rows.back()[1]), {line}) +
         numbers_table({"seconds", "positions"}, numbers);
}

std::string values_chart(const Rows& rows, const std::vector<std::string>& starts, const TimeUnit& unit) {
  std::vector<ChartLine> lines;
  std::vector<Score> scores;
  std::string words;
  for (std::size_t i = 0; i < std::min(starts.size(), kMostStartsDrawn); ++i) {
    lines.push_back({starts[i], {}});
    for (const auto& row : rows) scores.push_back(score_in(row[kFirstValue + i]));
    words += fmt::format("{}: from {} to {}. ", starts[i], score_text(score_in(rows.front()[kFirstValue + i])),
                         score_text(score_in(rows.back()[kFirstValue + i])));
  }
  const ScoreAxis axis = score_axis("pawns, for the side to move", scores);
  std::vector<std::string> columns{"seconds"};
  columns.insert(columns.end(), starts.begin(), starts.end());
  std::vector<std::vector<std::string>> numbers;
  for (const auto& row : rows) {
    numbers.push_back({fmt::format("{:.1f}", row[0])});
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const Score score = score_in(row[kFirstValue + i]);
      numbers.back().push_back(score_text(score));
      if (i < lines.size()) lines[i].points.emplace_back(row[0] / unit.seconds, axis.place(score));
    }
  }
  return line_chart({"values", "Values of the starts over time", words},
                    axis_between("time of the build (" + unit.name + ")", 0, rows.back()[0] / unit.seconds), axis.axis,
                    lines) +
         numbers_table(columns, numbers);
}

}  // namespace

bool is_growth(const HistoryTable& history) {
  return history.columns.size() >= kFirstValue && history.columns[0] == "seconds" && history.columns[1] == "positions";
}

std::size_t starts_of_growth(const HistoryTable& history) { return history.columns.size() - kFirstValue; }

std::string growth_charts(const HistoryTable& history, const std::vector<std::string>& starts) {
  const Rows rows = thinned(history.rows, kMostMoments);
  const TimeUnit unit = time_unit(rows.back()[0]);
  std::string out = "<figure>" + positions_chart(rows, unit) + "</figure>\n";
  if (starts.empty()) return out;
  out += "<figure>" + values_chart(rows, starts, unit);
  if (starts.size() > kMostStartsDrawn)
    out +=
        fmt::format("<figcaption>The first {} of {} starts are drawn.</figcaption>", kMostStartsDrawn, starts.size());
  return out + "</figure>\n";
}

}  // namespace bookends
