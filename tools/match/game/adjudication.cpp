#include "tools/match/game/adjudication.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "tools/match/game/number_list.h"

namespace bookends::match {
namespace {

// Exactly `count` numbers, each at least 0.
std::optional<std::vector<int>> numbers(std::string_view text, std::size_t count) {
  auto found = parse_numbers<int>(text);
  if (!found || found->size() != count || std::ranges::any_of(*found, [](int n) { return n < 0; })) return std::nullopt;
  return found;
}

Error bad(std::string_view option, std::string_view text, std::string_view expected) {
  return {ErrorCode::invalid_argument, std::string(option) + ": found '" + std::string(text) + "'; it is " +
                                           std::string(expected) + " or none, with at least one move"};
}

}  // namespace

Result<std::optional<ResignRule>> parse_resign_rule(std::string_view text) {
  if (text == "none") return std::optional<ResignRule>{};
  const auto n = numbers(text, 2);
  if (!n || (*n)[1] < 1) return bad("--resign", text, "CENTIPAWNS,MOVES");
  return std::optional(ResignRule{.score = (*n)[0], .moves = (*n)[1]});
}

Result<std::optional<DrawRule>> parse_draw_rule(std::string_view text) {
  if (text == "none") return std::optional<DrawRule>{};
  const auto n = numbers(text, 3);
  if (!n || (*n)[1] < 1) return bad("--draw", text, "MOVE,MOVES,CENTIPAWNS");
  return std::optional(DrawRule{.from = (*n)[0], .moves = (*n)[1], .score = (*n)[2]});
}

std::optional<Adjudicator::Decision> Adjudicator::resigned(Color mover) const {
  const ResignRule& rule = *rules_.resign;
  for (const Color winner : {mover, ~mover})
    if (winning_[slot(winner)] >= rule.moves && losing_[slot(~winner)] >= rule.moves)
      return Decision{winner == Color::white ? 2 : 0, Termination::resignation};
  return std::nullopt;
}

std::optional<Adjudicator::Decision> Adjudicator::after_move(Color mover, std::optional<Score> score, int fullmove,
                                                             bool zeroing) {
  ++moves_;
  const auto count = [](int& on_end, bool holds) { on_end = holds ? on_end + 1 : 0; };
  if (rules_.resign) {
    count(winning_[slot(mover)], score && *score >= rules_.resign->score);
    count(losing_[slot(mover)], score && *score <= -rules_.resign->score);
    if (const auto decision = resigned(mover)) return decision;
  }
  if (rules_.draw) {
    // A capture or a pawn move says that somebody still tries.
    if (zeroing) drawing_ = {};
    count(drawing_[slot(mover)],
          !zeroing && score && std::abs(*score) <= rules_.draw->score && fullmove >= rules_.draw->from);
    if (drawing_[0] >= rules_.draw->moves && drawing_[1] >= rules_.draw->moves) return Decision{};
  }
  if (rules_.max_moves > 0 && moves_ >= 2 * rules_.max_moves) return Decision{1, Termination::length};
  return std::nullopt;
}

}  // namespace bookends::match
