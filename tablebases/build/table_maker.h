// The steps of one table: whether it is needed, solving, writing, and handing on what was solved.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "core/rules/games.h"
#include "tablebases/build/build.h"
#include "tablebases/build/progress.h"
#include "tablebases/build/solution_store.h"
#include "tablebases/pack/pack_watch.h"

namespace bookends::tables {

// All that is counted of one side to move of a solution.
template <const Rules& R>
SideStatistics count_side(const PlacementIndex<R>& index, int side, const Solution& solution, int threads);

// Among the slowest of the summary, if it is.
void keep_slowest(BuildSummary& summary, const TableMade& made);

template <const Rules& R>
class TableMaker {
 public:
  // All that is given must outlive this. `memory`: for solved endings; those that it has no room for are
  // in `solved`.
  TableMaker(const std::filesystem::path& folder, const BuildOptions& options, SolutionFolder solved,
             const StoreMemory& memory, BuildProgress& progress, const std::function<void(std::string_view)>& say);

  // Whether the table has to be made; says why when one is there. Counts it when not. Errors: unsupported, io.
  Result<bool> is_needed(const Ending& ending);
  // `keep`: the sides to move that endings to come depend on.
  Result<void> make(const Ending& ending, const Sides& keep);
  // The second half of make(): writes what is solved, which took so many seconds. `watch`: null where that took too
  // much to be thrown away when asked to stop.
  Result<void> write(Solution solved, double seconds, const Sides& keep, PackWatch* watch);

  // What the ending depends on can be found, and nothing has to be solved for it.
  Result<void> prepare(const Ending& ending) { return store_.prepare(ending); }
  SolutionSource& solved() { return store_; }
  const SolveOptions& solving() const { return solve_; }
  BuildSummary& summary() { return summary_; }

 private:
  Result<void> refuse_foreign(const std::filesystem::path& path) const;
  Result<std::vector<SideStatistics>> count(const Solution& solution, PackWatch* watch) const;
  void count_made(TableMade made);

  const std::filesystem::path& folder_;
  const BuildOptions& options_;
  BuildProgress& progress_;
  const std::function<void(std::string_view)>& say_;
  SolveOptions solve_;
  SolutionStore<R> store_;
  BuildSummary summary_;
};

#define BOOKENDS_EXTERN_MAKER(game)                                                                         \
  extern template SideStatistics count_side(const PlacementIndex<games::game>&, int, const Solution&, int); \
  extern template class TableMaker<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_MAKER)
#undef BOOKENDS_EXTERN_MAKER

}  // namespace bookends::tables
