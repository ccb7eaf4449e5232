#include "tools/explore/editor.h"

#include <fmt/format.h>

#include <cctype>

#include "core/position/fen.h"
#include "tools/explore/markup.h"
#include "tools/pages/board/escaped.h"
#include "tools/pages/board/frame.h"
#include "tools/pages/board/picture.h"

namespace bookends {
namespace {

std::string choice(std::string_view kind, std::string_view name, std::string_view value, std::string_view label,
                   bool checked) {
  return fmt::format(R"(<label><input type="{}" name="{}" value="{}"{}/>{}</label> )", kind, name, value,
                     checked ? R"( checked="checked")" : "", label);
}

// A man of the palette: its picture, and its letter for those who cannot see it. Its value is the letter of a FEN.
std::string man_choice(const Rules& rules, Color color, char letter) {
  const Kind kind = static_cast<Kind>(rules.slot_of(letter));
  const bool white = color == Color::white;
  const std::string value(1, white ? letter : static_cast<char>(std::tolower(letter)));
  const std::string picture =
      fmt::format(R"(<svg role="img" aria-label="{} {}" viewBox="0 0 {} {}"><use href="#{}" x="{}" y="{}"/></svg>)",
                  white ? "White" : "Black", letter, kSquareUnits, kSquareUnits, man_part(rules, color, kind),
                  kSquareUnits / 2, kSquareUnits / 2);
  return choice("radio", "man", value, picture, false);
}

std::string palette(const Rules& rules) {
  std::string out = "<fieldset class=\"palette\"><legend>Choose, then click squares</legend>\n";
  for (const Color color : kColors) {
    out += "<div>";
    for (const char letter : rules.strength) out += man_choice(rules, color, letter);
    out += "</div>\n";
  }
  return out + "<div>" + choice("radio", "man", "", "Nothing", true) + "</div></fieldset>\n";
}

std::string settings(const Rules& rules) {
  std::string out = "<fieldset><legend>To move</legend>" + choice("radio", "turn", "w", "White", true) +
                    choice("radio", "turn", "b", "Black", false) + "</fieldset>\n";
  if (!rules.castling) return out;
  out += "<fieldset><legend>Castling</legend>";
  for (const char right : std::string_view("KQkq"))
    out += choice("checkbox", "castling", std::string(1, right),
                  fmt::format("{} {}", std::isupper(right) != 0 ? "White" : "Black",
                              std::toupper(right) == 'K' ? "O-O" : "O-O-O"),
                  false);
  return out + "</fieldset>\n";
}

}  // namespace

std::string edit_page(const Rules& rules, const std::string& fen) {
  const std::string start(rules.starts[0]);
  const std::string& shown = fen.empty() ? start : fen;
  const std::string drawn = parse_fen(rules, shown) ? shown : start;  // a script draws what is no position, too
  std::string out = explorer_head("Set up a position - " + std::string(rules.title), "/edit.js") + board_parts(rules) +
                    explorer_header("Set up a position: " + std::string(rules.title));
  out += fmt::format(
      "<main class=\"edit\" data-game=\"{}\" data-files=\"{}\" data-ranks=\"{}\" data-start=\"{}\">\n"
      "<section aria-label=\"Board\"><div class=\"board-and-bar\">{}</div></section>\n"
      "<section aria-label=\"Position\"><noscript><p>A browser without scripts cannot set up men: type the FEN.</p>"
      "</noscript>\n",
      rules.name, rules.files, rules.ranks, escaped(start),
      board_picture(rules, {.fen = drawn, .id = "board", .title = "Board to set up", .addressable = true}));
  out += "<form id=\"setup\" hidden=\"hidden\">\n" + palette(rules) + settings(rules) +
         "<p class=\"copy\"><button type=\"button\" id=\"clear\">Clear</button> "
         "<button type=\"button\" id=\"start\">Start position</button></p></form>\n";
  return out + fen_form(rules, shown, false) + "</section>\n</main>\n</body></html>\n";
}

}  // namespace bookends
