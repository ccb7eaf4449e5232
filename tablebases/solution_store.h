// Where the solver finds solved endings while tables are built: in memory, else in a folder of them where there is one,
// else solved once more. Tables are not read back: they leave out what a search of one ply finds, and solving is
// quicker than searching.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>

#include "core/games.h"
#include "core/progress.h"
#include "tablebases/solution.h"
#include "tablebases/solve/solve.h"

namespace bookends::tables {

template <const Rules& R>
class SolutionStore final : public SolutionSource {
 public:
  // Keeps at most about `keep_bytes` of solutions in memory, those used last, and all in `folder`, unless that is
  // empty.
  SolutionStore(std::uint64_t keep_bytes, std::filesystem::path folder, const SolveOptions& options, Progress& progress)
      : keep_bytes_(keep_bytes), folder_(std::move(folder)), options_(options), progress_(progress) {}

  // Solves the ending, and what it depends on, unless it is kept.
  Result<std::shared_ptr<const Solution>> find(const Ending& ending) override;
  // Writes it to the folder, if there is one. What cannot be written, as when another process is just writing the same,
  // is solved again by whoever needs it.
  void save(const Solution& solution) const;
  // Hints are dropped: nobody asks a child for them.
  void keep_in_memory(Solution solution);

 private:
  std::uint64_t keep_bytes_;
  std::filesystem::path folder_;
  SolveOptions options_;
  Progress& progress_;
  std::deque<std::shared_ptr<const Solution>> kept_;  // the one used longest ago first
  std::uint64_t kept_bytes_ = 0;
};

#define BOOKENDS_EXTERN_STORE(game) extern template class SolutionStore<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_STORE)
#undef BOOKENDS_EXTERN_STORE

}  // namespace bookends::tables
