// The search for a mate in so many moves, after the deepening: it leaves nothing out.
#pragma once

#include <algorithm>
#include <new>

#include "core/search/search_state.h"

namespace bookends {

namespace {

inline constexpr std::size_t kMateTableBytes = std::size_t{32} << 20;  // at most

}  // namespace

// Whether there is a win in the moves that were asked for. The deepening leaves lines out and cannot say that there is
// none: this one is a plain search that leaves nothing out, with a table that no other search has written to. All it
// wants to know is whether the score is such a win's, so that every line ends where it has taken too long. `deepened`
// is what the deepening has come to.
template <const Rules& R>
bool Search<R>::State::seek_mate(const Game<R>& game, int deepened, SearchControl& control) try {
  MoveList moves;
  for (const RootMove& root : workers.front()->roots()) moves.add(root.move);
  TranspositionTable own(std::min(options.hash_bytes, kMateTableBytes));
  own.next_search();
  const auto worker = std::make_unique<Worker<R>>(own);
  worker->set_weights(terms);
  SearchOptions plain;
  plain.selective = false;
  worker->begin(game, moves, control, plain, nullptr);
  const int longest = 2 * control.limits().mate - 1;  // plies
  const Score alpha = win_in(longest + 1);
  bool found = false;
  for (int depth = 1; depth <= longest && !found && !worker->stopped(); depth += 2) {
    found = worker->search_root(alpha, alpha + 1, depth, 0) > alpha && !worker->stopped();
    if (found) worker->search_root(alpha, kInfinite, depth, 0);  // for the whole line
  }
  mate_search = worker->statistics();
  if (found) put_first(worker->roots().front(), deepened);
  return found;
} catch (const std::bad_alloc&) {
  return false;  // there is no memory to look for it in
}

template <const Rules& R>
void Search<R>::State::put_first(RootMove found, int depth) {
  found.depth = std::max(found.depth, depth);  // an iteration's line is not followed by a shallower one
  found.seldepth = std::max(found.seldepth, depth);
  auto& roots = workers.front()->roots();
  const auto same = std::find_if(roots.begin(), roots.end(), [&](const RootMove& r) { return r.move == found.move; });
  *same = found;
  std::rotate(roots.begin(), same, same + 1);
}

}  // namespace bookends
