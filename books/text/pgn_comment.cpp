#include "books/text/pgn_comment.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "books/text/entry.h"

namespace bookends {

namespace {

constexpr std::string_view kEvalBegin = "[%eval";
constexpr std::string_view kEvalBlanks = " \t\r\n";

// "12", "0.3", "-0.355", "#5", "#-5", as the other side would say it.
std::string with_other_sign(std::string_view text) {
  const bool mate = text.starts_with('#');
  if (mate) text.remove_prefix(1);
  const bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) text.remove_prefix(1);
  return (mate ? "#" : "") + std::string(minus ? "" : "-") + std::string(text);
}

std::optional<Score> parse_eval(std::string text) {
  if (text.starts_with('#')) return parse_score_text(text);
  std::size_t dot = text.find('.');
  if (dot == std::string::npos) dot = text.size(), text += '.';
  if (text.find_first_not_of("0123456789", dot + 1) != std::string::npos) return std::nullopt;
  text.resize(dot + 3, '0');
  return parse_score_text(text);
}

std::optional<int> parse_depth(std::string_view text) {
  if (text.empty() || text.size() > 3 || text.find_first_not_of("0123456789") != std::string_view::npos)
    return std::nullopt;
  const int depth = std::atoi(std::string(text).c_str());
  return depth <= 255 ? std::optional<int>(depth) : std::nullopt;
}

}  // namespace

std::string eval_command(const BookEntry& entry, Color turn) {
  if (!has_score(entry) || std::abs(entry.score) == kTableWin) return {};
  const bool minus = (entry.score < 0) == (turn == Color::white) && entry.score != 0;
  const int size = std::abs(int{entry.score});
  char text[48];
  if (is_decided(entry.score))
    std::snprintf(text, sizeof text, "%s#%s%d", "[%eval ", minus ? "-" : "", (plies_to_end(entry.score) + 1) / 2);
  else
    std::snprintf(text, sizeof text, "%s%s%d.%02d", "[%eval ", minus ? "-" : "", size / 100, size % 100);
  return text + (entry.depth > 0 ? ',' + std::to_string(entry.depth) : std::string()) + ']';
}

std::optional<EvalCommand> take_eval_command(std::string_view& comment, Color turn) {
  if (!comment.starts_with(kEvalBegin)) return std::nullopt;
  const std::size_t end = comment.find(']');
  if (end == std::string_view::npos) return std::nullopt;
  std::string said;
  for (const char ch : comment.substr(kEvalBegin.size(), end - kEvalBegin.size()))
    if (kEvalBlanks.find(ch) == std::string_view::npos) said += ch;
  const std::size_t comma = std::min(said.find(','), said.size());
  const std::string score = said.substr(0, comma);
  EvalCommand command;
  const std::optional<Score> value = parse_eval(turn == Color::white ? score : with_other_sign(score));
  if (!value) return std::nullopt;
  command.score = *value;
  if (comma < said.size()) {
    command.depth = parse_depth(std::string_view(said).substr(comma + 1));
    if (!command.depth) return std::nullopt;
  }
  comment.remove_prefix(end + 1);
  return command;
}

}  // namespace bookends
