#include "tools/pages/board_picture.h"

#include <fmt/format.h>

#include <iterator>

#include "core/position/fen.h"
#include "core/rules/bitboard.h"
#include "tools/pages/html_page.h"

namespace bookends {
namespace {

constexpr int kSquare = 24;
constexpr int kMargin = 14;  // for the names of files and ranks

// "White Ka1 Qb2, Black Kd4; White to move": the picture in words.
std::string in_words(const Rules& rules, const Setup& setup) {
  std::string text;
  for (const Color c : kColors) {
    text += c == Color::white ? "White" : ", Black";
    for (Square s = 0; s < rules.squares(); ++s) {
      const Occupant man = setup.board[slot(s)];
      if (man.empty() || man.color() != c) continue;
      text += ' ';
      text += rules.piece(man.kind()).letter + square_name(rules, s);
    }
  }
  return text + (setup.turn == Color::white ? "; White to move" : "; Black to move");
}

std::string part_name(const Rules& rules, Color c, Kind kind) {
  return fmt::format("{}-{}{}", rules.name, c == Color::white ? 'w' : 'b', rules.piece(kind).letter);
}

void add_square(std::string& out, const Rules& rules, Square s) {
  const int file = file_of(rules, s), rank = rank_of(rules, s);
  fmt::format_to(std::back_inserter(out), R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>)",
                 (file + rank) % 2 == 0 ? "dark" : "light", kMargin + file * kSquare,
                 (rules.ranks - 1 - rank) * kSquare, kSquare, kSquare);
}

void add_man(std::string& out, const Rules& rules, Square s, Occupant man) {
  fmt::format_to(std::back_inserter(out), R"(<use href="#{}" x="{}" y="{}"/>)",
                 part_name(rules, man.color(), man.kind()), kMargin + file_of(rules, s) * kSquare + kSquare / 2,
                 (rules.ranks - 1 - rank_of(rules, s)) * kSquare + kSquare / 2);
}

void add_names(std::string& out, const Rules& rules) {
  const auto put = std::back_inserter(out);
  for (int rank = 0; rank < rules.ranks; ++rank)
    fmt::format_to(put, R"(<text class="name" x="{}" y="{}">{}</text>)", kMargin / 2,
                   (rules.ranks - 1 - rank) * kSquare + kSquare / 2 + 4, rank + 1);
  for (int file = 0; file < rules.files; ++file)
    fmt::format_to(put, R"(<text class="name" x="{}" y="{}">{}</text>)", kMargin + file * kSquare + kSquare / 2,
                   rules.ranks * kSquare + kMargin - 3, static_cast<char>('a' + file));
}

}  // namespace

std::string board_parts(const Rules& rules) {
  std::string out = R"(<svg class="parts" aria-hidden="true" width="0" height="0"><defs>)";
  out += fmt::format(R"(<g id="{}-board">)", rules.name);
  for (Square s = 0; s < rules.squares(); ++s) add_square(out, rules, s);
  add_names(out, rules);
  out += "</g>";
  for (const Color c : kColors)
    for (const char letter : rules.strength)
      out += fmt::format(R"(<g id="{}" class="{}"><circle r="10"/><text y="5">{}</text></g>)",
                         part_name(rules, c, static_cast<Kind>(rules.slot_of(letter))),
                         c == Color::white ? "white" : "black", letter);
  return out + "</defs></svg>\n";
}

std::string board_picture(const Rules& rules, const std::string& fen, std::string_view id, std::string_view title) {
  const Result<Setup> setup = parse_fen(rules, fen);
  if (!setup) return {};
  const int width = kMargin + rules.files * kSquare, height = rules.ranks * kSquare + kMargin;
  std::string out = fmt::format(
      R"(<svg class="board" role="img" aria-labelledby="{0}-t {0}-d" width="{1}" height="{2}" viewBox="0 0 {1} {2}">)"
      R"(<title id="{0}-t">{3}</title><desc id="{0}-d">{4}</desc><use href="#{5}-board"/>)",
      escaped(id), width, height, escaped(title), escaped(in_words(rules, *setup)), rules.name);
  for (Square s = 0; s < rules.squares(); ++s)
    if (const Occupant man = setup->board[slot(s)]; !man.empty()) add_man(out, rules, s, man);
  return out + "</svg>";
}

}  // namespace bookends
