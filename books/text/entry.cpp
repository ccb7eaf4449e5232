#include "books/text/entry.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

namespace bookends {

namespace {

bool take_prefix(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::optional<int> parse_int(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::optional<Score> parse_decided(std::string_view moves) {
  const bool lost = take_prefix(moves, "-");
  const std::optional<int> n = parse_int(moves);
  if (!n || *n > kMaxPly || (!lost && *n == 0)) return std::nullopt;
  return lost ? loss_in(2 * *n) : win_in(2 * *n - 1);
}

}  // namespace

std::string score_text(Score score) {
  char text[32];
  if (is_decided(score)) {
    std::snprintf(text, sizeof text, "#%s%d", score < 0 ? "-" : "", (plies_to_end(score) + 1) / 2);
  } else if (std::abs(score) == kTableWin) {
    return score > 0 ? "win" : "loss";
  } else {
    const char* sign = score > 0 ? "+" : score < 0 ? "-" : "";
    std::snprintf(text, sizeof text, "%s%d.%02d", sign, std::abs(score) / 100, std::abs(score) % 100);
  }
  return text;
}

std::string score_text(const BookEntry& entry) {
  return has_score(entry) ? score_text(entry.score) : std::string(kNoScoreText);
}

std::optional<Score> parse_score_text(std::string_view text) {
  if (text == "win") return kTableWin;
  if (text == "loss") return -kTableWin;
  if (take_prefix(text, "#")) return parse_decided(text);
  const bool minus = text.starts_with('-');
  if (minus || text.starts_with('+')) text.remove_prefix(1);
  const std::size_t dot = text.find('.');
  if (dot == std::string_view::npos || text.size() != dot + 3) return std::nullopt;
  const std::optional<int> pawns = parse_int(text.substr(0, dot)), rest = parse_int(text.substr(dot + 1));
  if (!pawns || !rest || *pawns > kInfinite / 100) return std::nullopt;
  const Score score = std::min(*pawns * 100 + *rest, kInfinite);
  return minus ? -score : score;
}

Result<void> settle_score(BookEntry& entry, bool score_given, bool depth_given) {
  if (!score_given)
    entry.depth = 0;
  else if (!depth_given && !has_score(entry))
    entry.depth = 1;
  if (score_given || !has_score(entry)) return {};
  return Error{ErrorCode::invalid_argument, "marked as " + marks_text(entry) + ", but without a score; give it one"};
}

std::string_view proof_name(Proof proof) {
  switch (proof) {
    case Proof::win:
      return "win";
    case Proof::draw:
      return "draw";
    case Proof::loss:
      return "loss";
    case Proof::none:
      break;
  }
  return "none";
}

std::optional<Proof> parse_proof_name(std::string_view name) {
  for (const Proof proof : {Proof::none, Proof::win, Proof::draw, Proof::loss})
    if (name == proof_name(proof)) return proof;
  return std::nullopt;
}

std::optional<BookSide> parse_side_name(std::string_view name) {
  for (const BookSide side : {BookSide::both, BookSide::white, BookSide::black})
    if (name == side_name(side)) return side;
  return std::nullopt;
}

std::string proof_text(const BookEntry& entry) {
  if (entry.proof == Proof::none) return {};
  return std::string(entry.from_table ? "table " : "proved ").append(proof_name(entry.proof));
}

std::string marks_text(const BookEntry& entry) {
  std::string text = proof_text(entry);
  if (text.empty() && entry.from_table) text = "table none";
  if (entry.manual) text += text.empty() ? "by hand" : " by hand";
  return text;
}

std::string_view parse_marks(std::string_view text, BookEntry& entry) {
  const auto skip_blanks = [&] {
    while (text.starts_with(' ')) text.remove_prefix(1);
  };
  skip_blanks();
  entry.from_table = text.starts_with("table ");
  if (entry.from_table || text.starts_with("proved ")) {
    text.remove_prefix(text.find(' ') + 1);
    const std::string_view name = text.substr(0, text.find(' '));
    entry.proof = parse_proof_name(name).value_or(Proof::none);
    text.remove_prefix(name.size());
  }
  skip_blanks();
  entry.manual = take_prefix(text, "by hand");
  skip_blanks();
  return text;
}

std::string quote_text(std::string_view text) {
  const std::string json = nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  std::string out = "\"";
  for (std::size_t i = 1; i + 1 < json.size(); ++i) {
    const char ch = json[i];
    const bool edge = i == 1 || i + 2 == json.size() || json[i - 1] == ' ';
    if (ch == '}')
      out += "\\u007d";
    else if (ch == ' ' && edge)
      out += "\\u0020";
    else if (ch == '\\' && json[i + 1] == '"')
      out += "\\u0022", ++i;
    else if (ch == '\\')
      out += {ch, json[++i]};
    else
      out += ch;
  }
  return out + '"';
}

std::optional<std::string> unquote_text(std::string_view text) {
  if (!text.starts_with('"')) return std::nullopt;
  const std::size_t end = text.find('"', 1);
  if (end == std::string_view::npos) return std::nullopt;
  std::string json;
  for (const char ch : text.substr(0, end + 1)) {
    const bool blank = ch == ' ' || ch == '\n' || ch == '\r' || ch == '\t';
    if (!blank || !json.ends_with(' ')) json += blank ? ' ' : ch;
  }
  const auto parsed = nlohmann::json::parse(json, nullptr, false);
  if (!parsed.is_string()) return std::nullopt;
  return parsed.get<std::string>();
}

}  // namespace bookends
