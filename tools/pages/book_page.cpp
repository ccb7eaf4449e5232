#include "tools/pages/book_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "core/io/checksum.h"
#include "tools/pages/board/picture.h"
#include "tools/pages/html_page.h"

namespace bookends {
namespace {

// Only the position that the address names is shown, at first the first one; browsers do that without a script, and
// "back" goes back in the line.
constexpr std::string_view kOneAtATime = R"(.position{display:none}.position:target{display:block}
:root:not(:has(.position:target)) .position:first-of-type{display:block}
@media print{.position{display:block;break-inside:avoid}}
.position>div{display:flex;flex-wrap:wrap;gap:1em 3em}.book{font-weight:bold}.quiet{opacity:.7}
.results{display:flex;width:8em;height:.8em;border:1px solid var(--line)}
.results .w{background:var(--white)}.results .d{background:var(--drawn)}.results .b{background:var(--black)}
)";

constexpr std::string_view kGamesNote =
    " Points are of the side that played the move; games without a result count half a point.";
constexpr std::string_view kGamesHeads =
    "<th scope=\"col\">games</th><th scope=\"col\">points</th><th scope=\"colgroup\" colspan=\"2\">White / drawn / "
    "Black</th>";

// Control characters are none of XML's.
std::string shown(std::string text) {
  for (char& ch : text)
    if (static_cast<unsigned char>(ch) < ' ') ch = ' ';
  return escaped(text);
}

class BookPage {
 public:
  BookPage(const Rules& rules, const BookTree& tree) : rules_(rules), tree_(tree), arrivals_(tree.nodes.size()) {
    for (std::size_t n = 0; n < tree.nodes.size(); ++n)
      for (const TreeMove& m : tree.nodes[n].moves)
        if (m.child >= 0 && !m.transposes) arrivals_[static_cast<std::size_t>(m.child)] = {static_cast<int>(n), &m};
  }

  std::string write() {
    out_ = page_head(tree_.title + ": opening book", std::string(board_style()).append(kOneAtATime));
    out_ += board_parts(rules_);
    heading();
    for (std::size_t n = 0; n < tree_.nodes.size(); ++n) position(static_cast<int>(n));
    return std::move(out_) + "</body></html>\n";
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  // Which move leads to a position first, and from where; none for starts.
  struct Arrival {
    int parent = -1;
    const TreeMove* move = nullptr;
  };

  const Arrival& arrival_of(int n) const { return arrivals_[static_cast<std::size_t>(n)]; }
  const TreeNode& node(int n) const { return tree_.nodes[static_cast<std::size_t>(n)]; }
  static std::string link_to(int n, std::string_view text) {
    return fmt::format("<a href=\"#p{}\">{}</a>", n + 1, escaped(text));
  }

  void heading() {
    add("<h1>{}: opening book</h1>\n<p>{}, {} here; made by {}. Scores are for the side to move, in pawns; #5 means "
        "mate (or what else wins) in 5 moves; the book's own move is bold.{}</p>\n<p>Starts:",
        escaped(tree_.title), count_text(tree_.positions, "position"), tree_.nodes.size(), shown(tree_.generator),
        std::ranges::any_of(tree_.nodes, has_games) ? kGamesNote : std::string_view());
    for (const TreeRoot& root : tree_.roots) add(" {}", link_to(root.node, name_of(root)));
    out_ += "</p>\n";
    const std::uint64_t missing = left_out(tree_);
    add("<p>A book for {}{}{}.</p>\n", name_of(tree_.side),
        tree_.shown == BookSide::both ? std::string()
                                      : fmt::format("; {}'s best moves against every reply", name_of(tree_.shown)),
        missing == 0 ? std::string(", all of it")
                     : fmt::format("; {} of it {} not on this page", count_text(missing, "position"),
                                   missing == 1 ? "is" : "are"));
  }

  static std::string_view name_of(BookSide side) {
    return side == BookSide::both ? "both sides" : side == BookSide::white ? "White" : "Black";
  }

  static std::string name_of(const TreeRoot& root) { return root.name.empty() ? root.fen : root.name; }

  std::string name_of(int n) const {
    if (!node(n).line.empty()) return node(n).line;
    for (const TreeRoot& root : tree_.roots)
      if (root.node == n) return name_of(root);
    return node(n).fen;
  }

  void position(int n) {
    const TreeNode& at = node(n);
    const std::string id = fmt::format("p{}", n + 1);
    add("<section class=\"position\" id=\"{}\"><h2>{}</h2>\n<div><figure>{}<figcaption><code>{}</code></figcaption>"
        "</figure>\n<div>",
        id, escaped(name_of(n)), board(n, id), escaped(at.fen));
    facts(at);
    if (const int parent = arrival_of(n).parent; parent >= 0)
      add("<p>Before: {}</p>\n", link_to(parent, name_of(parent)));
    out_ += "</div>\n<div>";
    moves(at);
    out_ += "</div></div></section>\n";
  }

  // With the move that led here and the book's own; a book for Black alone is read from Black's side.
  std::string board(int n, const std::string& id) const {
    BoardPicture picture{.fen = node(n).fen, .id = id, .title = name_of(n)};
    if (const TreeMove* last = arrival_of(n).move) picture.last_move = step_of(rules_, last->uci);
    for (const TreeMove& m : node(n).moves)
      if (m.played) picture.arrows.push_back({step_of(rules_, m.uci)});
    picture.flipped = tree_.side == BookSide::black || tree_.shown == BookSide::black;
    return board_picture(rules_, picture);
  }

  void facts(const TreeNode& at) {
    const std::string_view side = at.turn == Color::white ? "White" : "Black";
    if (!at.known) return add("<p>{} to move; not in the book</p>\n", side);
    add("<p>{} to move: {}, depth {}</p>\n", side, score_text(at.entry), int{at.entry.depth});
    if (const std::string marks = marks_text(at.entry); !marks.empty()) add("<p>{}</p>\n", escaped(marks));
    if (!at.remark.empty()) add("<p>{}</p>\n", shown(at.remark));
    add("<p class=\"quiet\">key <code>{}</code></p>\n", hexadecimal(at.key));
  }

  // The book's moves and those it knows something of one a line, the others in one.
  void moves(const TreeNode& at) {
    std::string others;
    const bool with_games = has_games(at);
    add("<table><thead><tr><th scope=\"col\">move</th><th scope=\"col\">score</th>{}</tr></thead><tbody>\n",
        with_games ? kGamesHeads : std::string_view());
    for (const TreeMove& m : at.moves) {
      const std::string text = m.child >= 0 ? link_to(m.child, m.san) : escaped(m.san);
      if (m.played || m.child >= 0 || m.score || m.games)
        add("<tr{}><td>{}</td><td>{}</td>{}</tr>\n", m.played ? " class=\"book\"" : "", text,
            m.score ? score_text(*m.score) : std::string(kNoScoreText),
            with_games ? games_cells(m.games.value_or(PlayedMove()), at.turn) : std::string());
      else
        others += (others.empty() ? "" : ", ") + text;
    }
    out_ += "</tbody></table>\n";
    if (!others.empty()) add("<p class=\"quiet\">Without a score: {}</p>\n", others);
  }

  // The results are White's and Black's, as on the board; the points are of the side that played.
  static std::string games_cells(const PlayedMove& move, Color turn) {
    if (move.games == 0) return fmt::format("<td{}>-</td><td></td><td></td><td></td>", title_of(move));
    const bool white = turn == Color::white;
    const std::uint32_t won = white ? move.wins : move.losses, lost = white ? move.losses : move.wins;
    const auto part = [&](char name, std::uint32_t count) {
      return fmt::format("<span class=\"{}\" style=\"width:{:.1f}%\"></span>", name, 100.0 * count / move.games);
    };
    return fmt::format(
        "<td{}>{}</td><td>{} %</td><td>{} / {} / {}</td><td><span class=\"results\" role=\"img\" "
        "aria-label=\"White won {}, drawn {}, Black won {}\">{}{}{}</span></td>",
        title_of(move), move.games, percent_of_points(move), won, move.draws, lost, won, move.draws, lost,
        part('w', won), part('d', move.draws), part('b', lost));
  }

  static std::string title_of(const PlayedMove& move) {
    std::vector<std::string> facts;
    if (move.rated > 0)
      facts.push_back(fmt::format("mean rating {} in {}", move.rating, count_text(move.rated, "game")));
    if (move.year > 0) facts.push_back(fmt::format("last played in {}", move.year));
    if (move.weight > 0) facts.push_back(fmt::format("weight {} in a Polyglot book", move.weight));
    return facts.empty() ? std::string() : fmt::format(" title=\"{}\"", fmt::join(facts, ", "));
  }

  const Rules& rules_;
  const BookTree& tree_;
  std::vector<Arrival> arrivals_;
  std::string out_;
};

}  // namespace

std::string book_page(const Rules& rules, const BookTree& tree) { return BookPage(rules, tree).write(); }

}  // namespace bookends
