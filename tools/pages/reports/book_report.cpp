#include "tools/pages/reports/book_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "tools/pages/board/picture.h"
#include "tools/pages/charts/charts.h"
#include "tools/pages/html_page.h"
#include "tools/pages/reports/growth.h"

namespace bookends {
namespace {

constexpr std::string_view kReportStyle = "table.facts td{white-space:normal;text-align:left}\n";

std::uint64_t sum_of(const std::vector<std::uint64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::string facts_table(const BookReport& report) {
  std::string out = "<div class=\"scroll\"><table class=\"facts\"><tbody>\n";
  for (const auto& [what, value] : report.facts)
    out += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td></tr>\n", escaped(what), escaped(value));
  return out + "</tbody></table></div>\n";
}

std::string start_boards(const BookReport& report) {
  std::string out = "<div class=\"boards\">\n";
  for (std::size_t i = 0; i < report.starts.size(); ++i) {
    const ReportedStart& start = report.starts[i];
    const std::string name = start.name.empty() ? fmt::format("start {}", i + 1) : start.name;
    BoardPicture picture{.fen = start.fen, .id = fmt::format("start-{}", i + 1), .title = name};
    if (const Step step = step_of(*report.rules, start.step); !step.none())
      picture.arrows.push_back({step, 1, ArrowKind::book});
    out += fmt::format("<figure>{}<figcaption>{}{}<br/><code>{}</code></figcaption></figure>\n",
                       board_picture(*report.rules, picture), escaped(name),
                       start.move.empty()
                           ? std::string(": not in the book")
                           : fmt::format(": {}, {}, depth {}", escaped(start.move), escaped(start.score), start.depth),
                       escaped(start.fen));
  }
  out += "</div>\n";
  return report.more_starts == 0 ? out : out + fmt::format("<p>And {} more.</p>\n", report.more_starts);
}

std::string growth_part(const BookReport& report) {
  const std::string head = "<section id=\"how-it-grew\"><h2>How it grew</h2>\n";
  if (!report.history) return head + "<p>" + escaped(report.no_history) + "</p>\n</section>\n";
  return head + growth_charts(*report.history, report.start_names) + "</section>\n";
}

std::string depth_part(const BookReport& report) {
  std::vector<std::uint64_t> counts(report.by_depth.begin(), report.by_depth.end());
  while (!counts.empty() && counts.back() == 0) counts.pop_back();
  std::vector<std::vector<std::string>> numbers;
  std::size_t peak = 0;
  for (std::size_t n = 0; n < counts.size(); ++n) {
    if (counts[n] == 0) continue;
    if (counts[n] > counts[peak]) peak = n;
    numbers.push_back({std::to_string(n), std::to_string(counts[n])});
  }
  const std::string words = counts.empty()
                                ? std::string("The book is empty.")
                                : fmt::format("{} positions, most of them ({}) with scores that look {} plies ahead.",
                                              sum_of(counts), counts[peak], peak);
  return "<section id=\"depth\"><h2>How far its scores look ahead</h2>\n<figure>" +
         bar_chart({"depths", "Positions by the depth of their scores", words}, "plies that the score looks ahead",
                   "positions", {{"positions", counts}}) +
         "<figcaption>The book's own moves count, and the search at their end. 255 means that or more.</figcaption>" +
         numbers_table({"depth", "positions"}, numbers) + "</figure>\n</section>\n";
}

std::string ends_part(const BookReport& report) {
  const BookSurvey& survey = report.survey;
  std::vector<ChartBand> bands;
  std::vector<std::string> columns{"plies"};
  std::string words;
  for (std::size_t kind = 0; kind < kLineEnds; ++kind) {
    const std::uint64_t all = sum_of(survey.line_ends[kind]);
    if (all == 0) continue;
    const std::string name(line_end_name(static_cast<LineEnd>(kind)));
    bands.push_back({name, survey.line_ends[kind]});
    columns.push_back(name);
    words += fmt::format("{}{} {}", words.empty() ? "" : ", ", name, all);
  }
  std::vector<std::vector<std::string>> numbers;
  for (std::size_t ply = 0; !bands.empty() && ply < bands[0].counts.size(); ++ply) {
    numbers.push_back({std::to_string(ply)});
    for (const ChartBand& band : bands) numbers.back().push_back(std::to_string(band.counts[ply]));
  }
  return fmt::format("<section id=\"ends\"><h2>Where its lines end</h2>\n<p>{} lines: {}.</p>\n<figure>", survey.lines,
                     words.empty() ? "none" : words) +
         bar_chart({"line-ends", "Ends of lines by their distance from the start", words}, "plies from the start",
                   "lines", bands) +
         "<figcaption>Proved: won or lost without a table. Table: a table's win or loss. Drawn: proved, or by a table. "
         "Searched: the line could go on. Met: another line led to that position before.</figcaption>" +
         numbers_table(columns, numbers) + "</figure>\n</section>\n";
}

std::string sure_part(const BookReport& report) {
  return "<section id=\"sure\"><h2>How sure it is</h2>\n" +
         (report.exits ? exits_chart(*report.exits) : "<p>" + escaped(report.no_exits) + "</p>\n") + "</section>\n";
}

}  // namespace

std::string book_report_page(const BookReport& report) {
  std::string style(board_style());
  style.append(chart_style()).append(kReportStyle);
  return page_head(report.name, style) + board_parts(*report.rules) + "<main>\n<h1>" + escaped(report.name) +
         "</h1>\n" + facts_table(report) + start_boards(report) + growth_part(report) + depth_part(report) +
         ends_part(report) + sure_part(report) + "</main></body></html>\n";
}

}  // namespace bookends
