// One ply in one block of a slice: which positions can change, which are won or lost now, and what is written of them.
#pragma once

#include <algorithm>

#include "tablebases/solve/slice.h"

namespace bookends::tables {

// A job for moves within the block to the rows of scratch.targets, into scratch.before; what they lead to is for the
// caller to add.
template <const Rules& R>
PredJob<Word<R>> SliceSolver<R>::moves_inside(Color side, std::size_t block, Scratch& scratch) const {
  const auto movement = [&](int man) -> const Movement* {
    if (man < 0 || layout_.index.men()[slot(man)].color() != side) return nullptr;
    return &movements_[slot(side)][slot(man)];
  };
  PredJob<W> job;
  job.targets = scratch.targets;
  job.before = scratch.before.data();
  job.taken = board_.fixed(block);
  job.has_lanes = layout_.outer_men > 0;
  job.row_men = std::span(row_movements_[slot(side)]).first(layout_.row_men().size());
  job.lane_man = movement(layout_.lane_man());
  job.word_man = movement(layout_.word_man);
  return job;
}

// The positions of `side` in scratch.targets from which a move inside the slice leads into `after`, to scratch.before.
// `rows`: those in which `after` has anything.
template <const Rules& R>
void SliceSolver<R>::pull(Color side, std::size_t block, const Buffer<W>& after, const RowSets& rows,
                          Scratch& scratch) const {
  PredJob<W> job = moves_inside(side, block, scratch);
  job.after = after.data() + first_word(block);
  job.after_rows = rows.block(block).data();
  scratch.kings.clear();
  for (const auto& next : layout_.neighbors(side, block))
    if (rows.any(next.pair))
      scratch.kings.push_back({after.data() + first_word(next.pair), rows.block(next.pair).data(), next.symmetry});
  job.kings = scratch.kings;
  RowKernels<R>::pred(job);
}

// The rows of `wanted` that can change, to scratch.targets: one move of `side` away from `rows`, or with an event.
template <const Rules& R>
bool SliceSolver<R>::find_targets(Color side, std::size_t block, const RowSets& rows, const RowSets& wanted,
                                  std::span<const Event<W>> events, Scratch& scratch) const {
  const std::span<std::uint64_t> targets = scratch.targets;
  std::fill(targets.begin(), targets.end(), 0);
  if (!wanted.any(block)) return false;
  const auto moves = [&](int man) { return man >= 0 && layout_.index.men()[slot(man)].color() == side; };
  for (const auto& next : layout_.neighbors(side, block))
    if (rows.any(next.pair)) add_turned_rows(layout_, rows.block(next.pair), next.symmetry, targets);
  if (rows.any(block)) {
    if (moves(layout_.lane_man()) || moves(layout_.word_man)) add_turned_rows(layout_, rows.block(block), 0, targets);
    for (std::size_t i = 0; i < layout_.row_men().size(); ++i)
      if (moves(layout_.row_men()[i]))
        add_unmoved_rows(layout_, rows.block(block), static_cast<int>(i), board_.fixed(block), targets);
  }
  for (const Event<W>& e : events) add_row(targets, e.word / Layout<R>::kRow);
  std::uint64_t any = 0;
  for (std::size_t i = 0; i < targets.size(); ++i) any |= targets[i] &= wanted.block(block)[i];
  return any != 0;
}

// Won now: not won before, and a move to a position lost one ply ago, or an exit that wins at this ply.
template <const Rules& R>
bool SliceSolver<R>::win_step(Color side, std::size_t block, int ply, Scratch& scratch) {
  Sets& own = of(side);
  const Sets& other = of(~side);
  const std::size_t first = first_word(block);
  const std::span<const Event<W>> events = own.wins[block].due(ply);
  if (to_zeroing() && ply == 1)  // exits win without an event
    std::copy_n(own.any_open.block(block).begin(), scratch.targets.size(), scratch.targets.begin());
  else if (!find_targets(side, block, other.fresh_lost, own.any_open, events, scratch))
    return false;
  pull(side, block, other.lost, other.fresh_lost, scratch);
  for (const Event<W>& e : events) scratch.before[e.word] |= e.squares;
  if (to_zeroing() && ply == 1)
    for (std::size_t i = 0; i < layout_.words; ++i) scratch.before[i] |= own.won_by_exit[first + i];
  const std::span<std::uint64_t> fresh = own.fresh_won_now.block(block);
  if (!RowKernels<R>::win(scratch.targets, scratch.before.data(), own.open.data() + first, fresh.data(),
                          own.any_open.block(block).data()))
    return false;
  record(side, block, fresh, scratch.before.data(), decided(true, ply));
  return true;
}

// Lost now: not closed, and no move to a position that the opponent has not won.
template <const Rules& R>
bool SliceSolver<R>::lose_step(Color side, std::size_t block, int ply, Scratch& scratch) {
  Sets& own = of(side);
  const Sets& other = of(~side);
  const std::size_t first = first_word(block);
  const std::span<const Event<W>> events = own.losses[block].due(ply);
  for (const Event<W>& e : events) {
    own.closed[first + e.word] &= ~e.squares;
    add_row(own.any_unclosed.block(block), e.word / Layout<R>::kRow);
  }
  if (!find_targets(side, block, other.fresh_won, own.any_unclosed, events, scratch)) return false;
  pull(side, block, other.open, other.any_open, scratch);
  W* lost = (to_zeroing() ? own.lost_now : own.lost).data() + first;
  const std::span<std::uint64_t> fresh = own.fresh_lost_now.block(block);
  if (!RowKernels<R>::lose(scratch.targets, scratch.before.data(), own.closed.data() + first, lost, fresh.data(),
                           own.any_unclosed.block(block).data()))
    return false;
  record(side, block, fresh, lost, decided(false, ply));
  return true;
}

template <const Rules& R>
std::uint16_t SliceSolver<R>::decided(bool won, int ply) const {
  if (!to_zeroing()) return decided_in(ply);
  return won ? dtz_won_in(ply) : dtz_lost_in(ply);
}

template <const Rules& R>
void SliceSolver<R>::record(Color side, std::size_t block, std::span<const std::uint64_t> rows, const W* words,
                            std::uint16_t code) {
  CodeArray& codes = (to_zeroing() ? solution_.dtz : solution_.dtm)[slot(side)];
  const CodeArray::Place place = codes.place_of(code);
  const std::uint64_t first = part_.first_code(slice_, block);
  CodeArray::Place* places = codes.places().data() + first;
  if (!layout_.scattered)
    RowKernels<R>::record(rows, words, layout_.record_mask.data(), layout_.record_at.data(), places, place);
  if (!layout_.scattered && place != CodeArray::kLate) return;
  for (const std::size_t row : RowSets::Rows(rows))
    for (std::size_t i = row * Layout<R>::kRow; i < (row + 1) * Layout<R>::kRow; ++i)
      for (const Square s : Squares(words[i] & layout_.record_mask[i])) {
        const std::uint64_t at = layout_.number(i, s);
        places[at] = place;
        if (place == CodeArray::kLate) codes.list_late(first + at, code);
      }
}

}  // namespace bookends::tables
