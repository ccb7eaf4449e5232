// What a slice's solver knows of a pass before its first ply.
#pragma once

#include "tablebases/solve/slice.h"

namespace bookends::tables {

// What is decided before any ply: who has no move at all, and what the exits are worth.
template <const Rules& R>
void SliceSolver<R>::start(Color side, std::size_t block, Scratch& scratch) {
  Sets& own = of(side);
  const std::size_t first = first_word(block);
  std::copy_n(own.any_open.block(block).begin(), scratch.targets.size(), scratch.targets.begin());
  pull(side, block, of(~side).open, of(~side).any_open, scratch);
  std::copy_n(scratch.targets.begin(), scratch.targets.size(), own.any_unclosed.block(block).begin());
  const Bitboard taken = board_.fixed(block);
  for (std::size_t word = 0; word < layout_.words; ++word) {
    const std::size_t at = first + word;
    own.closed[at] = ~own.open[at];
    own.lost[at] = 0;
    if (to_zeroing()) own.lost_now[at] = own.won_by_exit[at] = 0;
    if (own.open[at] == 0) continue;
    const W free = layout_.word_man < 0 ? W{1} : layout_.base[word] & static_cast<W>(~taken);
    start_word(side, block, word, free & ~of(~side).open[at], scratch);
    if (own.lost[at] != 0) add_row(own.fresh_lost.block(block), word / Layout<R>::kRow);
    if (to_zeroing() && own.lost_now[at] != 0) add_row(own.fresh_lost_now.block(block), word / Layout<R>::kRow);
  }
  own.wins[block].assign(scratch.wins.sorted());
  own.losses[block].assign(scratch.losses.sorted());
  record(side, block, own.fresh_lost.block(block), own.lost.data() + first, decided(false, 0));
  if (to_zeroing())
    record(side, block, own.fresh_lost_now.block(block), own.lost_now.data() + first, decided(false, 1));
}

template <const Rules& R>
void SliceSolver<R>::start_word(Color side, std::size_t block, std::size_t word, W in_check, Scratch& scratch) {
  Sets& own = of(side);
  const std::size_t at = first_word(block) + word;
  const W legal = own.open[at], stuck = legal & ~scratch.before[word];  // without a move inside the slice
  const int limit = to_zeroing() ? kLimit<R> : 0;
  typename Exits<R>::Row best;
  ExitSets<W> exits;
  W saved = 0;
  if (exits_.best(ExitKind::all, distance_, board_.placement(block, word), side, legal, best)) {
    exits = RowKernels<R>::exit_sets(best.data(), legal, limit);
    if (to_zeroing()) {
      add_late_events(word, exits, scratch);
      const W loses = exits.loss() & ~exits.late;  // by ply 1: never kept from being lost
      own.won_by_exit[at] = exits.win & ~exits.late;
      own.lost_now[at] = stuck & loses;
      saved = (exits.any & ~loses) | own.lost_now[at];
    } else {
      add_events(word, exits, best, scratch);
      saved = exits.any;
    }
  }
  const W no_move = stuck & ~exits.any;
  own.lost[at] = R.stalemate == Stalemate::loses ? no_move : no_move & in_check;
  own.closed[at] |= no_move | saved;
}

// None of the positions that have an exit can be found lost before an event says that all its exits lose; those with a
// winning or drawing exit never get one.
template <const Rules& R>
void SliceSolver<R>::add_events(std::size_t word, const ExitSets<W>& exits, const typename Exits<R>::Row& best,
                                Scratch& scratch) const {
  const auto at = static_cast<std::uint32_t>(word);
  const auto add = [&](W squares, EventSorter<W>& out) {
    std::array<ExitGroup<W>, slot(R.squares())> groups;
    const std::size_t count = squares == 0 ? 0 : RowKernels<R>::exit_groups(best.data(), squares, groups.data());
    for (const ExitGroup<W>& g : std::span(groups).first(count))
      out.add({g.squares, at, static_cast<std::uint16_t>(plies_to_end(g.value))});
  };
  add(exits.win, scratch.wins);
  add(exits.loss(), scratch.losses);
}

// What exits decide in one ply needs no event: start() deals with it.
template <const Rules& R>
void SliceSolver<R>::add_late_events(std::size_t word, const ExitSets<W>& exits, Scratch& scratch) const {
  if (exits.late == 0) return;
  const auto add = [&](W squares, EventSorter<W>& out) {
    if (squares != 0) out.add({squares, static_cast<std::uint32_t>(word), kLimit<R> + 1});
  };
  add(exits.win & exits.late, scratch.wins);
  add(exits.loss() & exits.late, scratch.losses);
}

}  // namespace bookends::tables
