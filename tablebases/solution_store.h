// Where the solver finds solved endings while tables are built: in memory, else in the folder, else solved once more.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>

#include "core/games.h"
#include "core/progress.h"
#include "tablebases/solution.h"

namespace bookends::tables {

template <const Rules& R>
class SolutionStore final : public SolutionSource {
 public:
  // Keeps at most about `keep_bytes` of solutions in memory, the latest ones.
  SolutionStore(std::filesystem::path folder, std::uint64_t keep_bytes, int threads, Progress& progress)
      : folder_(std::move(folder)), keep_bytes_(keep_bytes), threads_(threads), progress_(progress) {}

  // Files without distances are of no use to the solver: their endings are solved again, not written.
  Result<std::shared_ptr<const Solution>> find(const Ending& ending) override;
  void keep(std::shared_ptr<const Solution> solution);

 private:
  Result<std::shared_ptr<const Solution>> read(const Ending& ending) const;

  std::filesystem::path folder_;
  std::uint64_t keep_bytes_;
  int threads_;
  Progress& progress_;
  std::deque<std::shared_ptr<const Solution>> kept_;  // oldest first
  std::uint64_t kept_bytes_ = 0;
};

#define BOOKENDS_EXTERN_STORE(game) extern template class SolutionStore<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_STORE)
#undef BOOKENDS_EXTERN_STORE

}  // namespace bookends::tables
