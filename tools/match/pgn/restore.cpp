#include "tools/match/pgn/restore.h"

#include <algorithm>
#include <charconv>
#include <cinttypes>
#include <cmath>
#include <cstdio>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/notation/pgn.h"

namespace bookends::match {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

// All that are in its text. It has no variations: with one of somebody else's there are more than its tags say.
std::span<const PgnNode> moves_of(const PgnGame& game) { return std::span(game.nodes).subspan(1); }

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

Result<void> check_players(const PgnGame& game, const Rules& rules, const PgnFrame& frame, const GameRecord& record) {
  for (const auto& [name, value] : expected_tags(rules, frame, record))
    if (const auto same = expect(name, game.tag(name), value); !same) return same;
  return {};
}

// Sides that think alike share one tag.
std::string limit_of(const PgnGame& game, const std::string& own_tag) {
  const std::string shared = game.tag("TimeControl");
  return shared.empty() ? game.tag(own_tag) : shared;
}

// Files of before there was that tag have none, and are believed.
Result<void> expect_if_there(const PgnGame& game, const std::string& tag, std::string_view what,
                             std::string_view expected) {
  return game.find_tag(tag) != nullptr ? expect(what, game.tag(tag), expected) : Result<void>();
}

// Of White, where it is one that a match writes.
std::optional<int> half_points(std::string_view result) {
  if (result == "1/2-1/2") return 1;
  if (result == "1-0") return 2;
  return result == "0-1" ? std::optional(0) : std::nullopt;
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

std::optional<WholeGame> WholeGames::next() {
  Result<std::optional<PgnGame>> game = reader_.next();
  if (!game || !*game || !(*game)->ended) return std::nullopt;
  const std::string_view behind = text_.substr((*game)->end);
  const std::size_t blanks = std::min(behind.find_first_not_of(kBlanks), behind.size());
  if (blanks == behind.size() ? std::ranges::count(behind, '\n') < 2 : blanks == 0 && behind.front() != '{')
    return std::nullopt;
  const std::size_t end = (*game)->end + blanks;
  return WholeGame{std::move(**game), end};
}

Result<PgnGame> read_tags(std::string_view text) {
  PgnGame game;
  PgnOmissions none;
  PgnReader reader(text, "", PgnPolicy::strict, none);
  const Result<void> read = reader.next_tags(game);
  if (!read && reader.offset() < text.size()) return read.error();
  return game;
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

std::optional<int> number_of_game(const PgnGame& game) {
  const std::string round = game.tag("Round");
  int number = 0;
  const auto [end, status] = std::from_chars(round.data(), round.data() + round.size(), number);
  if (status != std::errc() || end != round.data() + round.size() || number < 1) return std::nullopt;
  return number - 1;
}

bool begins_as_match(std::string_view text, std::string_view event) {
  const std::string begin = pgn_tag("Event", event);
  return text.substr(0, begin.size()) == std::string_view(begin).substr(0, text.size());
}

Result<void> restore_game(const PgnGame& game, const Rules& rules, const PgnFrame& frame, GameRecord& record) {
  const std::string fen = game.tag("FEN");
  for (const auto& checked :
       {check_players(game, rules, frame, record), expect("FEN", fen.empty() ? rules.starts[0] : fen, record.fen),
        expect("White's limit", limit_of(game, "WhiteTimeControl"), format_limits(frame.limits[0])),
        expect("Black's limit", limit_of(game, "BlackTimeControl"), format_limits(frame.limits[1])),
        expect_if_there(game, "WhiteEngine", "White's engine", frame.engines[0]),
        expect_if_there(game, "BlackEngine", "Black's engine", frame.engines[1]),
        expect_if_there(game, "WhiteProgram", "White's program", frame.programs[0]),
        expect_if_there(game, "BlackProgram", "Black's program", frame.programs[1]),
        expect_if_there(game, "MatchRules", "the rule of the match", frame.rules)})
    if (!checked) return Error{checked.error().code, "round " + game.tag("Round") + ": " + checked.error().message};
  const auto termination = find_termination(game.tag("Ending"));
  const auto points = half_points(game.result);
  if (!termination || !points)
    return Error{ErrorCode::invalid_argument, "round " + game.tag("Round") + " has no result of a match"};
  record.termination = *termination;
  record.white_half_points = *points;
  record.reason = game.tag("Reason");
  read_searched(game.tag("WhiteSearched"), record.searched[0], record.overshoot[0]);
  read_searched(game.tag("BlackSearched"), record.searched[1], record.overshoot[1]);
  for (const PgnNode& move : moves_of(game)) record.moves.push_back({"", move.text, read_comment(move.comment)});
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

Result<void> check_whole(const PgnGame& game) {
  if (const auto same = expect("its result", game.result, game.tag("Result")); !same) return same;
  return expect_if_there(game, "PlyCount", "PlyCount", std::to_string(moves_of(game).size()));
}

Result<void> check_cut_game(std::string_view text, const Rules& rules, const PgnFrame& frame,
                            const GameRecord& record) {
  const std::string round = "round " + std::to_string(record.number + 1);
  if (!begins_as_match(text, frame.event))
    return Error{ErrorCode::invalid_argument, "where " + round + " was expected, there is something else"};
  const Result<PgnGame> tags = read_tags(text);
  if (!tags) return Error{tags.error().code, round + " has a tag that is wrong, and not cut"};
  // Of the tags after those that are there, nothing is known.
  for (const auto& [name, value] : expected_tags(rules, frame, record))
    if (const auto same = expect_if_there(*tags, name, name, value); !same)
      return Error{same.error().code, round + ": " + same.error().message};
  return {};
}

}  // namespace bookends::match
