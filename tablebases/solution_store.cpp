#include "tablebases/solution_store.h"

#include <algorithm>

#include "tablebases/index.h"
#include "tablebases/solution_file.h"

namespace bookends::tables {
namespace {

std::uint64_t bytes_of(const Solution& s) {
  std::uint64_t bytes = 0;
  for (std::size_t side = 0; side < 2; ++side)
    bytes += s.dtm[side].size() * sizeof(DtmCode) + s.dtz[side].size() * sizeof(DtzCode) + s.hints[side].size();
  return bytes;
}

}  // namespace

template <const Rules& R>
void SolutionStore<R>::save(const Solution& solution) const {
  if (!folder_.empty() && !is_dead(R, solution.ending)) static_cast<void>(save_solution(R, solution, folder_));
}

template <const Rules& R>
void SolutionStore<R>::keep_in_memory(Solution solution) {
  for (auto& hints : solution.hints) hints = {};
  kept_bytes_ += bytes_of(solution);
  kept_.push_back(std::make_shared<const Solution>(std::move(solution)));
  while (kept_.size() > 1 && kept_bytes_ > keep_bytes_) {
    kept_bytes_ -= bytes_of(*kept_.front());
    kept_.pop_front();
  }
}

template <const Rules& R>
Result<std::shared_ptr<const Solution>> SolutionStore<R>::find(const Ending& ending) {
  const auto at = std::find_if(kept_.begin(), kept_.end(), [&](const auto& kept) { return kept->ending == ending; });
  if (at != kept_.end()) {
    std::rotate(at, at + 1, kept_.end());
    return kept_.back();
  }
  if (!folder_.empty()) {
    // A file that is not there, or of no use, is made again.
    Result<Solution> saved = load_solution(R, ending, PlacementIndex<R>(ending).size(), options_.dtz, folder_);
    if (saved) {
      keep_in_memory(std::move(*saved));
      return kept_.back();
    }
  }
  SolveOptions options = options_;
  options.hints = false;
  Result<Solution> solved = solve<R>(ending, *this, options, progress_);
  if (!solved) return solved.error();
  save(*solved);
  keep_in_memory(std::move(*solved));
  return kept_.back();
}

#define BOOKENDS_INSTANTIATE_STORE(game) template class SolutionStore<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_STORE)
#undef BOOKENDS_INSTANTIATE_STORE

}  // namespace bookends::tables
