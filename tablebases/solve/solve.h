// Solving an ending exactly: distances to mate and to zeroing, in plies, for every placement and either side to move.
#pragma once

#include "core/games.h"
#include "core/progress.h"
#include "core/result.h"
#include "tablebases/solution.h"

namespace bookends::tables {

struct SolveOptions {
  int threads = 0;     // 0: all
  bool dtz = false;    // Solution::dtz too; of no meaning, and left empty, in games without a move limit
  bool hints = false;  // Solution::hints too
};

// Set-wise retrograde analysis (ALGORITHM.md beside this file). `children` must have every ending of
// dependencies(R, ending), with DTZ where that is asked for. The same solution for any number of threads. Errors: what
// `children` returns, interrupted.
template <const Rules& R>
Result<Solution> solve(const Ending& ending, SolutionSource& children, const SolveOptions& options, Progress& progress);

#define BOOKENDS_EXTERN_SOLVE(game) \
  extern template Result<Solution> solve<games::game>(const Ending&, SolutionSource&, const SolveOptions&, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_SOLVE)
#undef BOOKENDS_EXTERN_SOLVE

}  // namespace bookends::tables
