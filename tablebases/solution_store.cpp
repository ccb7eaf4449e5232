#include "tablebases/solution_store.h"

#include <algorithm>

#include "core/io/file.h"
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
bool SolutionStore<R>::has(const Ending& ending) const {
  if (std::ranges::any_of(kept_, [&](const Kept& kept) { return kept.solution->ending == ending; })) return true;
  std::error_code unreadable;
  return !folder_.path.empty() && std::filesystem::exists(solution_path(R, ending, folder_.path), unreadable);
}

template <const Rules& R>
Result<void> SolutionStore<R>::prepare(const Ending& ending) {
  if (folder_.path.empty()) return {};
  for (const Ending& child : dependencies(R, ending)) {
    if (has(child)) continue;
    if (const Result<void> prepared = prepare(child); !prepared) return prepared;
    if (const Result<void> solved = solve_again(child); !solved) return solved;
  }
  return {};
}

template <const Rules& R>
Result<void> SolutionStore<R>::solve_again(const Ending& ending) {
  SolveOptions options = options_;
  options.hints = false;
  Result<Solution> solved = solve<R>(ending, *this, options, progress_);
  if (!solved) return solved.error();
  const bool written = folder_.has_all && hand_on(*solved).ok();
  return keep(std::move(*solved), written);
}

template <const Rules& R>
Result<void> SolutionStore<R>::write(const Solution& solution) const {
  if (is_dead(R, solution.ending)) return {};  // solved as soon as read
  std::error_code reported_by_writing;
  std::filesystem::create_directories(folder_.path, reported_by_writing);
  return save_solution(R, solution, folder_.path);
}

template <const Rules& R>
Result<void> SolutionStore<R>::hand_on(const Solution& solution) {
  if (!folder_.has_all || folder_.path.empty()) return {};
  return write(solution);
}

template <const Rules& R>
Result<void> SolutionStore<R>::keep(Solution solution) {
  return keep(std::move(solution), folder_.has_all);
}

template <const Rules& R>
Result<void> SolutionStore<R>::keep(Solution solution, bool in_folder) {
  for (auto& hints : solution.hints) hints = {};
  kept_bytes_ += bytes_of(solution);
  kept_.push_back({std::make_shared<const Solution>(std::move(solution)), in_folder});
  held_[kept_.back().solution->ending] = kept_.back().solution;
  return make_room();
}

template <const Rules& R>
Result<void> SolutionStore<R>::make_room() {
  while (kept_.size() > 1 && kept_bytes_ > keep_bytes_) {
    const Kept& first = kept_.front();
    if (!first.in_folder && !folder_.path.empty() && !folder_.has_all)
      if (const Result<void> written = write(*first.solution); !written) return written;
    kept_bytes_ -= bytes_of(*first.solution);
    kept_.pop_front();
  }
  return {};
}

template <const Rules& R>
Result<std::shared_ptr<const Solution>> SolutionStore<R>::find(const Ending& ending) {
  const auto at = std::ranges::find_if(kept_, [&](const Kept& kept) { return kept.solution->ending == ending; });
  if (at != kept_.end()) {
    std::rotate(at, at + 1, kept_.end());
    return kept_.back().solution;
  }
  if (std::shared_ptr<const Solution> held = held_[ending].lock()) return held;
  const auto last = [&](const Result<void>& kept) -> Result<std::shared_ptr<const Solution>> {
    if (!kept) return kept.error();
    return kept_.back().solution;
  };
  if (!folder_.path.empty()) {
    // A file that is not there, or of no use, is made again.
    Result<Solution> saved = load_solution(R, ending, PlacementIndex<R>(ending).size(), options_.dtz, folder_.path);
    if (saved) return last(keep(std::move(*saved), true));
  }
  return last(solve_again(ending));
}

#define BOOKENDS_INSTANTIATE_STORE(game) template class SolutionStore<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_STORE)
#undef BOOKENDS_INSTANTIATE_STORE

}  // namespace bookends::tables
