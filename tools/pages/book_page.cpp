#include "tools/pages/book_page.h"

#include <fmt/format.h>

#include "tools/pages/book_sections.h"
#include "tools/pages/html_page.h"

namespace bookends {

Result<void> book_page(const Rules& rules, TreeReader& tree, const TextSink& out) {
  const TreeOutline& outline = tree.outline();
  const PositionAddress address = [](int id) { return '#' + position_anchor(id); };
  std::string text = page_head(outline.title + ": opening book", book_style());
  text += board_parts(rules);
  text += fmt::format("<header><h1>{}: opening book</h1>{}</header>\n<main>\n", escaped(outline.title),
                      links_to_starts(outline, address));
  if (const Result<void> begun = out(text); !begun) return begun;
  BoardRows rows;
  for (int id = 0; id < tree.size(); ++id) {
    const Result<void> written = out(book_section(rules, tree, id, tree.node(id), address, rows));
    if (!written) return written;
  }
  return out("</main>\n<footer>" + notes_on(tree, "on this page") + "</footer>\n</body></html>\n");
}

}  // namespace bookends
