#include "tools/tables_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace bookends {
namespace {

constexpr std::string_view kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Endgame tables</title><style>
body{font:14px/1.4 system-ui,sans-serif;margin:2em;color:#222}
table{border-collapse:collapse}th,td{padding:.15em .7em;text-align:right;border-bottom:1px solid #ddd}
th:first-child,td:first-child{text-align:left}th{position:sticky;top:0;background:#fff}
.bar{display:flex;width:12em;height:.8em}.win{background:#3a7}.draw{background:#bbb}.loss{background:#c54}
svg{display:block;margin:.3em 0 1.2em}h2{font-size:1.05em;margin:1.2em 0 0}
</style></head><body><h1>Endgame tables</h1>
<p>For the side to move; w is the first-named side. Every placement counts. Distances are in plies.</p>
<table><tr><th>ending</th><th>to move</th><th>legal</th><th>won</th><th>drawn</th><th>lost</th><th></th><th>longest win</th>
<th>longest loss</th></tr>
)";

std::string plies_text(int plies) { return plies < 0 ? "-" : std::to_string(plies); }

void add_row(std::string& out, const tables::NamedStatistics& row) {
  const auto& s = row.statistics;
  const auto share = [&](std::uint64_t n) {
    return s.legal == 0 ? 0.0 : 100.0 * static_cast<double>(n) / static_cast<double>(s.legal);
  };
  fmt::format_to(std::back_inserter(out),
                 "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td><div class=\"bar\">"
                 "<div class=\"win\" style=\"width:{:.2f}%\"></div><div class=\"draw\" style=\"width:{:.2f}%\"></div>"
                 "<div class=\"loss\" style=\"width:{:.2f}%\"></div></div></td><td>{}</td><td>{}</td></tr>\n",
                 row.ending, row.stm, s.legal, s.wins(), s.draws, s.losses(), share(s.wins()), share(s.draws),
                 share(s.losses()), plies_text(s.max_win_plies()), plies_text(s.max_loss_plies()));
}

// One bar a distance: green where the side to move wins, red where it loses.
void add_histogram(std::string& out, const tables::NamedStatistics& row) {
  const auto& counts = row.statistics.decided;
  if (counts.empty()) return;
  constexpr int kBar = 8;
  constexpr double kHeight = 80;
  const auto most = static_cast<double>(std::max<std::uint64_t>(1, *std::max_element(counts.begin(), counts.end())));
  fmt::format_to(std::back_inserter(out), "<h2>{} {}</h2><svg width=\"{}\" height=\"{}\">", row.ending, row.stm,
                 kBar * counts.size(), kHeight + 1);
  for (std::size_t n = 0; n < counts.size(); ++n) {
    if (counts[n] == 0) continue;
    const double height = std::max(1.0, kHeight * static_cast<double>(counts[n]) / most);
    const bool win = n % 2 == 1;
    fmt::format_to(std::back_inserter(out),
                   "<rect x=\"{}\" y=\"{:.1f}\" width=\"{}\" height=\"{:.1f}\" fill=\"{}\"><title>{} in {} plies: {}"
                   "</title></rect>",
                   kBar * n, kHeight + 1 - height, kBar - 1, height, win ? "#3a7" : "#c54", win ? "won" : "lost", n,
                   counts[n]);
  }
  out += "</svg>\n<p>";
  if (!row.longest_win.empty()) out += "Longest win: <code>" + row.longest_win + "</code>. ";
  if (!row.longest_loss.empty()) out += "Longest loss: <code>" + row.longest_loss + "</code>.";
  out += "</p>\n";
}

}  // namespace

std::string statistics_page(const std::vector<tables::NamedStatistics>& rows) {
  std::string out(kHead);
  for (const auto& row : rows) add_row(out, row);
  out += "</table><h1>Distances</h1>\n";
  for (const auto& row : rows) add_histogram(out, row);
  return out + "</body></html>\n";
}

}  // namespace bookends
