#include "core/eval/score.h"

namespace bookends {

std::string format_score(Score s) {
  if (!is_decided(s)) return "cp " + std::to_string(s);
  // Moves of the winner: a win in 1 ply is mate 1, in 3 plies mate 2; a loss in 2 plies is mate -1.
  const int moves = (plies_to_end(s) + 1) / 2;
  return "mate " + std::to_string(s > 0 ? moves : -moves);
}

}  // namespace bookends
