#include "tools/pages/book_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "core/io/checksum.h"
#include "tools/pages/html_page.h"
#include "tools/pages/results_bar.h"

namespace bookends {
namespace {

// Only the position that the address names is shown, at first the first one; browsers do that without a script, and
// "back" goes back in the line. The columns are as wide on every page, whatever is in them, so the board stays where it
// is (it would not, were the page scrolled to it); on narrow pages the moves come right below it. Printed is what is
// shown.
constexpr std::string_view kBookStyle = R"(html{scrollbar-gutter:stable}
body{margin:0 auto;max-width:80em}
header{display:flex;flex-wrap:wrap;gap:0 1.5em;align-items:baseline;border-bottom:1px solid var(--line);margin:0 0 1em}
h1{font-size:1.1em;margin:.4em 0}h2{font-size:1.1em;margin:0 0 .3em}.starts{max-height:4.5em;overflow:auto;margin:0}
a{color:LinkText}section{margin:0;border:0}figure{margin:0}p{margin:.5em 0;overflow-wrap:anywhere}
.position{display:none;scroll-margin-top:99em}.position:target{display:grid}
:root:not(:has(.position:target)) .position:first-of-type,.start{display:grid}
.position,.start{grid-template-columns:minmax(16em,27em) minmax(0,1fr);gap:0 2.5em;align-items:start}
.start{margin-bottom:2.5em}.board{display:block;width:100%}
.facts{min-width:0}.table{overflow-x:auto}
.moves{min-width:16em}.moves a{display:inline-block;min-width:3.5em;text-decoration:none}
.book td:first-child,.book td:nth-child(2){font-weight:bold}
.moves .replies{white-space:normal;text-align:left}.replies a{min-width:0;margin-right:.7em}
.quiet{opacity:.75}.fen{font-size:.93em}footer{margin-top:2em;border-top:1px solid var(--line);font-size:.93em}
.find{display:flex;flex:1;flex-wrap:wrap;gap:.4em;min-width:16em}
.find input{flex:1;min-width:0;font:inherit;padding:.2em .4em}.find output{flex-basis:100%}
@media(max-width:50em){body{padding:0 .6em}.position,.start{grid-template-columns:minmax(0,1fr);gap:.6em}
.board{max-height:60vh}}
@media print{header,footer,.find,.back{display:none}.board{max-width:20em}.position,.start{break-inside:avoid}}
)";

constexpr std::string_view kGamesNote =
    " Points are of the side that played the move; games without a result count half a point.";
constexpr std::string_view kGamesHeads =
    "<th scope=\"col\">games</th><th scope=\"col\">points</th><th scope=\"colgroup\" colspan=\"2\">White / drawn / "
    "Black</th>";

template <class... Args>
void add_text(std::string& out, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

// Control characters are none of XML's.
std::string shown(std::string text) {
  for (char& ch : text)
    if (static_cast<unsigned char>(ch) < ' ') ch = ' ';
  return escaped(text);
}

std::string_view owner_of(BookSide side) {
  return side == BookSide::both ? "both sides" : side == BookSide::white ? "White" : "Black";
}

std::string link_text(std::string_view address, std::string_view text) {
  return fmt::format("<a href=\"{}\">{}</a>", address, escaped(text));
}

// By the move that leads there, or as the start that it is.
std::string name_of(const TreeReader& tree, int id, const std::string& move) {
  if (!move.empty()) return move;
  const auto& roots = tree.outline().roots;
  const auto root = std::ranges::find(roots, id, &TreeRoot::node);
  return root != roots.end() ? name_of(*root) : std::string();
}

std::string title_of(const PlayedMove& move) {
  std::vector<std::string> facts;
  if (move.rated > 0) facts.push_back(fmt::format("mean rating {} in {}", move.rating, count_text(move.rated, "game")));
  if (move.year > 0) facts.push_back(fmt::format("last played in {}", move.year));
  if (move.weight > 0) facts.push_back(fmt::format("weight {} in a Polyglot book", move.weight));
  return facts.empty() ? std::string() : fmt::format(" title=\"{}\"", fmt::join(facts, ", "));
}

// The results are White's and Black's, as on the board; the points are of the side that played.
std::string games_cells(const PlayedMove& move, Color turn) {
  if (move.games == 0) return fmt::format("<td{}>-</td><td></td><td></td><td></td>", title_of(move));
  const GameResults results = game_results(turn, move.wins, move.draws, move.losses);
  return fmt::format("<td{}>{}</td><td>{} %</td><td>{} / {} / {}</td><td>{}</td>", title_of(move), move.games,
                     percent_of_points(move), results.white, results.drawn, results.black, results_bar(results, false));
}

// The book's moves and those it knows something of one a line, the others in one.
void put_moves(std::string& out, const TreeNode& at, const PositionAddress& address) {
  std::string others;
  const bool with_games = has_games(at);
  add_text(
      out,
      "<div class=\"table\"><table class=\"moves\"><thead><tr><th scope=\"col\">move</th><th scope=\"col\">score</th>"
      "{}</tr></thead><tbody>\n",
      with_games ? kGamesHeads : std::string_view());
  for (const TreeMove& m : at.moves) {
    const std::string text = m.child >= 0 ? link_text(address(m.child), m.san) : escaped(m.san);
    if (m.played || m.child >= 0 || m.score || m.games)
      add_text(out, "<tr{}><td>{}</td><td>{}</td>{}</tr>\n", m.played ? " class=\"book\"" : "", text, score_text(m),
               with_games ? games_cells(m.games.value_or(PlayedMove()), at.turn) : std::string());
    else
      others += (others.empty() ? "" : ", ") + text;
  }
  out += "</tbody></table></div>\n";
  if (!others.empty()) add_text(out, "<p class=\"quiet\">Without a score: {}</p>\n", others);
}

void put_facts(std::string& out, const TreeNode& at) {
  if (!at.line.empty()) add_text(out, "<p class=\"line\">{}</p>\n", escaped(at.line));
  if (at.known) {
    if (const std::string marks = marks_text(at.entry); !marks.empty()) add_text(out, "<p>{}</p>\n", escaped(marks));
    if (!at.remark.empty()) add_text(out, "<p>{}</p>\n", shown(at.remark));
  }
  add_text(out, "<p class=\"fen\"><code>{}</code></p>\n", escaped(at.fen));
  if (at.known) add_text(out, "<p class=\"quiet\">key <code>{}</code></p>\n", hexadecimal(at.key));
}

std::string whose_turn(const TreeNode& at) {
  const std::string_view side = at.turn == Color::white ? "White" : "Black";
  if (!at.known) return fmt::format("{} to move; not in the book", side);
  return fmt::format("{} to move: {}, depth {}", side, score_text(at.entry), int{at.entry.depth});
}

}  // namespace

std::string book_style() { return std::string(board_style()).append(results_style()).append(kBookStyle); }

std::string position_anchor(int id) { return fmt::format("p{}", id + 1); }

std::string name_of(const TreeRoot& root) { return root.name.empty() ? root.fen : root.name; }

std::string score_text(const TreeMove& move) {
  return move.score ? score_text(*move.score) : std::string(kNoScoreText);
}

bool seen_from_black(const TreeOutline& outline) {
  return outline.side == BookSide::black || outline.shown == BookSide::black;
}

std::string links_to_starts(const TreeOutline& outline, const PositionAddress& address) {
  std::string out = "<p class=\"starts\">Starts:";
  for (const TreeRoot& root : outline.roots) out += ' ' + link_text(address(root.node), name_of(root));
  return out + "</p>\n";
}

std::string notes_on(const TreeReader& tree, std::string_view not_here) {
  const TreeOutline& outline = tree.outline();
  std::string out = fmt::format(
      "<p>{}, {} here; made by {}. Scores are for the side to move, in pawns; #5 means mate (or what else wins) in 5 "
      "moves; the book's own move is bold.{}</p>\n",
      count_text(outline.positions, "position"), tree.size(), shown(outline.generator),
      outline.with_games ? kGamesNote : std::string_view());
  const std::uint64_t missing = left_out(outline);
  add_text(out, "<p>A book for {}{}{}.</p>\n", owner_of(outline.side),
           outline.shown == BookSide::both
               ? std::string()
               : fmt::format("; {}'s best moves against every reply", owner_of(outline.shown)),
           missing == 0 ? std::string(", all of it")
                        : fmt::format("; {} of it {} not {}", count_text(missing, "position"),
                                      missing == 1 ? "is" : "are", not_here));
  return out;
}

std::string book_section(const Rules& rules, const TreeReader& tree, int id, const TreeNode& node,
                         const PositionAddress& address, BoardRows& rows) {
  const std::string anchor = position_anchor(id), name = name_of(tree, id, node.move);
  BoardPicture picture{.fen = node.fen, .id = anchor, .title = name, .last_move = step_of(rules, node.uci)};
  for (const TreeMove& m : node.moves)
    if (m.played) picture.arrows.push_back({step_of(rules, m.uci)});
  picture.flipped = seen_from_black(tree.outline());
  picture.rows = &rows;
  std::string out;
  add_text(out,
           "<section class=\"position\" id=\"{}\"><figure>{}</figure>\n<div class=\"facts\"><h2>{}</h2>\n<p>{}</p>\n",
           anchor, board_picture(rules, picture), escaped(name), whose_turn(node));
  put_moves(out, node, address);
  if (const int parent = tree.parent(id); parent >= 0)
    add_text(out, "<p class=\"back\">Before: {}</p>\n", link_text(address(parent), name_of(tree, parent, node.before)));
  put_facts(out, node);
  return rows.take_parts() + out + "</div></section>\n";
}

}  // namespace bookends
