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
    if (own.open[at] == 0) {
      if (options_.hints) own.hints.nothing(at);
      continue;
    }
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
  typename Exits<R>::Best best;
  ExitSets<W> exits, conversions;
  W exact = 0, saved = 0;
  if (exits_.best_exits(distance_, board_.placement(block, word), side, legal, best)) {
    exits = RowKernels<R>::exit_sets(best.all.data(), legal, limit);
    if (options_.hints) conversions = RowKernels<R>::exit_sets(best.conversions.data(), legal, limit);
    if (to_zeroing()) {
      add_late_events(word, exits, conversions, scratch);
      const W loses = exits.loss() & ~exits.late;  // by ply 1: never kept from being lost
      own.won_by_exit[at] = exits.win & ~exits.late;
      own.lost_now[at] = stuck & loses;
      saved = (exits.any & ~loses) | own.lost_now[at];
      exact = exits.draw | own.lost_now[at];
    } else {
      add_events(word, exits, best, scratch);
      saved = exits.any;
      exact = exits.draw & conversions.draw;
    }
  }
  if (options_.hints) own.hints.start(at, exits, conversions, exact);
  const W no_move = stuck & ~exits.any;
  own.lost[at] = R.stalemate == Stalemate::loses ? no_move : no_move & in_check;
  own.closed[at] |= no_move | saved;
}

// None of the positions that have an exit can be found lost before an event says that all its exits lose; those with a
// winning or drawing exit never get one.
template <const Rules& R>
void SliceSolver<R>::add_events(std::size_t word, const ExitSets<W>& exits, const typename Exits<R>::Best& best,
                                Scratch& scratch) const {
  const auto at = static_cast<std::uint32_t>(word);
  const auto add = [&](W squares, EventSorter<W>& out) {
    std::array<ExitGroup<W>, slot(R.squares())> groups;
    const std::size_t count =
        squares == 0 ? 0 : RowKernels<R>::exit_groups(best.all.data(), best.conversions.data(), squares, groups.data());
    for (const ExitGroup<W>& g : std::span(groups).first(count)) {
      const auto ply = static_cast<std::uint16_t>(plies_to_end(g.value));
      if (g.converted != 0) out.add({g.converted, at, ply, true});
      if (g.squares != g.converted) out.add({static_cast<W>(g.squares & ~g.converted), at, ply, false});
    }
  };
  add(exits.win, scratch.wins);
  add(exits.loss(), scratch.losses);
}

// What exits decide in one ply needs no event: start() deals with it.
template <const Rules& R>
void SliceSolver<R>::add_late_events(std::size_t word, const ExitSets<W>& exits, const ExitSets<W>& conversions,
                                     Scratch& scratch) const {
  if (exits.late == 0) return;
  const auto add = [&](W squares, bool conversion, EventSorter<W>& out) {
    if (squares != 0) out.add({squares, static_cast<std::uint32_t>(word), kLimit<R> + 1, conversion});
  };
  const W wins = exits.win & exits.late;
  add(wins & conversions.win, true, scratch.wins);
  add(wins & ~conversions.win, false, scratch.wins);
  add(exits.loss() & exits.late, false, scratch.losses);
}

}  // namespace bookends::tables
