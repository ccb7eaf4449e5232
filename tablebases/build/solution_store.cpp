#include "tablebases/build/solution_store.h"

#include <algorithm>

#include "core/io/file.h"
#include "tablebases/build/memory.h"
#include "tablebases/material/index.h"
#include "tablebases/solution/solution_file.h"

namespace bookends::tables {
template <const Rules& R>
bool SolutionStore<R>::has(const Key& key) const {
  if (std::ranges::any_of(kept_, [&](const Kept& kept) { return kept.key == key; })) return true;
  return is_in_folder(key);
}

template <const Rules& R>
bool SolutionStore<R>::is_in_folder(const Key& key) const {
  const auto& [ending, side] = key;
  return !folder_.path.empty() &&
         has_side(R, ending, side, PlacementIndex<R>(ending).size(), {options_.dtm, options_.dtz}, folder_.path);
}

// What is kept counts too, unless it can go to the folder.
template <const Rules& R>
Result<void> SolutionStore<R>::make_room_to_solve(const Ending& ending) {
  WriteSettings write;
  write.dtm = options_.dtm;
  write.dtz = options_.dtz;
  const std::uint64_t needed = memory_needed_for(R, ending, write);
  if (needed > memory_.most)
    return Error{ErrorCode::limit, ending_name(R, ending) + " is needed and not in " + folder_.path.string() +
                                       "; solving it takes " + size_text(needed) + " of memory, allowed are " +
                                       size_text(memory_.most) + " (--memory)"};
  return kept_bytes_ > memory_.most - needed ? make_room(0) : Result<void>();
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
  if (const Result<void> room = make_room_to_solve(ending); !room) return room.error();
  SolveOptions options = options_;
  options.hints = false;
  Result<Solution> solved = solve<R>(ending, *this, options, progress_);
  if (!solved) return solved.error();
  const bool in_folder = folder_.has_all && hand_on(*solved).ok();
  return keep_sides(std::move(*solved), {true, true}, in_folder);
}

template <const Rules& R>
Result<void> SolutionStore<R>::write(const Key& key, const SideCodes& codes) const {
  if (is_dead(R, key.first)) return {};  // solved as soon as read
  std::error_code reported_by_writing;
  std::filesystem::create_directories(folder_.path, reported_by_writing);
  return save_side(R, key.first, key.second, codes, folder_.path);
}

template <const Rules& R>
Result<void> SolutionStore<R>::hand_on(const Solution& solution) const {
  if (!folder_.has_all || folder_.path.empty()) return {};
  if (is_dead(R, solution.ending)) return {};
  for (const int side : {0, 1}) {
    const SideCodes codes = side_codes(R, solution.dtm[slot(side)], solution.dtz[slot(side)]);
    if (const Result<void> written = write({solution.ending, side}, codes); !written) return written;
  }
  return {};
}

template <const Rules& R>
Result<void> SolutionStore<R>::keep(Solution solution, const Sides& sides, bool handed_on) {
  const auto kept = keep_sides(std::move(solution), sides, handed_on && folder_.has_all);
  return kept ? Result<void>() : kept.error();
}

template <const Rules& R>
Result<std::array<std::shared_ptr<const SideCodes>, 2>> SolutionStore<R>::keep_sides(Solution solution,
                                                                                     const Sides& sides,
                                                                                     bool in_folder) {
  solution.hints = {};  // nobody asks a child for them
  std::array<Codes, 2> out;
  for (const int side : {0, 1}) {
    // Gone with this turn: memory is for the codes.
    const CodeArray dtm = std::move(solution.dtm[slot(side)]);
    const CodeArray dtz = std::move(solution.dtz[slot(side)]);
    if (!sides[slot(side)]) continue;
    SideCodes codes = side_codes(R, dtm, dtz);
    Result<Codes> kept = keep_side({solution.ending, side}, std::move(codes), in_folder);
    if (!kept) return kept.error();
    out[slot(side)] = std::move(*kept);
  }
  return out;
}

template <const Rules& R>
Result<std::shared_ptr<const SideCodes>> SolutionStore<R>::keep_side(const Key& key, SideCodes codes, bool in_folder) {
  const auto old = std::ranges::find_if(kept_, [&](const Kept& other) { return other.key == key; });
  if (old != kept_.end()) {  // its other side was lost
    kept_bytes_ -= old->codes->bytes();
    kept_.erase(old);
  }
  Codes kept = std::make_shared<const SideCodes>(std::move(codes));
  kept_bytes_ += kept->bytes();
  held_[key] = kept;
  kept_.push_back({key, kept, in_folder});
  if (const Result<void> room = make_room(memory_.keep); !room) return room.error();
  return kept;
}

// Another process has just written the same, or is at it.
template <const Rules& R>
bool SolutionStore<R>::is_with_others(const Key& key) const {
  return is_in_folder(key) || AtomicFile::is_being_written(solution_path(R, key.first, key.second, folder_.path));
}

template <const Rules& R>
Result<void> SolutionStore<R>::make_room(std::uint64_t keep) {
  while (kept_.size() > 1 && kept_bytes_ > keep) {
    const Kept& first = kept_.front();
    if (!first.in_folder && !folder_.path.empty()) {
      const Result<void> written = write(first.key, *first.codes);
      if (!written && !is_with_others(first.key)) return written;
    }
    kept_bytes_ -= first.codes->bytes();
    kept_.pop_front();
  }
  return {};
}

template <const Rules& R>
Result<std::shared_ptr<const SideCodes>> SolutionStore<R>::find(const Ending& ending, int side) {
  const Key key{ending, side};
  const auto at = std::ranges::find_if(kept_, [&](const Kept& kept) { return kept.key == key; });
  if (at != kept_.end()) {
    std::rotate(at, at + 1, kept_.end());
    return kept_.back().codes;
  }
  if (Codes held = held_[key].lock()) return held;
  if (!folder_.path.empty()) {
    // A file that is not there, or of no use, is made again.
    Result<SideCodes> saved =
        load_side(R, ending, side, PlacementIndex<R>(ending).size(), {options_.dtm, options_.dtz}, folder_.path);
    if (saved) return keep_side(key, std::move(*saved), true);
  }
  const auto solved = solve_again(ending);
  if (!solved) return solved.error();
  return (*solved)[slot(side)];
}

#define BOOKENDS_INSTANTIATE_STORE(game) template class SolutionStore<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_STORE)
#undef BOOKENDS_INSTANTIATE_STORE

}  // namespace bookends::tables
