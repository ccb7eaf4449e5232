#include "tools/pages/tables_page.h"

#include <fmt/format.h>

#include <iterator>
#include <set>
#include <utility>

#include "tools/pages/board/picture.h"
#include "tools/pages/html_page.h"
#include "tools/pages/tables_chart.h"

namespace bookends {
namespace {

// Orders the rows by a column: numbers from the greatest, names from A, and the other way round the second time.
constexpr std::string_view kSorting = R"(<script>
for (const button of document.querySelectorAll("th button")) button.addEventListener("click", () => {
  const head = button.parentElement, column = head.cellIndex, body = head.closest("table").tBodies[0];
  const first = column == 0 ? "ascending" : "descending", other = column == 0 ? "descending" : "ascending";
  const order = head.getAttribute("aria-sort") == first ? other : first;
  for (const th of head.parentElement.cells) th.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
  const key = row => row.cells[column].textContent, sign = order == "ascending" ? 1 : -1;
  const compare = (a, b) => key(a).localeCompare(key(b), "en", {numeric: true});
  body.append(...[...body.rows].sort((a, b) => sign * compare(a, b)));
});
</script>
)";

class Page {
 public:
  explicit Page(const std::vector<TablePage>& tables) : tables_(tables) {
    for (const TablePage& table : tables) games_.insert(table.rules);
  }

  std::string write() {
    out_ = page_head("Endgame tables", board_style());
    for (const Rules* game : games_) out_ += board_parts(*game);
    out_ += "<main>\n<h1>Endgame tables</h1>\n<p>";
    std::string_view separator;
    for (const Rules* game : games_) add("{}{}", std::exchange(separator, "; "), escaped(game->title));
    out_ += ".</p>\n";
    summary();
    for (const TablePage& table : tables_) section(table);
    out_ += "</main>\n";
    out_ += kSorting;
    return std::move(out_) + "</body></html>\n";
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  static const std::string& name_of(const TablePage& table) { return table.sides.front().ending; }
  static bool is_bare_kings(const TablePage& table) { return name_of(table).size() == 3; }

  // Endings of several games may share a name.
  static std::string id_of(const TablePage& table) { return fmt::format("{}-{}", table.rules->name, name_of(table)); }

  void summary() {
    out_ +=
        "<p>For the side to move; w is the first-named side, b the other. Every placement counts: symmetric ones "
        "apart, "
        "identical men not told apart. Distances are in plies. A click on a heading sorts.</p>\n"
        "<div class=\"scroll\"><table><thead><tr>";
    for (const std::string_view heading :
         {"ending", "to move", "legal", "won", "drawn", "lost", "longest win", "longest loss"})
      add("<th scope=\"col\"><button type=\"button\">{}</button></th>", heading);
    out_ += "<th scope=\"col\">shares</th></tr></thead><tbody>\n";
    for (const TablePage& table : tables_)
      for (const auto& side : table.sides) row(table, side);
    out_ += "</tbody></table></div>\n";
  }

  void row(const TablePage& table, const tables::NamedStatistics& side) {
    const tables::SideStatistics& s = side.statistics;
    const auto share = [&](std::uint64_t n) {
      return s.legal == 0 ? 0.0 : 100.0 * static_cast<double>(n) / static_cast<double>(s.legal);
    };
    const auto plies = [](int n) { return n < 0 ? std::string("-") : std::to_string(n); };
    const std::string name = is_bare_kings(table)
                                 ? escaped(side.ending)
                                 : fmt::format("<a href=\"#{}\">{}</a>", id_of(table), escaped(side.ending));
    add("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>", name, side.stm,
        s.legal, s.wins(), s.draws, s.losses(), plies(s.max_win_plies()), plies(s.max_loss_plies()));
    add("<td><div class=\"bar\" title=\"won {0:.2f}%, drawn {1:.2f}%, lost {2:.2f}%\">"
        "<span class=\"w\" style=\"width:{0:.2f}%\"></span><span class=\"d\" style=\"width:{1:.2f}%\"></span>"
        "<span class=\"l\" style=\"width:{2:.2f}%\"></span></div></td></tr>\n",
        share(s.wins()), share(s.draws), share(s.losses()));
  }

  void section(const TablePage& table) {
    if (is_bare_kings(table)) return;
    const std::string game = games_.size() > 1 ? fmt::format(" ({})", table.rules->name) : "";
    add("<section id=\"{}\"><h2>{}{}</h2>\n", id_of(table), escaped(name_of(table)), escaped(game));
    for (const auto& side : table.sides) charts(table, side);
    longest(table);
    out_ += "</section>\n";
  }

  void charts(const TablePage& table, const tables::NamedStatistics& side) {
    const auto& decided = side.statistics.decided;
    Distances to_mate{std::vector<std::uint64_t>(decided.size()), std::vector<std::uint64_t>(decided.size())};
    for (std::size_t n = 0; n < decided.size(); ++n) (n % 2 == 1 ? to_mate.won_in : to_mate.lost_in)[n] = decided[n];
    trim(to_mate.won_in);
    trim(to_mate.lost_in);
    chart(table, side, to_mate, "mate", "Plies to mate");
    chart(table, side, {side.statistics.zeroing_wins, side.statistics.zeroing_losses}, "zeroing",
          "Plies to the next capture, pawn move or mate");
  }

  static void trim(std::vector<std::uint64_t>& counts) {
    while (!counts.empty() && counts.back() == 0) counts.pop_back();
  }

  void chart(const TablePage& table, const tables::NamedStatistics& side, const Distances& distances,
             std::string_view metric, std::string_view what) {
    const std::string title = fmt::format("{}, {} to move: {}", side.ending, side.stm, what);
    const std::string drawn = distance_chart(distances, fmt::format("{}-{}-{}", id_of(table), side.stm, metric), title);
    if (drawn.empty()) return;
    add("<figure>{}<figcaption>{}; {} to move. Won above the line, lost below; each step up is a factor of ten."
        "</figcaption></figure>\n",
        drawn, what, side.stm);
  }

  void longest(const TablePage& table) {
    const LongestLine& line = table.longest;
    if (line.moves.empty() && line.incomplete.empty()) {
      out_ += "<p>No side ever wins.</p>\n";
      return;
    }
    const std::string id = id_of(table);
    out_ += "<div class=\"boards\">\n";
    const Rules& rules = *table.rules;
    BoardPicture start{.fen = line.start, .id = id + "-start", .title = "The position that takes the longest"};
    if (const Step first = step_of(rules, line.first_move); !first.none())
      start.arrows.push_back({first, 1, ArrowKind::table});
    board(rules, start);
    if (line.incomplete.empty())
      board(rules, {.fen = line.end,
                    .id = id + "-end",
                    .title = "The end of the line",
                    .last_move = step_of(rules, line.last_move)});
    out_ += "</div>\n";
    if (!line.incomplete.empty()) add("<p>The line cannot be followed: {}.</p>\n", escaped(line.incomplete));
    if (line.moves.empty()) return;
    const std::size_t n = line.moves.size();
    add("<details><summary>The longest line: {} {}</summary>\n<p class=\"moves\">{}</p></details>\n", n,
        n == 1 ? "ply" : "plies", escaped(numbered_moves(line)));
  }

  void board(const Rules& rules, const BoardPicture& picture) {
    add("<figure>{}<figcaption>{}<br/><code>{}</code></figcaption></figure>\n", board_picture(rules, picture),
        picture.title, escaped(picture.fen));
  }

  const std::vector<TablePage>& tables_;
  std::set<const Rules*> games_;
  std::string out_;
};

}  // namespace

std::string statistics_page(const std::vector<TablePage>& tables) { return Page(tables).write(); }

}  // namespace bookends
