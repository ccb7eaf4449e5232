#include "tools/explore/markup.h"

#include <fmt/format.h>

#include "tools/pages/board/parts.h"
#include "tools/pages/html_page.h"
#include "tools/pages/results_bar.h"

namespace bookends {
namespace {

constexpr std::string_view kHead = R"(<link rel="icon" href="data:,"/><link rel="stylesheet" href="/explore.css"/>)"
                                   R"(<script src="/explore.js" defer="defer"></script>)";

}  // namespace

std::string explorer_head(std::string_view title, std::string_view script) {
  std::string more(kHead);
  if (!script.empty()) more += fmt::format(R"(<script src="{}" defer="defer"></script>)", script);
  return page_head(title, std::string(board_style()).append(results_style()), more);
}

std::string explorer_header(std::string_view heading) {
  return fmt::format("<header><a href=\"/\">Bookends</a> <h1>{}</h1></header>\n", escaped(heading));
}

std::string html_link(const std::string& address, std::string_view text, std::string_view attributes) {
  return fmt::format(R"(<a href="{}"{}{}>{}</a>)", escaped(address), attributes.empty() ? "" : " ", attributes,
                     escaped(text));
}

std::string fen_form(const Rules& rules, const std::string& fen, bool flipped) {
  return fmt::format(
      "<form class=\"fen\" action=\"/explore/{}\"><label for=\"fen\">FEN</label> <input id=\"fen\" name=\"fen\" "
      "value=\"{}\" spellcheck=\"false\" autocomplete=\"off\"/>{} <button>Go</button></form>\n",
      rules.name, escaped(fen), flipped ? R"(<input type="hidden" name="flip" value="1"/>)" : "");
}

}  // namespace bookends
