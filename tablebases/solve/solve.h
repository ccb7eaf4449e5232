// Solving an ending exactly: distance to mate in plies for every placement and either side to move.
#pragma once

#include "core/games.h"
#include "core/progress.h"
#include "core/result.h"
#include "tablebases/solution.h"

namespace bookends::tables {

struct SolveOptions {
  int threads = 0;  // 0: all
};

// Set-wise retrograde analysis (ALGORITHM.md beside this file). `children` must have every ending of
// dependencies(R, ending). The same solution for any number of threads. Errors: what `children` returns, interrupted.
template <const Rules& R>
Result<Solution> solve(const Ending& ending, SolutionSource& children, const SolveOptions& options, Progress& progress);

#define BOOKENDS_EXTERN_SOLVE(game) \
  extern template Result<Solution> solve<games::game>(const Ending&, SolutionSource&, const SolveOptions&, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_SOLVE)
#undef BOOKENDS_EXTERN_SOLVE

}  // namespace bookends::tables
