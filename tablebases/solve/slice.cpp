#include "tablebases/solve/slice.h"

#include <omp.h>

#include <algorithm>
#include <numeric>

#include "core/geometry.h"
#include "tablebases/solve/kernels.h"

namespace bookends::tables {
namespace {

// Sorts by a small number, keeping the order of equals.
template <class T, class F>
void counting_sort(std::vector<T>& items, std::size_t keys, F&& key) {
  std::vector<std::size_t> at(keys + 1);
  for (const T& item : items) ++at[key(item) + 1];
  std::partial_sum(at.begin(), at.end(), at.begin());
  std::vector<T> sorted(items.size());
  for (const T& item : items) sorted[at[key(item)]++] = item;
  items = std::move(sorted);
}

// Loops over fewer words than this are not worth waking other threads for.
constexpr std::size_t kWordsWorthThreads = 4096;

}  // namespace

template <const Rules& R>
SliceSolver<R>::SliceSolver(const Layout<R>& layout, const Exits<R>& exits, Solution& solution, int threads)
    : layout_(layout), exits_(exits), solution_(solution), threads_(threads), scratch_(slot(threads)) {
  const std::size_t pairs = layout.index.pairs(), words = pairs * layout.words;
  for (Sets& s : sets_) {
    s.open.resize(words);
    s.closed.resize(words);
    s.lost.resize(words);
    s.lost_flag.resize(pairs);
  }
  for (Scratch& s : scratch_) {
    s.before.resize(layout.words);
    s.free.resize(layout.words);
  }
  marks_.resize(pairs);
  for (const Occupant man : layout.index.men().subspan(slot(layout.first_outer)))
    besides_king_[slot(man.color())] = true;
}

template <const Rules& R>
template <class F>
void SliceSolver<R>::for_pairs(std::size_t count, F&& f) {
  const bool wake = threads_ > 1 && count * layout_.words >= kWordsWorthThreads;
#pragma omp parallel for schedule(dynamic, 4) num_threads(threads_) if (wake)
  for (std::size_t i = 0; i < count; ++i) f(i, scratch_[slot(omp_get_thread_num())]);
}

template <const Rules& R>
bool SliceSolver<R>::solve(std::uint64_t slice, bool dead, const std::function<bool()>& stop) {
  set_up_pawns(slice);
  for_pairs(layout_.index.pairs(), [&](std::size_t pair, Scratch& scratch) { find_legal(pair, scratch); });
  for (const Color side : kColors)
    for_pairs(layout_.index.pairs(), [&](std::size_t pair, Scratch&) {
      record(side, pair, of(side).open.data() + pair * layout_.words, kDrawCode);
    });
  if (dead || stop()) return dead;
  begin();
  for (int ply = 1; step(ply); ++ply)
    if (stop()) return false;
  return true;
}

template <const Rules& R>
void SliceSolver<R>::set_up_pawns(std::uint64_t slice) {
  slice_ = slice;
  const std::size_t count = slot(layout_.first_outer - 2);
  layout_.index.slice_squares(slice, {pawns_.data(), count});
  pawn_squares_ = 0;
  pawn_attacks_ = {};
  for (std::size_t i = 0; i < count; ++i) {
    const Color side = layout_.index.men()[2 + i].color();
    pawn_squares_ |= bit(pawns_[i]);
    pawn_attacks_[slot(side)] |= geometry<R>.pawn_captures[slot(side)][slot(pawns_[i])];
  }
}

template <const Rules& R>
Bitboard SliceSolver<R>::fixed(std::size_t pair) const {
  const auto& kings = layout_.index.pair(pair);
  return bit(kings.side0) | bit(kings.side1) | pawn_squares_;
}

template <const Rules& R>
bool SliceSolver<R>::blocked(std::size_t pair) const {
  const auto& kings = layout_.index.pair(pair);
  return ((bit(kings.side0) | bit(kings.side1)) & pawn_squares_) != 0;
}

// The squares of the word man for which `side` gives check.
template <const Rules& R>
Word<R> SliceSolver<R>::checking(Color side, std::size_t pair, const Placement& at) const {
  const auto& kings = layout_.index.pair(pair);
  const Square king = side == Color::white ? kings.side1 : kings.side0;
  constexpr W all = ~W{0};
  if (contains(pawn_attacks_[slot(side)], king)) return all;
  const std::span<const Occupant> men = layout_.index.men();
  W out = 0;
  for (int i = layout_.first_outer; i < layout_.first_outer + layout_.outer_men; ++i) {
    const Occupant man = men[slot(i)];
    const Square from = at.squares[slot(i)];
    if (man.color() != side || !contains(attacked_from<R>(man.kind(), side, from, at.occupied), king)) continue;
    if (contains(geometry<R>.leaps[slot(side)][slot(man.kind())][slot(from)], king)) return all;
    out |= static_cast<W>(~geometry<R>.between[slot(from)][slot(king)]);
  }
  if (layout_.word_man >= 0 && men[slot(layout_.word_man)].color() == side)
    out |= static_cast<W>(attacking<R>(men[slot(layout_.word_man)].kind(), side, king, at.occupied));
  return out;
}

// A position is legal when the side to move gives no check: it would take the king.
template <const Rules& R>
void SliceSolver<R>::find_legal(std::size_t pair, Scratch& scratch) {
  const std::size_t first = pair * layout_.words;
  const Bitboard taken = fixed(pair);
  layout_.free_words(taken, scratch.free);
  if (blocked(pair)) std::fill(scratch.free.begin(), scratch.free.end(), W{0});
  Placement at;
  for (std::size_t word = 0; word < layout_.words; ++word) {
    const W free = scratch.free[word];
    for (const Color side : kColors) of(side).open[first + word] = 0;
    if (free == 0) continue;
    layout_.outer_placement(word, std::span(at.squares).subspan(slot(layout_.first_outer)));
    at.occupied = taken | layout_.outer_squares[word];
    for (const Color side : kColors) of(side).open[first + word] = free & ~checking(side, pair, at);
  }
}

template <const Rules& R>
void SliceSolver<R>::begin() {
  for (Scratch& s : scratch_) s.events.clear();
  for (const Color side : kColors) {
    Sets& s = of(side);
    std::fill(s.lost_flag.begin(), s.lost_flag.end(), 0);
    for_pairs(layout_.index.pairs(), [&](std::size_t pair, Scratch& scratch) { start(side, pair, scratch); });
    s.fresh_lost.clear();
    s.fresh_won.clear();
    for (std::size_t pair = 0; pair < s.lost_flag.size(); ++pair)
      if (s.lost_flag[pair] != 0) s.fresh_lost.push_back(static_cast<std::uint32_t>(pair));
    s.events.clear();
    s.next_event = 0;
    for (Scratch& scratch : scratch_) {
      s.events.insert(s.events.end(), scratch.events.begin(), scratch.events.end());
      scratch.events.clear();
    }
    std::size_t plies = 1;
    for (const Event& e : s.events) plies = std::max(plies, std::size_t{e.ply} + 1);
    counting_sort(s.events, layout_.index.pairs(), [](const Event& e) { return std::size_t{e.pair}; });
    counting_sort(s.events, plies, [](const Event& e) { return std::size_t{e.ply}; });
  }
}

// What is decided before any ply: who has no move at all, and what the exits are worth.
template <const Rules& R>
void SliceSolver<R>::start(Color side, std::size_t pair, Scratch& scratch) {
  Sets& own = of(side);
  const std::size_t first = pair * layout_.words;
  pull(side, pair, of(~side).open, nullptr, scratch);
  layout_.free_words(fixed(pair), scratch.free);
  const auto& kings = layout_.index.pair(pair);
  Placement at;
  at.squares[0] = kings.side0;
  at.squares[1] = kings.side1;
  std::copy_n(pawns_.begin(), layout_.first_outer - 2, at.squares.begin() + 2);
  typename Exits<R>::Row best;
  W any = 0;
  for (std::size_t word = 0; word < layout_.words; ++word) {
    const W legal = own.open[first + word];
    own.closed[first + word] = ~legal;
    own.lost[first + word] = 0;
    if (legal == 0) continue;
    layout_.outer_placement(word, std::span(at.squares).subspan(slot(layout_.first_outer)));
    at.occupied = fixed(pair) | layout_.outer_squares[word];
    W exits = 0;
    if (exits_.best_exits(at, side, legal, best)) exits = add_events(pair, word, legal, best, scratch.events);
    const W no_move = legal & ~scratch.before[word] & ~exits;
    const W in_check = scratch.free[word] & ~of(~side).open[first + word];
    const W lost = R.stalemate == Stalemate::loses ? no_move : no_move & in_check;
    own.lost[first + word] = lost;
    own.closed[first + word] |= no_move | exits;
    any |= lost;
  }
  own.lost_flag[pair] = any != 0;
  if (any != 0) record(side, pair, own.lost.data() + first, decided_in(0));
}

// Returns the positions that have an exit. None of them can be found lost before an event says that all its exits
// lose; those with a winning or drawing exit never get one.
template <const Rules& R>
Word<R> SliceSolver<R>::add_events(std::size_t pair, std::size_t word, W wanted, const typename Exits<R>::Row& best,
                                   std::vector<Event>& out) const {
  const std::size_t begin = out.size();
  W exits = 0;
  for (const Square s : Squares(wanted)) {
    const Value value = best[slot(s)];
    if (value == kNoValue) continue;
    const W square = W{1} << s;
    exits |= square;
    if (value == 0) continue;
    const auto ply = static_cast<std::uint16_t>(plies_to_end(value));
    std::size_t i = out.size();
    while (i > begin && out[i - 1].ply != ply) --i;
    if (i > begin)
      out[i - 1].squares |= square;
    else
      out.push_back({ply, static_cast<std::uint32_t>(pair), static_cast<std::uint32_t>(word), square});
  }
  return exits;
}

// The positions of `side` from which a move inside the slice leads into `after`, to scratch.before. `active`: the king
// pairs in which `after` has anything; null: all.
template <const Rules& R>
void SliceSolver<R>::pull(Color side, std::size_t pair, const std::vector<W>& after,
                          const std::vector<std::uint8_t>* active, Scratch& scratch) const {
  std::fill(scratch.before.begin(), scratch.before.end(), W{0});
  W* before = scratch.before.data();
  if (moves_besides_king(side) && (active == nullptr || (*active)[pair] != 0)) {
    const W* own = after.data() + pair * layout_.words;
    layout_.free_words(fixed(pair), scratch.free);
    const std::span<const Occupant> men = layout_.index.men().subspan(slot(layout_.first_outer));
    for (std::size_t i = 0; i < men.size(); ++i) {
      if (men[i].color() != side) continue;
      const W* free = scratch.free.data();
      if (static_cast<int>(i) < layout_.outer_men)
        Kernels<R>::unmove_outer(men[i].kind(), side, own, free, before, layout_.words,
                                 layout_.stride(static_cast<int>(i)));
      else
        Kernels<R>::unmove_word(men[i].kind(), side, own, free, before, layout_.words);
    }
  }
  for (const auto& next : layout_.neighbors(side, pair)) {
    if (active != nullptr && (*active)[next.pair] == 0) continue;
    Kernels<R>::pull_king(next.symmetry, layout_.outer_men, after.data() + next.pair * layout_.words, before);
  }
}

// Won now: not won before, and a move to a position lost one ply ago, or an exit that wins at this ply.
template <const Rules& R>
bool SliceSolver<R>::win_step(Color side, const Touched& at, int ply, Scratch& scratch) {
  const std::size_t first = at.pair * layout_.words;
  pull(side, at.pair, of(~side).lost, &of(~side).lost_flag, scratch);
  for (const Event& e : at.events) scratch.before[e.word] |= e.squares;
  W* open = of(side).open.data() + first;
  W any = 0;
  for (std::size_t i = 0; i < layout_.words; ++i) {
    const W won = scratch.before[i] & open[i];
    open[i] &= ~won;
    scratch.before[i] = won;
    any |= won;
  }
  if (any != 0) record(side, at.pair, scratch.before.data(), decided_in(ply));
  return any != 0;
}

// Lost now: not closed, and no move to a position that the opponent has not won.
template <const Rules& R>
bool SliceSolver<R>::lose_step(Color side, const Touched& at, int ply, Scratch& scratch) {
  const std::size_t first = at.pair * layout_.words;
  W* closed = of(side).closed.data() + first;
  W* lost = of(side).lost.data() + first;
  for (const Event& e : at.events) closed[e.word] &= ~e.squares;
  pull(side, at.pair, of(~side).open, nullptr, scratch);
  W any = 0;
  for (std::size_t i = 0; i < layout_.words; ++i) {
    lost[i] = ~(scratch.before[i] | closed[i]);
    closed[i] |= lost[i];
    any |= lost[i];
  }
  if (any != 0) record(side, at.pair, lost, decided_in(ply));
  return any != 0;
}

// One ply for both sides. False when nothing can follow. Neither side's step reads what the other's writes: a win step
// reads losses of the ply before, a lose step reads what is not won.
template <const Rules& R>
bool SliceSolver<R>::step(int ply) {
  const bool winning = ply % 2 == 1;
  std::array<std::vector<std::uint32_t>, 2> fresh;
  for (const Color side : kColors) {
    const std::vector<Touched> pairs = touched(side, ply);
    std::vector<std::uint8_t> found(pairs.size());
    for_pairs(pairs.size(), [&](std::size_t i, Scratch& scratch) {
      found[i] = winning ? win_step(side, pairs[i], ply, scratch) : lose_step(side, pairs[i], ply, scratch);
    });
    for (std::size_t i = 0; i < pairs.size(); ++i)
      if (found[i] != 0) fresh[slot(side)].push_back(pairs[i].pair);
  }
  bool goes_on = false;
  for (const Color side : kColors) {
    Sets& s = of(side);
    for (const std::uint32_t pair : s.fresh_lost) s.lost_flag[pair] = 0;
    s.fresh_lost.clear();
    s.fresh_won.clear();
    (winning ? s.fresh_won : s.fresh_lost) = std::move(fresh[slot(side)]);
    for (const std::uint32_t pair : s.fresh_lost) s.lost_flag[pair] = 1;
    while (s.next_event < s.events.size() && s.events[s.next_event].ply <= ply) ++s.next_event;
    goes_on = goes_on || !s.fresh_lost.empty() || !s.fresh_won.empty() || s.next_event < s.events.size();
  }
  return goes_on;
}

// The king pairs that can change at this ply: one move of `side` away from what was decided last, or with an event.
template <const Rules& R>
std::vector<typename SliceSolver<R>::Touched> SliceSolver<R>::touched(Color side, int ply) {
  std::vector<Touched> pairs;
  const auto touch = [&](std::uint32_t pair) -> Touched& {
    if (marks_[pair] == 0) {
      pairs.push_back({pair, {}});
      marks_[pair] = static_cast<std::uint32_t>(pairs.size());
    }
    return pairs[marks_[pair] - 1];
  };
  for (const std::uint32_t pair : ply % 2 == 1 ? of(~side).fresh_lost : of(~side).fresh_won) {
    if (moves_besides_king(side)) touch(pair);
    for (const auto& next : layout_.neighbors(side, pair)) touch(next.pair);  // king moves are symmetric
  }
  const std::vector<Event>& events = of(side).events;
  std::size_t from = of(side).next_event;
  while (from < events.size() && events[from].ply == ply) {
    std::size_t to = from;
    while (to < events.size() && events[to].ply == ply && events[to].pair == events[from].pair) ++to;
    touch(events[from].pair).events = std::span(events).subspan(from, to - from);
    from = to;
  }
  for (const Touched& t : pairs) marks_[t.pair] = 0;
  return pairs;
}

template <const Rules& R>
void SliceSolver<R>::record(Color side, std::size_t pair, const W* words, DtmCode code) {
  DtmCode* codes = solution_.dtm[slot(side)].data() + layout_.block_at(slice_, pair);
  for (std::size_t i = 0; i < layout_.words; ++i) {
    const W squares = words[i] & layout_.record_mask[i];
    if (squares == 0) continue;
    DtmCode* row = codes + layout_.record_at[i];
    for (const Square s : Squares(squares)) row[s] = code;
  }
}

#define BOOKENDS_INSTANTIATE(game) template class SliceSolver<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
