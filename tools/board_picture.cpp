#include "tools/board_picture.h"

#include <fmt/format.h>

#include <iterator>

#include "core/bitboard.h"
#include "core/fen.h"

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

void add_square(std::string& out, const Rules& rules, const Setup& setup, Square s) {
  const int file = file_of(rules, s), rank = rank_of(rules, s);
  const int x = kMargin + file * kSquare, y = (rules.ranks - 1 - rank) * kSquare;
  const auto put = std::back_inserter(out);
  fmt::format_to(put, R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}"/>)",
                 (file + rank) % 2 == 0 ? "dark" : "light", x, y, kSquare, kSquare);
  const Occupant man = setup.board[slot(s)];
  if (man.empty()) return;
  const int cx = x + kSquare / 2, cy = y + kSquare / 2;
  fmt::format_to(put, R"(<g class="{}"><circle cx="{}" cy="{}" r="10"/><text x="{}" y="{}">{}</text></g>)",
                 man.color() == Color::white ? "white" : "black", cx, cy, cx, cy + 5, rules.piece(man.kind()).letter);
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

std::string escaped(std::string_view text) {
  std::string out;
  for (const char ch : text) {
    if (ch == '&')
      out += "&amp;";
    else if (ch == '<')
      out += "&lt;";
    else if (ch == '>')
      out += "&gt;";
    else if (ch == '"')
      out += "&quot;";
    else
      out += ch;
  }
  return out;
}

std::string board_picture(const Rules& rules, const std::string& fen, std::string_view id, std::string_view title) {
  const Result<Setup> setup = parse_fen(rules, fen);
  if (!setup) return {};
  const int width = kMargin + rules.files * kSquare, height = rules.ranks * kSquare + kMargin;
  std::string out = fmt::format(
      R"(<svg class="board" role="img" aria-labelledby="{0}-t {0}-d" width="{1}" height="{2}" viewBox="0 0 {1} {2}">)"
      R"(<title id="{0}-t">{3}</title><desc id="{0}-d">{4}</desc>)",
      escaped(id), width, height, escaped(title), escaped(in_words(rules, *setup)));
  for (Square s = 0; s < rules.squares(); ++s) add_square(out, rules, *setup, s);
  add_names(out, rules);
  return out + "</svg>";
}

}  // namespace bookends
