#include "tools/pages/reports/workspace_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "books/proof/plan/history.h"
#include "tools/pages/charts/charts.h"
#include "tools/pages/html_page.h"
#include "tools/pages/reports/growth.h"
#include "tools/pages/reports/proof_words.h"

namespace bookends {
namespace {

constexpr std::size_t kMostProofMoments = 120;

// In the order of kProofHistoryColumns.
enum ProofColumn : std::size_t { kSeconds, kCpu, kRounds, kSearches, kPlanned, kClosed, kSolved, kOpen, kLeft };

struct ProofRows {
  std::vector<std::vector<double>> rows;
  TimeUnit unit;

  Axis time() const {
    return axis_between("time of the proof (" + unit.name + ")", 0, rows.back()[kSeconds] / unit.seconds);
  }
};

double closed_share(const std::vector<double>& row) {
  return row[kPlanned] > 0 ? 100 * row[kClosed] / row[kPlanned] : 0;
}

template <class Value>
ChartLine line_of(const ProofRows& of, std::string name, Value value) {
  ChartLine line{std::move(name), {}};
  for (const auto& row : of.rows) line.points.emplace_back(row[kSeconds] / of.unit.seconds, value(row));
  return line;
}

double greatest(const ProofRows& of, ProofColumn column) {
  double most = 1;
  for (const auto& row : of.rows) most = std::max(most, row[column]);
  return most;
}

std::string share_chart(const ProofRows& of) {
  const auto& last = of.rows.back();
  return line_chart({"closed", "Share of the plan that is closed",
                     fmt::format("{:.1f} % of {:.0f} positions in the end.", closed_share(last), last[kPlanned])},
                    of.time(), axis_between("percent of the plan", 0, 100), {line_of(of, "closed", closed_share)});
}

std::string count_chart(const ProofRows& of, const ChartHead& head, const std::string& name, ProofColumn column) {
  return line_chart(head, of.time(), axis_between(name, 0, greatest(of, column)),
                    {line_of(of, name, [&](const auto& row) { return row[column]; })});
}

std::string proof_numbers(const ProofRows& of) {
  std::vector<std::vector<std::string>> numbers;
  for (const auto& row : of.rows) {
    numbers.push_back({fmt::format("{:.1f}", row[kSeconds]), fmt::format("{:.1f}", row[kCpu])});
    for (std::size_t i = kRounds; i <= kLeft; ++i) numbers.back().push_back(fmt::format("{:.0f}", row[i]));
    numbers.back().push_back(fmt::format("{:.1f}", closed_share(row)));
  }
  return numbers_table({"seconds", "CPU seconds", "rounds", "searches", "planned", "closed", "solved", "open",
                        "searches left", "% closed"},
                       numbers);
}

std::string outlook_html(const ProofOutlook& outlook) {
  std::string out = fmt::format("<p>{}, from <code>{}</code>", aim_words(outlook), escaped(outlook.root));
  if (!outlook.choice.empty()) out += " by " + escaped(outlook.choice);
  out += outlook.replies.empty() ? ".</p>\n" : fmt::format(". Of the replies, {}:</p>\n<ul>", proved_share(outlook));
  for (const OutlookReply& reply : outlook.replies)
    out += fmt::format("<li>{}: {}</li>", escaped(reply.move), fate_words(reply));
  return outlook.replies.empty() ? out : out + "</ul>\n";
}

}  // namespace

std::string proof_progress_page(const std::string& name, const HistoryTable& history,
                                const std::optional<ProofOutlook>& outlook) {
  const auto& last = history.rows.back();
  const ProofRows of{thinned(history.rows, kMostProofMoments), time_unit(last[kSeconds])};
  std::string out = page_head("Proof in " + name, chart_style()) + "<main>\n<h1>Proof in " + escaped(name) + "</h1>\n";
  out += fmt::format(
      "<p>After {:.0f} s ({:.0f} s of CPU), {:.0f} rounds and {:.0f} searches {:.1f} % of {:.0f} planned positions are "
      "closed, and {:.0f} positions are solved. ",
      last[kSeconds], last[kCpu], last[kRounds], last[kSearches], closed_share(last), last[kPlanned], last[kSolved]);
  out += last[kOpen] > 0 ? fmt::format("{:.0f} places are open; about {:.0f} searches seem to be left.</p>\n",
                                       last[kOpen], last[kLeft])
                         : "Nothing is left open: the proof is done.</p>\n";
  if (outlook) out += outlook_html(*outlook);
  out += "<figure>" + share_chart(of) +
         "<figcaption>The plan has moves that the proof can do without, so it is done before all is closed."
         "</figcaption></figure>\n<figure>";
  out += count_chart(of, {"open", "Open places of the cheapest plan", fmt::format("{:.0f} in the end.", last[kOpen])},
                     "places to look into", kOpen);
  out += "</figure>\n<figure>";
  out += count_chart(of,
                     {"left", "Searches that it seems to need still",
                      fmt::format("An estimate, which rises, too; {:.0f} in the end.", last[kLeft])},
                     "searches left", kLeft);
  out += "<figcaption>An estimate of the cheapest plan: it rises when a hope fails, and promises nothing.</figcaption>";
  out += "</figure>\n<figure>";
  out += count_chart(of,
                     {"solved", "Positions that are solved",
                      fmt::format("{:.0f} in the end, whether or not the proof needs them.", last[kSolved])},
                     "positions", kSolved);
  return out + "</figure>\n" + proof_numbers(of) + "</main></body></html>\n";
}

std::string build_progress_page(const std::string& name, const HistoryTable& history) {
  std::vector<std::string> starts;
  for (std::size_t i = 0; i < starts_of_growth(history); ++i) starts.push_back(fmt::format("start {}", i + 1));
  return page_head("Book in " + name, chart_style()) + "<main>\n<h1>Book in " + escaped(name) + "</h1>\n" +
         growth_charts(history, starts) + "</main></body></html>\n";
}

}  // namespace bookends
