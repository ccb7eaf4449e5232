// Arrows on boards, for moves worth a look.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/rules/bitboard.h"
#include "tools/pages/board/frame.h"

namespace bookends {

// Two squares of a board, as those of a move.
struct Step {
  Square from = kNoSquare;
  Square to = kNoSquare;

  bool none() const { return from == kNoSquare || to == kNoSquare; }
  bool operator==(const Step&) const = default;
};

// The step of a move in UCI ("e2e4", "b7b8q"); none when the text names no two squares of the board.
Step step_of(const Rules& rules, std::string_view uci);

// Who says that the move is good; pictures give each a colour.
enum class ArrowKind : std::uint8_t { book, table, proof };

struct Arrow {
  Step step;
  double strength = 1;  // 0..1, how wide it is; see arrow_strength
  ArrowKind kind = ArrowKind::book;
};

// The strength of a move that is that many centipawns worse than the best one: half of it every 50.
double arrow_strength(int centipawns_worse);

// The arrows as SVG, the narrowest on top, so that none hides another; those without a step, or from a square to
// itself, are left out.
std::string arrows_drawn(const Frame& frame, const std::vector<Arrow>& arrows);

// "the book's move e2 to e4, the tables' move d2 to d4": for those who cannot see them, the strongest first.
std::string arrows_in_words(const Rules& rules, const std::vector<Arrow>& arrows);

}  // namespace bookends
