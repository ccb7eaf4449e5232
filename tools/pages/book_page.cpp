#include "tools/pages/book_page.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "core/io/checksum.h"
#include "tools/pages/board_picture.h"
#include "tools/pages/html_page.h"

namespace bookends {
namespace {

// Only the position that the address names is shown, at first the first one; browsers do that without a script, and
// "back" goes back in the line.
constexpr std::string_view kOneAtATime = R"(.position{display:none}.position:target{display:block}
:root:not(:has(.position:target)) .position:first-of-type{display:block}
@media print{.position{display:block;break-inside:avoid}}
.position>div{display:flex;flex-wrap:wrap;gap:1em 3em}.book{font-weight:bold}.quiet{opacity:.7}
)";

// Control characters are none of XML's.
std::string shown(std::string text) {
  for (char& ch : text)
    if (static_cast<unsigned char>(ch) < ' ') ch = ' ';
  return escaped(text);
}

class BookPage {
 public:
  BookPage(const Rules& rules, const BookTree& tree) : rules_(rules), tree_(tree), parents_(tree.nodes.size(), -1) {
    for (std::size_t n = 0; n < tree.nodes.size(); ++n)
      for (const TreeMove& m : tree.nodes[n].moves)
        if (m.child >= 0 && !m.transposes) parents_[static_cast<std::size_t>(m.child)] = static_cast<int>(n);
  }

  std::string write() {
    out_ = page_head(tree_.title + ": opening book", kOneAtATime);
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

  const TreeNode& node(int n) const { return tree_.nodes[static_cast<std::size_t>(n)]; }
  static std::string link_to(int n, std::string_view text) {
    return fmt::format("<a href=\"#p{}\">{}</a>", n + 1, escaped(text));
  }

  void heading() {
    add("<h1>{}: opening book</h1>\n<p>{}, {} here; made by {}. Scores are for the side to move, in pawns; #5 means "
        "mate (or what else wins) in 5 moves; the book's own move is bold.</p>\n<p>Starts:",
        escaped(tree_.title), count_text(tree_.positions, "position"), tree_.nodes.size(), shown(tree_.generator));
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
        id, escaped(name_of(n)), board_picture(rules_, at.fen, id, name_of(n)), escaped(at.fen));
    facts(at);
    if (const int parent = parents_[static_cast<std::size_t>(n)]; parent >= 0)
      add("<p>Before: {}</p>\n", link_to(parent, name_of(parent)));
    out_ += "</div>\n<div>";
    moves(at);
    out_ += "</div></div></section>\n";
  }

  void facts(const TreeNode& at) {
    const std::string_view side = at.turn == Color::white ? "White" : "Black";
    if (!at.known) return add("<p>{} to move; not in the book</p>\n", side);
    add("<p>{} to move: {}, depth {}</p>\n", side, score_text(at.entry), int{at.entry.depth});
    if (const std::string marks = marks_text(at.entry); !marks.empty()) add("<p>{}</p>\n", escaped(marks));
    if (!at.remark.empty()) add("<p>{}</p>\n", shown(at.remark));
    add("<p class=\"quiet\">key <code>{}</code></p>\n", hexadecimal(at.key));
  }

  // The book's moves and those it has scores of one a line, the others in one.
  void moves(const TreeNode& at) {
    std::string others;
    out_ += "<table><thead><tr><th scope=\"col\">move</th><th scope=\"col\">score</th></tr></thead><tbody>\n";
    for (const TreeMove& m : at.moves) {
      const std::string text = m.child >= 0 ? link_to(m.child, m.san) : escaped(m.san);
      if (m.played || m.child >= 0 || m.score)
        add("<tr{}><td>{}</td><td>{}</td></tr>\n", m.played ? " class=\"book\"" : "", text,
            m.score ? score_text(*m.score) : std::string(kNoScoreText));
      else
        others += (others.empty() ? "" : ", ") + text;
    }
    out_ += "</tbody></table>\n";
    if (!others.empty()) add("<p class=\"quiet\">Without a score: {}</p>\n", others);
  }

  const Rules& rules_;
  const BookTree& tree_;
  std::vector<int> parents_;  // whose move leads here first; -1 for starts
  std::string out_;
};

}  // namespace

std::string book_page(const Rules& rules, const BookTree& tree) { return BookPage(rules, tree).write(); }

}  // namespace bookends
