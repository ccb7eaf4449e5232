#include "tools/pages/board/parts.h"

#include <fmt/format.h>

#include <iterator>

#include "tools/pages/board/drawings.h"
#include "tools/pages/board/frame.h"

namespace bookends {
namespace {

// Men are put together from parts that are elsewhere on the page. What styles a part must not name what it is used in;
// but custom properties are handed down: so one drawing serves both colours.
constexpr std::string_view kBoardStyle =
    R"(:root{--square-light:#efe3cc;--square-dark:#b98e66;--white-man:#fffdf7;--white-lines:#1c1c1e;--black-man:#2b2b2e;
--black-lines:#f1ede4;--man-edge:#131315;--black-rim:#fff6;--last-move:#d9c22f99;--check:#d8222a;--square-names:#555;
--arrow-book:#1f6fd0;--arrow-table:#158a55;--arrow-proof:#8442b8}
@media(prefers-color-scheme:dark){:root{--square-light:#968a79;--square-dark:#65533f;--white-man:#f3efe6;
--black-rim:#fff8;--last-move:#c9b52a80;--square-names:#aaa;--arrow-book:#4f9cf5;--arrow-table:#35b57c;--arrow-proof:#b583ee}}
.board{max-width:100%;height:auto}.parts{position:absolute}
.light{fill:var(--square-light)}.dark{fill:var(--square-dark)}
.white{--fill:var(--white-man);--lines:var(--white-lines);--rim:transparent}
.black{--fill:var(--black-man);--lines:var(--black-lines);--rim:var(--black-rim)}
.rim,.body,.lines{stroke-linejoin:round;stroke-linecap:round}.rim{fill:none;stroke:var(--rim);stroke-width:3.4}
.body{fill:var(--fill);stroke:var(--man-edge);stroke-width:1.7}
.lines{fill:none;stroke:var(--lines);stroke-width:1.4}.spots{fill:var(--lines)}
.names text,.letter{font:16px system-ui,sans-serif;text-anchor:middle;fill:var(--square-names)}
.letter{font-weight:bold;fill:var(--lines)}
.last{fill:var(--last-move)}.check{fill:var(--check);fill-opacity:.3;stroke:var(--check);stroke-width:3}
.arrow{opacity:.72;stroke:#fff9;stroke-width:.8;stroke-linejoin:round}.arrow.book{fill:var(--arrow-book)}
.arrow.table{fill:var(--arrow-table)}.arrow.proof{fill:var(--arrow-proof)}.square{fill:transparent}
)";

std::string_view color_name(Color color) { return color == Color::white ? "white" : "black"; }

void add_board(std::string& out, const Rules& rules) {
  const Frame frame{&rules};
  fmt::format_to(std::back_inserter(out),
                 R"(<g id="{}"><rect class="light" width="{}" height="{}"/><path class="dark" d=")", board_part(rules),
                 frame.width(), frame.height());
  for (Square s = 0; s < rules.squares(); ++s)
    if ((file_of(rules, s) + rank_of(rules, s)) % 2 == 0)
      fmt::format_to(std::back_inserter(out), "M{0} {1}h{2}v{2}h-{2}z", frame.left(s), frame.top(s), kSquareUnits);
  out += "\"/></g>";
}

void add_names(std::string& out, const Rules& rules, bool flipped) {
  const Frame frame{&rules, flipped};
  const auto put = std::back_inserter(out);
  fmt::format_to(put, R"(<g id="{}" class="names">)", names_part(rules, flipped));
  for (int rank = 0; rank < rules.ranks; ++rank)
    fmt::format_to(put, R"(<text x="{}" y="{}">{}</text>)", -kNameUnits / 2,
                   frame.row(rank) * kSquareUnits + kSquareUnits / 2 + 6, rank + 1);
  for (int file = 0; file < rules.files; ++file)
    fmt::format_to(put, R"(<text x="{}" y="{}">{}</text>)", frame.column(file) * kSquareUnits + kSquareUnits / 2,
                   frame.height() + kNameUnits - 4, static_cast<char>('a' + file));
  out += "</g>";
}

void add_path(std::string& out, std::string_view css, std::string_view path) {
  if (!path.empty()) fmt::format_to(std::back_inserter(out), R"(<path class="{}" d="{}"/>)", css, path);
}

// A man of either colour, which takes its colours from where it is used.
void add_shape(std::string& out, const Rules& rules, Kind kind) {
  const char letter = rules.piece(kind).letter;
  fmt::format_to(std::back_inserter(out), R"(<g id="{}-{}">)", rules.name, letter);
  if (const Drawing* drawing = drawing_of(rules, kind)) {
    add_path(out, "rim", drawing->back);
    add_path(out, "rim", drawing->body);
    add_path(out, "body", drawing->back);
    add_path(out, "body", drawing->body);
    add_path(out, "lines", drawing->lines);
    add_path(out, "spots", drawing->spots);
  } else {
    fmt::format_to(std::back_inserter(out),
                   R"(<circle class="rim" r="14"/><circle class="body" r="14"/><text class="letter" y="6">{}</text>)",
                   letter);
  }
  out += "</g>";
}

template <class IsUsed>
std::string defs_of(const Rules& rules, IsUsed is_used) {
  std::string out = "<defs>";
  add_board(out, rules);
  for (const bool flipped : {false, true})
    if (is_used(names_part(rules, flipped))) add_names(out, rules, flipped);
  for (const char letter : rules.strength) {
    const Kind kind = static_cast<Kind>(rules.slot_of(letter));
    std::string men;
    for (const Color color : kColors)
      if (is_used(man_part(rules, color, kind)))
        fmt::format_to(std::back_inserter(men), R"(<use id="{}" class="{}" href="#{}"/>)", man_part(rules, color, kind),
                       color_name(color), shape_part(rules, kind));
    if (!men.empty() || is_used(shape_part(rules, kind))) add_shape(out, rules, kind);
    out += men;
  }
  return out + "</defs>";
}

}  // namespace

std::string_view board_style() { return kBoardStyle; }

std::string board_part(const Rules& rules) { return fmt::format("{}-board", rules.name); }
std::string names_part(const Rules& rules, bool flipped) {
  return fmt::format("{}-names{}", rules.name, flipped ? "-flipped" : "");
}
std::string man_part(const Rules& rules, Color color, Kind kind) {
  return fmt::format("{}-{}{}", rules.name, color_name(color)[0], rules.piece(kind).letter);
}
std::string shape_part(const Rules& rules, Kind kind) {
  return fmt::format("{}-{}", rules.name, rules.piece(kind).letter);
}

std::string board_parts(const Rules& rules) {
  return R"(<svg class="parts" aria-hidden="true" width="0" height="0">)" +
         defs_of(rules, [](const std::string&) { return true; }) + "</svg>\n";
}

std::string board_defs(const Rules& rules, std::string_view markup) {
  return defs_of(rules, [&](const std::string& part) { return markup.find("#" + part + "\"") != markup.npos; });
}

}  // namespace bookends
