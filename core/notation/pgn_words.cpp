#include "core/notation/pgn_words.h"

#include <algorithm>
#include <array>
#include <utility>

namespace bookends {

namespace {

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& known, std::string_view word) {
  return std::ranges::find(known, word) != known.end();
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

constexpr std::array<std::string_view, 4> kEnPassantMarks{"e.p.", "e.p", "ep.", "ep"};

}  // namespace

std::optional<std::string> parse_pgn_result(std::string_view word) {
  // What begins a move is none, and this is asked of every word.
  if (word.empty() || (word[0] >= 'A' && word[0] <= 'z')) return std::nullopt;
  std::string text(word.substr(0, word.find_last_not_of(".,") + 1));
  constexpr std::pair<std::string_view, std::string_view> kSpellings[] = {
      {"\u2013", "-"}, {"\u2014", "-"}, {"\u2212", "-"}, {":", "-"}, {"\u00BD", "1/2"}, {"0.5", "1/2"}, {"0,5", "1/2"}};
  for (const auto& [spelled, plain] : kSpellings) replace_all(text, spelled, plain);
  constexpr std::array<std::string_view, 4> kResults{"1-0", "0-1", "1/2-1/2", "0-0"};
  if (is_one_of(kResults, text)) return text;
  if (text == "1/2") return "1/2-1/2";
  return std::nullopt;
}

bool is_null_move(std::string_view word) {
  constexpr std::array<std::string_view, 7> kNullMoves{"--", "Z0", "@@@@", "0000", "null", "pass", "<>"};
  return is_one_of(kNullMoves, word);
}

bool is_en_passant_mark(std::string_view word) { return is_one_of(kEnPassantMarks, word); }

// Punctuation, check, and what is thought of the move in signs ("+/-"). No move ends so.
constexpr std::string_view kBehindMoves = ".,:+#-/=";

std::string plain_move(std::string_view word) {
  std::string text(word.substr(0, word.find_last_not_of(kBehindMoves) + 1));
  for (const std::string_view mark : kEnPassantMarks)
    if (text.size() > mark.size() && text.ends_with(mark)) {
      text.resize(text.size() - mark.size());
      break;
    }
  text.resize(text.find_last_not_of(kBehindMoves) + 1);
  replace_all(text, "\u2013", "-");
  if (text.find_first_not_of("o-") == std::string::npos) std::ranges::replace(text, 'o', 'O');
  return text;
}

bool is_remark(std::string_view word) {
  constexpr auto is_alphanumeric = [](char ch) {
    return (ch >= '0' && ch <= '9') || (ch >= 'A' && ch <= 'Z') || (ch >= 'a' && ch <= 'z');
  };
  if (std::ranges::none_of(word, is_alphanumeric)) return true;
  constexpr std::array<std::string_view, 12> kRemarks{"N",    "TN",  "D",   "R",       "RR",   "ch",
                                                      "mate", "dbl", "dis", "novelty", "draw", "resigns"};
  return is_one_of(kRemarks, word);
}

std::string_view without_move_number(std::string_view word) {
  constexpr std::string_view kEllipsis = "\u2026";
  const std::size_t digits = std::min(word.find_first_not_of("0123456789"), word.size());
  return word.substr(digits).starts_with(kEllipsis) ? word.substr(digits + kEllipsis.size()) : word;
}

}  // namespace bookends
