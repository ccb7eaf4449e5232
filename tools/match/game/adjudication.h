// Ends games whose result nobody doubts, so that time goes into games that are open.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/rules/rules.h"
#include "tools/match/game/record.h"

namespace bookends::match {

// Both engines' scores say who wins, in `moves` moves of each side on end: |score| is `score` or more.
struct ResignRule {
  Score score = 1000;
  int moves = 4;
};
// From move number `from` on, in `moves` moves of each side on end, no score is beyond `score`.
struct DrawRule {
  int from = 40;
  int moves = 10;
  Score score = 10;
};

struct AdjudicationRules {
  std::optional<ResignRule> resign = ResignRule{};
  std::optional<DrawRule> draw = DrawRule{};
  int max_moves = 300;  // of each side, then the game is drawn; 0 = no limit
};

// "CP,MOVES" and "MOVE,MOVES,CP", or "none". Errors: invalid_argument.
Result<std::optional<ResignRule>> parse_resign_rule(std::string_view text);
Result<std::optional<DrawRule>> parse_draw_rule(std::string_view text);

// Follows the scores of one game.
class Adjudicator {
 public:
  explicit Adjudicator(const AdjudicationRules& rules) : rules_(rules) {}

  struct Decision {
    int white_half_points = 1;
    Termination termination = Termination::agreed_draw;
  };

  // After a move of `mover`, which thought of it `score` (for itself); `fullmove` is the number of that move, `zeroing`
  // whether it was a capture or a pawn move. A move without a score is as one that says nothing is decided.
  std::optional<Decision> after_move(Color mover, std::optional<Score> score, int fullmove, bool zeroing);

 private:
  std::optional<Decision> resigned(Color mover) const;

  AdjudicationRules rules_;
  int moves_ = 0;                 // plies of this game
  std::array<int, 2> winning_{};  // moves on end in which the side was sure to win, by side
  std::array<int, 2> losing_{};
  std::array<int, 2> drawing_{};
};

}  // namespace bookends::match
