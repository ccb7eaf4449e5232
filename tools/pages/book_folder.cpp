#include "tools/pages/book_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "tools/pages/book_search.h"
#include "tools/pages/book_sections.h"
#include "tools/pages/html_page.h"

namespace bookends {
namespace {

// As large as a browser lays out at once: each page has the drawings of the men too, so small ones cost more.
constexpr int kPositionsOfAPage = 250;
constexpr std::size_t kMostStarts = 24;  // with a board; the others are links

constexpr std::string_view kMark = "<meta name=\"generator\" content=\"bookends dump: a folder of pages\"/>";

int page_of(int id) { return id / kPositionsOfAPage; }
std::string page_name(int page) { return fmt::format("p/{}.html", page); }

class BookFolder {
 public:
  BookFolder(const Rules& rules, TreeReader& tree, const FileSink& out, Progress& progress)
      : rules_(rules), tree_(tree), out_(out), progress_(progress), search_(tree.size()) {}

  Result<void> write() {
    for (int page = 0; page * kPositionsOfAPage < tree_.size(); ++page)
      if (const Result<void> written = positions(page); !written) return written;
    search_.sort();
    for (int file = 0; file < search_.count(); ++file) {
      const Result<void> written = out_(fmt::format("find/{}.js", file), search_.text(file));
      if (!written) return written;
    }
    std::vector<SearchedStart> starts;
    for (const TreeRoot& root : outline().roots) starts.push_back({root.name, root.node});
    const Result<void> written = out_("search.js", search_script(starts, kPositionsOfAPage, search_.count()));
    return written ? out_("index.html", index()) : written;
  }

 private:
  const TreeOutline& outline() const { return tree_.outline(); }

  std::string head(std::string_view to_folder, std::string_view below, std::string_view mark = {}) const {
    return page_head(outline().title + ": opening book", book_style(), mark) + board_parts(rules_) +
           fmt::format(
               "<header><h1><a href=\"{0}index.html\">{1}: opening book</a></h1>{2}</header>\n"
               "<script src=\"{0}search.js\" defer=\"defer\"></script>\n<main>\n",
               to_folder, escaped(outline().title), below);
  }

  Result<void> positions(int page) {
    const PositionAddress address = [page](int id) {
      return page_of(id) == page ? '#' + position_anchor(id)
                                 : fmt::format("{}.html#{}", page_of(id), position_anchor(id));
    };
    std::string text = head("../", {});
    BoardRows rows;
    const int end = std::min(tree_.size(), (page + 1) * kPositionsOfAPage);
    for (int id = page * kPositionsOfAPage; id < end; ++id) {
      const TreeNode node = tree_.node(id);
      search_.add(node.fen, id);
      text += book_section(rules_, tree_, id, node, address, rows);
    }
    progress_.update({"pages", static_cast<double>(end), static_cast<double>(tree_.size()), "positions", {}});
    if (progress_.stop_requested()) return Error{ErrorCode::interrupted, "interrupted; nothing is written"};
    return out_(page_name(page), text + "</main></body></html>\n");
  }

  // The starts with the moves there and what is answered: who looks for a line need not open a page for these.
  std::string index() {
    const PositionAddress address = [](int id) { return page_name(page_of(id)) + '#' + position_anchor(id); };
    const auto& roots = outline().roots;
    std::string text = head("", roots.size() > 1 ? links_to_starts(outline(), address) : std::string(), kMark);
    BoardRows rows;
    for (std::size_t i = 0; i < std::min(roots.size(), kMostStarts); ++i) text += start(roots[i], i, address, rows);
    text += "</main>\n<footer>" + notes_on(tree_, "on these pages") + "</footer>\n";
    return text + "</body></html>\n";
  }

  std::string start(const TreeRoot& root, std::size_t number, const PositionAddress& address, BoardRows& rows) {
    const TreeNode node = tree_.node(root.node);
    BoardPicture picture{.fen = node.fen, .id = fmt::format("s{}", number + 1), .title = name_of(root)};
    for (const TreeMove& m : node.moves)
      if (m.played) picture.arrows.push_back({step_of(rules_, m.uci)});
    picture.flipped = seen_from_black(outline());
    picture.rows = &rows;
    std::string out = fmt::format(
        "<section class=\"start\"><figure><a href=\"{0}\">{1}</a></figure>\n<div class=\"facts\"><h2><a "
        "href=\"{0}\">{2}</a></h2>\n<div class=\"table\"><table class=\"moves\"><thead><tr><th scope=\"col\">move</th>"
        "<th scope=\"col\">score</th><th scope=\"col\" class=\"replies\">replies</th></tr></thead><tbody>\n",
        address(root.node), board_picture(rules_, picture), escaped(name_of(root)));
    for (const TreeMove& m : node.moves) {
      if (m.child < 0) continue;
      fmt::format_to(std::back_inserter(out),
                     "<tr{}><td><a href=\"{}\">{}</a></td><td>{}</td><td class=\"replies\">{}</td></tr>\n",
                     m.played ? " class=\"book\"" : "", address(m.child), escaped(m.san), score_text(m),
                     replies(m.child, address));
    }
    return rows.take_parts() + out +
           fmt::format("</tbody></table></div>\n<p class=\"fen\"><code>{}</code></p></div></section>\n",
                       escaped(node.fen));
  }

  std::string replies(int id, const PositionAddress& address) {
    std::string out;
    for (const TreeMove& m : tree_.node(id).moves)
      if (m.child >= 0)
        fmt::format_to(std::back_inserter(out), "<a href=\"{}\">{}</a> ", address(m.child), escaped(m.san));
    return out;
  }

  const Rules& rules_;
  TreeReader& tree_;
  const FileSink& out_;
  Progress& progress_;
  SearchFiles search_;
};

}  // namespace

Result<void> book_folder(const Rules& rules, TreeReader& tree, const FileSink& out, Progress& progress) {
  return BookFolder(rules, tree, out, progress).write();
}

bool is_of_book_folder(std::string_view name) {
  const auto is_numbered = [&](std::string_view begin, std::string_view end) {
    if (!name.starts_with(begin) || !name.ends_with(end) || name.size() <= begin.size() + end.size()) return false;
    const std::string_view number = name.substr(begin.size(), name.size() - begin.size() - end.size());
    return number.find_first_not_of("0123456789") == std::string_view::npos;
  };
  if (name == "p/" || name == "find/") return true;
  return name == "index.html" || name == "search.js" || is_numbered("p/", ".html") || is_numbered("find/", ".js");
}

std::string_view book_folder_mark() { return kMark; }

}  // namespace bookends
