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
  std::string text(word);
  constexpr std::pair<std::string_view, std::string_view> kSpellings[] = {
      {"\u2013", "-"}, {"\u2014", "-"}, {"\u2212", "-"}, {":", "-"}, {"\u00BD", "1/2"}, {"0.5", "1/2"}, {"0,5", "1/2"}};
  for (const auto& [spelled, plain] : kSpellings) replace_all(text, spelled, plain);
  constexpr std::array<std::string_view, 4> kResults{"1-0", "0-1", "1/2-1/2", "0-0"};
  if (is_one_of(kResults, text)) return text;
  if (text == "1/2") return "1/2-1/2";
  return std::nullopt;
}

bool is_null_move(std::string_view word) {
  constexpr std::array<std::string_view, 8> kNullMoves{"--", "Z0", "@@@@", "0000", "null", "pass", "<>", "\u2013"};
  return is_one_of(kNullMoves, word);
}

bool is_en_passant_mark(std::string_view word) { return is_one_of(kEnPassantMarks, word); }

std::string_view without_en_passant_mark(std::string_view move) {
  for (const std::string_view mark : kEnPassantMarks)
    if (move.size() > mark.size() && move.ends_with(mark)) {
      const char before = move[move.size() - mark.size() - 1];
      if (before >= '1' && before <= '9') return move.substr(0, move.size() - mark.size());
    }
  return move;
}

bool may_be_move(std::string_view word) {
  if (word.find_first_of("0123456789") != std::string_view::npos) return true;
  constexpr std::array<std::string_view, 4> kCastling{"O-O", "O-O-O", "o-o", "o-o-o"};
  return is_one_of(kCastling, word.substr(0, word.find_last_not_of("+#") + 1));
}

}  // namespace bookends
