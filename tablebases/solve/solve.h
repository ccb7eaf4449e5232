// Solving an ending exactly: distances to mate, to zeroing or both, in plies, for every placement and either side to
// move.
#pragma once

#include <chrono>
#include <filesystem>

#include "core/base/communicator.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/rules/games.h"
#include "tablebases/solution/solution.h"

namespace bookends::tables {

struct SolveOptions {
  int threads = 0;     // 0: all
  bool dtm = true;     // Solution::dtm; solved also where it is not asked for, when needs_dtm() says so
  bool dtz = false;    // Solution::dtz too; of no meaning, and left empty, in games without a move limit
  bool hints = false;  // Solution::hints too
  std::size_t places = CodeArray::kLate;  // of codes (code_array.h): fewer only in tests
};

// Whether results cannot be found without DTM: there is no DTZ, or the game counts.
bool needs_dtm(const Rules& rules, bool dtz);

// Set-wise retrograde analysis (ALGORITHM.md beside this file). `children` must have every ending of
// dependencies(R, ending), with the distances that are asked for. The same solution for any number of threads. Errors:
// what `children` returns, interrupted.
template <const Rules& R>
Result<Solution> solve(const Ending& ending, SolutionSource& children, const SolveOptions& options, Progress& progress);

// How ranks share an ending.
struct SharedSolve {
  Communicator& ranks;
  // A folder for checkpoints (checkpoint.h), which may be each rank's own; empty: none.
  std::filesystem::path checkpoints{};
  std::chrono::milliseconds between = std::chrono::minutes(10);
};

// How many ranks can share an ending: never more than it has king pairs.
template <const Rules& R>
int most_ranks(const Ending& ending);

// The same solution, made by all ranks together: each solves its own king pairs (partition.h) and returns the codes of
// those, in their order. All call it with the same arguments. Errors also: those of the ranks, io.
template <const Rules& R>
Result<Solution> solve_share(const Ending& ending, SolutionSource& children, const SolveOptions& options,
                             const SharedSolve& shared, Progress& progress);

// Puts what solve_share() returned on each rank together. All call it with their own; rank `keeper` gets the whole, the
// others a solution without codes. It lies in files of `folder` (array_memory.h), unless that is empty.
template <const Rules& R>
Result<Solution> gather_shares(Solution own, Communicator& ranks, int keeper, const std::filesystem::path& folder);

#define BOOKENDS_EXTERN_SOLVE(game)                                                                                    \
  extern template Result<Solution> solve<games::game>(const Ending&, SolutionSource&, const SolveOptions&, Progress&); \
  extern template int most_ranks<games::game>(const Ending&);                                                          \
  extern template Result<Solution> solve_share<games::game>(const Ending&, SolutionSource&, const SolveOptions&,       \
                                                            const SharedSolve&, Progress&);                            \
  extern template Result<Solution> gather_shares<games::game>(Solution, Communicator&, int,                            \
                                                              const std::filesystem::path&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_SOLVE)
#undef BOOKENDS_EXTERN_SOLVE

}  // namespace bookends::tables
