#include "tools/explore/index_page.h"

#include <fmt/format.h>

#include "tools/explore/address.h"
#include "tools/explore/markup.h"
#include "tools/pages/board/escaped.h"
#include "tools/pages/board/picture.h"

namespace bookends {

namespace {

std::string proof_list(const std::vector<OfferedProof>& proofs) {
  if (proofs.empty()) return {};
  std::string list = "<ul class=\"proofs\">";
  for (const OfferedProof& proof : proofs)
    list += fmt::format("<li>{}: {}</li>\n", html_link(proof.address, proof.file), escaped(proof.claim));
  return list + "</ul>\n";
}

}  // namespace

std::string explore_error_page(const Rules& rules, const std::string& message, const std::string& fen) {
  const std::string start = "/explore/" + std::string(rules.name);
  return explorer_head("No such position") + explorer_header("No such position") +
         fmt::format(
             "<main><p class=\"wrong\" role=\"alert\">{}</p>\n{}<p class=\"copy\">{} {}</p></main></body></html>\n",
             escaped(message), fen_form(rules, fen, false), html_link(start, "Back to the start"),
             html_link(edit_address(rules, fen), "Edit"));
}

std::string explore_index_page(const std::vector<OfferedGame>& games) {
  std::string out = explorer_head("Bookends");
  out +=
      "<header><h1>Bookends</h1></header>\n<main>\n<p>Choose where to begin, then play or click moves: of each you see "
      "what books, tables and proofs say.</p>\n<div class=\"index\">\n";
  for (const OfferedGame& game : games) {
    const Rules& rules = *game.rules;
    out += board_parts(rules);
    out += fmt::format("<section><h2>{}</h2>\n<div class=\"boards\">", escaped(rules.title));
    for (std::size_t i = 0; i < rules.starts.size(); ++i) {
      if (rules.starts[i].empty()) continue;
      const std::string fen(rules.starts[i]), name(rules.start_names[i]);
      out += fmt::format(
          R"(<a class="start" href="{}">{}<span>{}</span></a>)", escaped(explore_address(rules, fen, {}, {})),
          board_picture(
              rules, {.fen = fen, .id = fmt::format("{}-{}", rules.name, name), .title = name, .coordinates = false}),
          escaped(name));
    }
    out += "</div>\n<p>";
    out += game.books.empty() ? "no book" : escaped(fmt::format("{}", fmt::join(game.books, ", ")));
    out += game.table_men == 0 ? "; no tables" : fmt::format("; tables of up to {} men", game.table_men);
    out += fmt::format("; {}</p>\n{}</section>\n",
                       html_link(edit_address(rules, {}), "set up a position",
                                 fmt::format(R"(aria-label="set up a position: {}")", escaped(rules.title))),
                       proof_list(game.proofs));
  }
  return out + "</div></main></body></html>\n";
}

}  // namespace bookends
