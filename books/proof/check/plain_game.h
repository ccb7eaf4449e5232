// The rules once more, as plainly as can be: boards of squares, moves tried out one by one. A checker that shares the
// core's move generator with the prover would share its mistakes.
//
// For games without castling, counting and move limit: those are the ones that can be proved (prove.h).
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "core/position/fen.h"
#include "core/position/move.h"
#include "core/rules/rules.h"

namespace bookends {

class PlainGame {
 public:
  explicit PlainGame(const Rules& rules);

  const Rules& rules() const { return *rules_; }
  // Every legal move, in no particular order.
  std::vector<Move> legal_moves(const Setup& setup) const;
  bool is_legal(const Setup& setup, Move move) const;
  // The position after a legal move, its clocks as they were.
  Setup after(const Setup& setup, Move move) const;
  bool in_check(const Setup& setup) const;
  // A draw by what is left on the board.
  bool too_little_material(const Setup& setup) const;
  // That the en passant square, if there is one, is behind a pawn that has just stepped twice and can be taken there.
  bool en_passant_is_sound(const Setup& setup) const;
  // What keeps the setup from being a position of the game; "" when nothing does.
  std::string_view wrong_with(const Setup& setup) const;

  // How a piece leaps as White's; Black's have the ranks turned.
  struct Step {
    int files = 0;
    int ranks = 0;
  };
  const std::vector<Step>& leaps(Kind k) const { return leaps_[slot(k)]; }

 private:
  const Rules* rules_;
  std::array<std::vector<Step>, kKinds> leaps_;
};

}  // namespace bookends
