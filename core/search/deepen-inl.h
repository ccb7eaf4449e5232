// Iterative deepening on the caller's thread, for one or more lines: when it ends, and what an iteration that was cut
// off says.
#pragma once

#include <algorithm>
#include <span>

#include "core/search/aspiration.h"
#include "core/search/search_state.h"

namespace bookends {

namespace {

// Lines found later in the same iteration may turn out better: keep them in order.
inline void sort_lines(std::vector<RootMove>& roots, int rank) {
  const auto last = roots.begin() + rank;
  const auto place = std::find_if(roots.begin(), last, [&](const RootMove& r) { return r.score < last->score; });
  std::rotate(place, last, last + 1);
}

// What an unfinished iteration says of the move that a line began with: that it has fallen, but not what the moves
// would be worth that it did not come to. So the last finished one counts, unless a win has been found meanwhile, or a
// better move. `open`: the roots from the line on that was cut off; `leader`: its move at first.
inline void keep_finished(std::span<RootMove> open, Move leader, std::span<const RootMove> finished) {
  const auto is_spoiled = [&](const RootMove& root) {
    const bool won = is_decided(root.score) && root.score > 0;
    return root.upper_bound || (root.move == leader && !won);
  };
  if (is_spoiled(open.front())) {
    const auto first = std::ranges::find(open, leader, &RootMove::move);
    std::rotate(open.begin(), first, first + 1);
  }
  for (RootMove& root : open) {
    if (!is_spoiled(root)) continue;
    const auto before = std::ranges::find(finished, root.move, &RootMove::move);
    if (before != finished.end()) root = *before;
  }
}

}  // namespace

// Whether nothing is left to find, or to find it in, after a finished iteration.
template <const Rules& R>
bool Search<R>::State::enough(int depth, const SearchControl& control) {
  const SearchLimits& limits = control.limits();
  if (limits.soft_time && control.elapsed() >= *limits.soft_time) return true;
  if (limits.soft_nodes != 0 && control.nodes() >= limits.soft_nodes) return true;
  const auto& roots = workers.front()->roots();
  const Score best = roots.front().score;
  if (limits.mate > 0 && best >= win_in(2 * limits.mate)) return true;
  // Every line is decided within the depth that was searched: what a deeper one could find is a faster win that the
  // moves before this one hide, which were searched before it was known.
  return std::all_of(roots.begin(), roots.begin() + line_count(),
                     [&](const RootMove& r) { return is_decided(r.score) && plies_to_end(r.score) < depth; });
}

// Returns the last finished iteration.
template <const Rules& R>
int Search<R>::State::deepen(const Game<R>& game, SearchControl& control, const Report& report) {
  Worker<R>& worker = *workers.front();
  const int deepest = control.limits().depth > 0 ? std::min(control.limits().depth, kMaxDepth) : kMaxDepth;
  for (int depth = 1; depth <= deepest; ++depth) {
    finished.assign(worker.roots().begin(), worker.roots().begin() + line_count());
    for (int rank = 0; rank < line_count(); ++rank) {
      const std::span<RootMove> open = std::span(worker.roots()).subspan(static_cast<std::size_t>(rank));
      const Move leader = open.front().move;
      aspire(worker, depth, rank);
      if (worker.stopped()) {
        if (depth > 1) keep_finished(open, leader, finished);
        return depth - 1;
      }
      sort_lines(worker.roots(), rank);
    }
    report_lines(report, depth, control);
    worker.statistics();  // hands its nodes over
    if (enough(depth, control)) return depth;
    if (depth == 2 * control.limits().mate - 1) {
      if (seek_mate(game, depth, control)) report_lines(report, depth, control);
      return depth;
    }
    worker.check_stop();
    if (worker.stopped()) return depth;
  }
  return deepest;
}

}  // namespace bookends
