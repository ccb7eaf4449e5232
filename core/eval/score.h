// Scores in centipawns for the side to move, and the scores of decided games.
#pragma once

#include <string>

namespace bookends {

using Score = int;

// A decided game is worth kMate minus the plies until it is over: mate, or stalemate where stalemate loses.
inline constexpr Score kMate = 32000;
inline constexpr Score kInfinite = 32500;
inline constexpr int kMaxPly = 240;                       // of one search
inline constexpr Score kMateBound = kMate - 2 * kMaxPly;  // |score| at or above: decided, with a known distance
inline constexpr Score kDraw = 0;
// Won by a table that knows no distance.
inline constexpr Score kTableWin = kMateBound - 1;

constexpr Score win_in(int plies) { return kMate - plies; }
constexpr Score loss_in(int plies) { return -kMate + plies; }
constexpr bool is_decided(Score s) { return s >= kMateBound || s <= -kMateBound; }
// Neither decided nor won or lost by a table: an estimate.
constexpr bool is_open(Score s) { return s < kTableWin - kMaxPly && s > -kTableWin + kMaxPly; }
// Plies until the end of a decided game.
constexpr int plies_to_end(Score s) { return s > 0 ? kMate - s : kMate + s; }

// As UCI says it: "cp 35", "mate 3", "mate -2" (moves, not plies).
std::string format_score(Score s);

}  // namespace bookends
