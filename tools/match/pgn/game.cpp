#include "tools/match/pgn/game.h"

#include <fmt/format.h>

#include <cstdlib>

#include "core/notation/pgn.h"

namespace bookends::match {
namespace {

std::string_view result_of(const GameRecord& game) {
  if (game.white_half_points == 1) return "1/2-1/2";
  return game.white_half_points == 2 ? "1-0" : "0-1";
}

std::string_view termination_of(Termination termination) {
  switch (termination) {
    case Termination::rules:
      return "normal";
    case Termination::time_forfeit:
      return "time forfeit";
    case Termination::crash:
      return "abandoned";
    case Termination::illegal_move:
      return "rules infraction";
    case Termination::tables:
    case Termination::resignation:
    case Termination::agreed_draw:
    case Termination::length:
      break;
  }
  return "adjudication";
}

std::string comment(const uci::Thought& thought) {
  std::string text;
  if (thought.score) text = format_pawns(*thought.score);
  if (thought.depth > 0) text += "/" + std::to_string(thought.depth);
  return text + (text.empty() ? "" : " ") + fmt::format("{:.3f}s", thought.seconds);
}

// What tells apart matches of the same players, and what is added up of their games.
std::string settings_tags(const PgnFrame& frame, const GameRecord& game) {
  std::string out;
  for (const std::size_t i : {0u, 1u}) {
    const std::string side = i == 0 ? "White" : "Black";
    if (!frame.engines[i].empty()) out += pgn_tag(side + "Engine", frame.engines[i]);
    if (!frame.programs[i].empty()) out += pgn_tag(side + "Program", frame.programs[i]);
    if (game.searched[i].nodes > 0 || game.overshoot[i] > 0)
      out += pgn_tag(side + "Searched", format_searched(game.searched[i], game.overshoot[i]));
  }
  return frame.rules.empty() ? out : out + pgn_tag("MatchRules", frame.rules);
}

std::string tags(const Rules& rules, const PgnFrame& frame, const GameRecord& game) {
  std::string out = pgn_tag("Event", frame.event) + pgn_tag("Site", "?") + pgn_tag("Date", frame.date) +
                    pgn_tag("Round", std::to_string(game.number + 1)) + pgn_tag("White", frame.names[0]) +
                    pgn_tag("Black", frame.names[1]) + pgn_tag("Result", result_of(game)) +
                    pgn_tag("Variant", rules.name);
  if (game.fen != rules.starts[0]) out += pgn_tag("SetUp", "1") + pgn_tag("FEN", game.fen);
  if (frame.limits[0] == frame.limits[1]) {
    out += pgn_tag("TimeControl", format_limits(frame.limits[0]));
  } else {
    out += pgn_tag("WhiteTimeControl", format_limits(frame.limits[0]));
    out += pgn_tag("BlackTimeControl", format_limits(frame.limits[1]));
  }
  return out + settings_tags(frame, game) + pgn_tag("PlyCount", std::to_string(game.moves.size())) +
         pgn_tag("Termination", termination_of(game.termination)) + pgn_tag("Ending", name_of(game.termination)) +
         pgn_tag("Reason", game.reason);
}

}  // namespace

std::string format_searched(const SearchTotals& searched, double overshoot) {
  return fmt::format("{} nodes in {:.9f} s, {:.9f} s over", searched.nodes, searched.seconds, overshoot);
}

std::string format_pawns(Score score) {
  if (is_decided(score)) return fmt::format("{}M{}", score > 0 ? '+' : '-', (plies_to_end(score) + 1) / 2);
  return fmt::format("{:+.2f}", static_cast<double>(score) / 100);
}

std::string format_pgn(const Rules& rules, const PgnFrame& frame, const GameRecord& game) {
  int number = game.first_number;
  bool white = game.white_moves_first;
  PgnText text;
  for (const GameMove& move : game.moves) {
    // After a comment a move of Black's needs its number again.
    text.word(std::to_string(number) + (white ? "." : "..."));
    text.word(move.san);
    text.word("{" + comment(move.thought) + "}");
    if (!white) ++number;
    white = !white;
  }
  text.word(result_of(game));
  text.newline();
  return tags(rules, frame, game) + "\n" + text.text() + "\n";
}

}  // namespace bookends::match
