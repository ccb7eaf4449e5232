#include "tablebases/solution_store.h"

#include <algorithm>

#include "core/io/file.h"
#include "tablebases/index.h"
#include "tablebases/solution_file.h"

namespace bookends::tables {
namespace {

std::uint64_t bytes_of(const SideCodes& codes) {
  return codes.dtm.size() * sizeof(DtmCode) + codes.dtz.size() * sizeof(DtzCode);
}

SolvedSide view_of(std::shared_ptr<const SideCodes> codes) {
  const SideCodes& at = *codes;
  return {std::move(codes), at.dtm, at.dtz};
}

}  // namespace

template <const Rules& R>
bool SolutionStore<R>::has(const Key& key) const {
  if (std::ranges::any_of(kept_, [&](const Kept& kept) { return kept.key == key; })) return true;
  std::error_code unreadable;
  return !folder_.path.empty() &&
         std::filesystem::exists(solution_path(R, key.first, key.second, folder_.path), unreadable);
}

template <const Rules& R>
Result<void> SolutionStore<R>::prepare(const Ending& ending) {
  if (folder_.path.empty()) return {};
  for (const Dependency& child : dependencies_by_side(R, ending)) {
    const auto is_there = [&](int side) { return !child.to_move[slot(side)] || has({child.ending, side}); };
    if (is_there(0) && is_there(1)) continue;
    if (const Result<void> prepared = prepare(child.ending); !prepared) return prepared;
    if (const auto solved = solve_again(child.ending); !solved) return solved.error();
  }
  return {};
}

template <const Rules& R>
Result<std::array<std::shared_ptr<const SideCodes>, 2>> SolutionStore<R>::solve_again(const Ending& ending) {
  SolveOptions options = options_;
  options.hints = false;
  Result<Solution> solved = solve<R>(ending, *this, options, progress_);
  if (!solved) return solved.error();
  const bool in_folder = folder_.has_all && hand_on(*solved).ok();
  return keep_sides(std::move(*solved), in_folder);
}

template <const Rules& R>
Result<void> SolutionStore<R>::write(const Key& key, const SolvedSide& codes) const {
  if (is_dead(R, key.first)) return {};  // solved as soon as read
  std::error_code reported_by_writing;
  std::filesystem::create_directories(folder_.path, reported_by_writing);
  return save_side(R, key.first, key.second, codes, folder_.path);
}

template <const Rules& R>
Result<void> SolutionStore<R>::hand_on(const Solution& solution) const {
  if (!folder_.has_all || folder_.path.empty()) return {};
  for (const int side : {0, 1}) {
    const SolvedSide codes{nullptr, solution.dtm[slot(side)], solution.dtz[slot(side)]};
    if (const Result<void> written = write({solution.ending, side}, codes); !written) return written;
  }
  return {};
}

template <const Rules& R>
Result<void> SolutionStore<R>::keep(Solution solution) {
  const auto kept = keep_sides(std::move(solution), folder_.has_all);
  return kept ? Result<void>() : kept.error();
}

template <const Rules& R>
Result<std::array<std::shared_ptr<const SideCodes>, 2>> SolutionStore<R>::keep_sides(Solution solution,
                                                                                     bool in_folder) {
  solution.hints = {};  // nobody asks a child for them
  std::array<Codes, 2> out;
  for (const int side : {0, 1}) {
    SideCodes codes{std::move(solution.dtm[slot(side)]), std::move(solution.dtz[slot(side)])};
    Result<Codes> kept = keep_side({solution.ending, side}, std::move(codes), in_folder);
    if (!kept) return kept.error();
    out[slot(side)] = std::move(*kept);
  }
  return out;
}

template <const Rules& R>
Result<std::shared_ptr<const SideCodes>> SolutionStore<R>::keep_side(const Key& key, SideCodes codes, bool in_folder) {
  Codes kept = std::make_shared<const SideCodes>(std::move(codes));
  kept_bytes_ += bytes_of(*kept);
  held_[key] = kept;
  kept_.push_back({key, kept, in_folder});
  if (const Result<void> room = make_room(); !room) return room.error();
  return kept;
}

template <const Rules& R>
Result<void> SolutionStore<R>::make_room() {
  while (kept_.size() > 1 && kept_bytes_ > keep_bytes_) {
    const Kept& first = kept_.front();
    if (!first.in_folder && !folder_.path.empty())
      if (const Result<void> written = write(first.key, view_of(first.codes)); !written) return written;
    kept_bytes_ -= bytes_of(*first.codes);
    kept_.pop_front();
  }
  return {};
}

template <const Rules& R>
Result<SolvedSide> SolutionStore<R>::find(const Ending& ending, int side) {
  const Key key{ending, side};
  const auto at = std::ranges::find_if(kept_, [&](const Kept& kept) { return kept.key == key; });
  if (at != kept_.end()) {
    std::rotate(at, at + 1, kept_.end());
    return view_of(kept_.back().codes);
  }
  if (Codes held = held_[key].lock()) return view_of(std::move(held));
  if (!folder_.path.empty()) {
    // A file that is not there, or of no use, is made again.
    Result<SideCodes> saved = load_side(R, ending, side, PlacementIndex<R>(ending).size(), options_.dtz, folder_.path);
    if (saved) {
      const Result<Codes> kept = keep_side(key, std::move(*saved), true);
      if (!kept) return kept.error();
      return view_of(*kept);
    }
  }
  const auto solved = solve_again(ending);
  if (!solved) return solved.error();
  return view_of((*solved)[slot(side)]);
}

#define BOOKENDS_INSTANTIATE_STORE(game) template class SolutionStore<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_STORE)
#undef BOOKENDS_INSTANTIATE_STORE

}  // namespace bookends::tables
