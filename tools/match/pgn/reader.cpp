#include "tools/match/pgn/reader.h"

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <optional>
#include <utility>

#include "core/notation/pgn.h"

namespace bookends::match {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool is_result(std::string_view word) { return word == "1-0" || word == "0-1" || word == "1/2-1/2" || word == "*"; }

// "12." and "12..."
bool is_number(std::string_view word) {
  return word.ends_with('.') && word.find_first_not_of("0123456789.") == std::string_view::npos;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::optional<PgnEntry> next() {
    PgnEntry entry;
    if (!read_tags(entry)) return std::nullopt;
    while (read_word(entry)) {
      const std::size_t after = at_;
      skip_blanks();
      if (entry.result.empty()) continue;
      const bool cut = at_ == text_.size() && std::ranges::count(text_.substr(after), '\n') < 2;
      if (cut) return std::nullopt;
      entry.end = at_;
      return entry;
    }
    return std::nullopt;
  }

  // False when they are cut; those before are in the entry.
  bool read_tags(PgnEntry& entry) {
    skip_blanks();
    while (peek() == '[') {
      if (!read_tag(entry)) return false;
      skip_blanks();
    }
    return true;
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(kBlanks, at_), text_.size()); }

  bool read_tag(PgnEntry& entry) {
    const std::size_t quote = text_.find('"', at_);
    if (quote == std::string_view::npos) return false;
    const std::string_view name = text_.substr(at_ + 1, quote - at_ - 1);
    std::string value;
    for (at_ = quote + 1; peek() != '"'; ++at_) {
      if (peek() == '\\') ++at_;
      if (at_ >= text_.size()) return false;
      value += text_[at_];
    }
    at_ = std::min(text_.find(']', at_), text_.size() - 1) + 1;
    entry.tags[std::string(name.substr(0, name.find_last_not_of(kBlanks) + 1))] = value;
    return true;
  }

  // A comment, a move, a number or the result.
  bool read_word(PgnEntry& entry) {
    if (at_ >= text_.size()) return false;
    if (peek() == '{') {
      const std::size_t end = text_.find('}', at_);
      if (end == std::string_view::npos) return false;
      if (!entry.moves.empty()) entry.moves.back().comment = text_.substr(at_ + 1, end - at_ - 1);
      at_ = end + 1;
      return true;
    }
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n{", at_), text_.size());
    const std::string_view word = text_.substr(at_, end - at_);
    at_ = end;
    if (is_result(word))
      entry.result = word;
    else if (!is_number(word))
      entry.moves.push_back({std::string(word), ""});
    return true;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::optional<Score> read_pawns(const std::string& text) {
  int moves = 0;
  double pawns = 0;
  if (std::sscanf(text.c_str(), "+M%d", &moves) == 1) return win_in(std::max(2 * moves - 1, 0));
  if (std::sscanf(text.c_str(), "-M%d", &moves) == 1) return loss_in(2 * moves);
  if (std::sscanf(text.c_str(), "%lf", &pawns) == 1) return static_cast<Score>(std::lround(pawns * 100));
  return std::nullopt;
}

Result<void> expect(std::string_view what, std::string_view found, std::string_view expected) {
  if (found == expected) return {};
  return Error{ErrorCode::invalid_argument, std::string(what) + " is '" + std::string(found) + "' where '" +
                                                std::string(expected) + "' was expected"};
}

std::vector<std::pair<std::string, std::string>> expected_tags(const Rules& rules, const PgnFrame& frame,
                                                               const GameRecord& record) {
  return {{"Round", std::to_string(record.number + 1)},
          {"Variant", std::string(rules.name)},
          {"White", frame.names[0]},
          {"Black", frame.names[1]}};
}

Result<void> check_players(const PgnEntry& entry, const Rules& rules, const PgnFrame& frame, const GameRecord& record) {
  for (const auto& [name, value] : expected_tags(rules, frame, record))
    if (const auto same = expect(name, entry.tag(name), value); !same) return same;
  return {};
}

// Sides that think alike share one tag.
std::string limit_of(const PgnEntry& entry, const std::string& own_tag) {
  const std::string shared = entry.tag("TimeControl");
  return shared.empty() ? entry.tag(own_tag) : shared;
}

// Files of before there was that tag have none, and are believed.
Result<void> expect_if_there(const PgnEntry& entry, const std::string& tag, std::string_view what,
                             std::string_view expected) {
  return entry.tags.contains(tag) ? expect(what, entry.tag(tag), expected) : Result<void>();
}

void read_searched(const std::string& text, SearchTotals& searched, double& overshoot) {
  SearchTotals read;
  double over = 0;
  if (std::sscanf(text.c_str(), "%" SCNu64 " nodes in %lf s, %lf s over", &read.nodes, &read.seconds, &over) != 3)
    return;
  searched = read;
  overshoot = over;
}

}  // namespace

std::string PgnEntry::tag(const std::string& name) const {
  const auto found = tags.find(name);
  return found == tags.end() ? "" : found->second;
}

std::vector<PgnEntry> read_pgn(std::string_view text) {
  std::vector<PgnEntry> games;
  Reader reader(text);
  while (auto game = reader.next()) games.push_back(std::move(*game));
  return games;
}

uci::Thought read_comment(std::string_view comment) {
  uci::Thought thought;
  const std::string text(comment);
  const std::size_t blank = text.find_last_of(kBlanks);
  const std::string time = blank == std::string::npos ? text : text.substr(blank + 1);
  if (time.ends_with('s')) std::sscanf(time.c_str(), "%lfs", &thought.seconds);
  if (blank == std::string::npos) return thought;
  const std::size_t slash = text.find('/');
  if (slash != 0) thought.score = read_pawns(text);
  if (slash < blank) std::sscanf(text.c_str() + slash, "/%d", &thought.depth);
  return thought;
}

std::optional<int> number_of_game(std::string_view text) {
  PgnEntry entry;
  Reader(text).read_tags(entry);
  const std::string round = entry.tag("Round");
  int number = 0;
  const auto [end, status] = std::from_chars(round.data(), round.data() + round.size(), number);
  if (status != std::errc() || end != round.data() + round.size() || number < 1) return std::nullopt;
  return number - 1;
}

bool begins_as_match(std::string_view text, std::string_view event) {
  const std::string begin = pgn_tag("Event", event);
  return text.substr(0, begin.size()) == std::string_view(begin).substr(0, text.size());
}

Result<void> restore_game(const PgnEntry& entry, const Rules& rules, const PgnFrame& frame, GameRecord& record) {
  const std::string fen = entry.tag("FEN");
  for (const auto& checked :
       {check_players(entry, rules, frame, record), expect("FEN", fen.empty() ? rules.starts[0] : fen, record.fen),
        expect("White's limit", limit_of(entry, "WhiteTimeControl"), format_limits(frame.limits[0])),
        expect("Black's limit", limit_of(entry, "BlackTimeControl"), format_limits(frame.limits[1])),
        expect_if_there(entry, "WhiteEngine", "White's engine", frame.engines[0]),
        expect_if_there(entry, "BlackEngine", "Black's engine", frame.engines[1]),
        expect_if_there(entry, "WhiteProgram", "White's program", frame.programs[0]),
        expect_if_there(entry, "BlackProgram", "Black's program", frame.programs[1]),
        expect_if_there(entry, "MatchRules", "the rule of the match", frame.rules)})
    if (!checked) return Error{checked.error().code, "round " + entry.tag("Round") + ": " + checked.error().message};
  const auto termination = find_termination(entry.tag("Ending"));
  if (!termination || entry.result == "*")
    return Error{ErrorCode::invalid_argument, "round " + entry.tag("Round") + " has no result of a match"};
  record.termination = *termination;
  record.white_half_points = entry.result == "1/2-1/2" ? 1 : entry.result == "1-0" ? 2 : 0;
  record.reason = entry.tag("Reason");
  read_searched(entry.tag("WhiteSearched"), record.searched[0], record.overshoot[0]);
  read_searched(entry.tag("BlackSearched"), record.searched[1], record.overshoot[1]);
  for (const PgnMove& move : entry.moves) record.moves.push_back({"", move.san, read_comment(move.comment)});
  return {};
}

// A quote within a tag's value has a backslash before it, that at its end a bracket after it, and comments have none.
bool holds_another_game(std::string_view text) {
  constexpr std::string_view kBegin = "[Event \"";
  std::size_t at = text.find(kBegin, 1);
  while (at != std::string_view::npos && text.substr(at + kBegin.size()).starts_with(']'))
    at = text.find(kBegin, at + 1);
  return at != std::string_view::npos;
}

Result<void> check_whole(const PgnEntry& entry) {
  if (const auto same = expect("its result", entry.result, entry.tag("Result")); !same) return same;
  return expect_if_there(entry, "PlyCount", "PlyCount", std::to_string(entry.moves.size()));
}

Result<void> check_cut_game(std::string_view text, const Rules& rules, const PgnFrame& frame,
                            const GameRecord& record) {
  const std::string round = "round " + std::to_string(record.number + 1);
  if (!begins_as_match(text, frame.event))
    return Error{ErrorCode::invalid_argument, "where " + round + " was expected, there is something else"};
  PgnEntry entry;
  Reader(text).read_tags(entry);
  // Of the tags after those that are there, nothing is known.
  for (const auto& [name, value] : expected_tags(rules, frame, record))
    if (entry.tags.contains(name))
      if (const auto same = expect(name, entry.tag(name), value); !same)
        return Error{same.error().code, round + ": " + same.error().message};
  return {};
}

}  // namespace bookends::match
