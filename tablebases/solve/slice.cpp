// A slice's solver over all of its blocks: its sets, its passes, ply after ply, and what other ranks are told.
#include "tablebases/solve/slice.h"

// The parts of the class, each with its purpose.
#include <omp.h>

#include <algorithm>
#include <iterator>

#include "core/base/thrown.h"
#include "tablebases/solve/slice_ply-inl.h"
#include "tablebases/solve/slice_start-inl.h"
#include "tablebases/solve/slice_state-inl.h"

namespace bookends::tables {
namespace {

// Loops over fewer words than this are not worth waking other threads for.
constexpr std::size_t kWordsWorthThreads = 4096;
constexpr std::size_t kBlocksAQuestion = 16;  // whether to stop

}  // namespace

template <const Rules& R>
SliceSolver<R>::SliceSolver(const Layout<R>& layout, const OwnPart<R>& part, HaloExchange<R>* exchange,
                            const Exits<R>& exits, Solution& solution, const SolveOptions& options)
    : layout_(layout),
      part_(part),
      exchange_(exchange),
      first_word_(layout.blocks, 0),
      exits_(exits),
      solution_(solution),
      options_(options),
      scratch_(slot(options.threads)) {
  std::ranges::merge(part.own(), part.partition.halo(part.rank), std::back_inserter(seen_));
  for (std::size_t i = 0; i < seen_.size(); ++i) first_word_[seen_[i]] = i * layout.words;
  const std::size_t words = seen_.size() * layout.words;
  for (Sets& s : sets_) {
    for (auto* set : {&s.open, &s.closed, &s.lost}) *set = Buffer<W>(words);
    if (exchange != nullptr)  // not all of the halo is written before it is saved
      for (auto* set : {&s.closed, &s.lost}) std::fill(set->begin(), set->end(), W{0});
    if (options.dtz)
      for (auto* set : {&s.lost_now, &s.won_by_exit}) *set = Buffer<W>(words);
    if (has_both_passes()) s.legal = Buffer<W>(words);
    for (auto* rows : {&s.fresh_lost, &s.fresh_won, &s.fresh_lost_now, &s.fresh_won_now, &s.any_open, &s.any_unclosed})
      *rows = RowSets(layout.blocks, layout.rows);
    s.wins.resize(layout.blocks);
    s.losses.resize(layout.blocks);
  }
  for (Scratch& s : scratch_) {
    s.before = Buffer<W>(layout.words);
    s.targets.resize((layout.rows + 63) / 64);
  }
  const std::span<const Occupant> men = layout.index.men();
  for (std::size_t i = 0; i < men.size(); ++i)
    movements_[slot(men[i].color())][i] = movement_of<R>(men[i].kind(), men[i].color());
  for (std::size_t i = 0; i < layout.row_men().size(); ++i) {
    const auto man = slot(layout.row_men()[i]);
    row_movements_[slot(men[man].color())][i] = &movements_[slot(men[man].color())][man];
  }
}

template <const Rules& R>
template <class F>
void SliceSolver<R>::for_blocks(std::span<const std::uint32_t> blocks, F&& f) {
  const int threads = options_.threads;
  const bool wake = threads > 1 && blocks.size() * layout_.words >= kWordsWorthThreads;
  Thrown thrown;
#pragma omp parallel for schedule(dynamic, 4) num_threads(threads) if (wake)
  for (std::size_t i = 0; i < blocks.size(); ++i)
    thrown.run([&] { f(std::size_t{blocks[i]}, scratch_[slot(omp_get_thread_num())]); });
  thrown.rethrow();
}

template <const Rules& R>
Result<void> SliceSolver<R>::solve(std::uint64_t slice, bool dead, const SliceControl& control) {
  slice_ = slice;
  stopped_ = false;
  board_.set_slice(slice);
  find_legal(control);
  if (dead) return {};
  if (const Result<void> begun = begin_pass(options_.dtm ? Distance::to_mate : Distance::to_zeroing, control); !begun)
    return begun;
  return run_passes(control);
}

// Asking takes as long as a part of a block: so it is asked at some of them only.
template <const Rules& R>
bool SliceSolver<R>::stops_alone(const SliceControl& control, std::size_t block) {
  if (exchange_ == nullptr && block % kBlocksAQuestion == 0 && control.stop()) stopped_ = true;
  return stopped_;
}

// Everything legal is a draw until more is known. What is legal in the halo every rank finds out itself.
template <const Rules& R>
void SliceSolver<R>::find_legal(const SliceControl& control) {
  for_blocks(seen_, [&](std::size_t block, Scratch& scratch) {
    if (!stops_alone(control, block)) find_legal(block, scratch);
  });
  if (stopped_) return;  // begin_pass() says so
  for (const Distance distance : {Distance::to_mate, Distance::to_zeroing}) {
    distance_ = distance;
    if (!(to_zeroing() ? options_.dtz : options_.dtm)) continue;
    for_own_blocks([&](std::size_t block, Scratch&) {
      for (const Color side : kColors)
        record(side, block, of(side).any_open.block(block), of(side).open.data() + first_word(block), kDrawCode);
    });
  }
}

template <const Rules& R>
void SliceSolver<R>::find_legal(std::size_t block, Scratch& scratch) {
  for (const Color side : kColors) {
    Sets& own = of(side);
    W* open = own.open.data() + first_word(block);
    own.any_open.fill(block);
    std::copy_n(own.any_open.block(block).begin(), scratch.targets.size(), scratch.targets.begin());
    board_.find_legal(side, block, moves_inside(side, block, scratch), {open, layout_.words});
    own.any_open.clear(block);
    for (std::size_t word = 0; word < layout_.words; ++word)
      if (open[word] != 0) add_row(own.any_open.block(block), word / Layout<R>::kRow);
    if (has_both_passes()) std::copy_n(open, layout_.words, own.legal.data() + first_word(block));
  }
}

// From the ply after the last one to the end.
template <const Rules& R>
Result<void> SliceSolver<R>::run_passes(const SliceControl& control) {
  for (;;) {
    if (const Result<void> run = run_plies(control); !run) return run;
    if (to_zeroing() || !options_.dtz) return {};
    if (const Result<void> begun = begin_pass(Distance::to_zeroing, control); !begun) return begun;
  }
}

template <const Rules& R>
Result<void> SliceSolver<R>::run_plies(const SliceControl& control) {
  for (;;) {
    const bool found = step(++ply_);
    const Result<Vote> vote = share({found, control.stop(), control.save_due(), 0});
    if (!vote) return vote.error();
    const bool over = !vote->found && ply_ >= last_event_;
    if (over && !vote->stop) return {};
    if (vote->save || vote->stop)
      if (const Result<void> saved = control.save(); !saved) return saved;
    if (vote->stop) return Error{ErrorCode::interrupted, "interrupted"};
  }
}

template <const Rules& R>
Result<void> SliceSolver<R>::begin_pass(Distance distance, const SliceControl& control) {
  distance_ = distance;
  ply_ = 0;
  if (to_zeroing() && has_both_passes()) open_all_legal();
  int last_event = 0;
  for (const Color side : kColors) {
    for (RowSets* rows : {&of(side).fresh_lost, &of(side).fresh_won, &of(side).fresh_lost_now, &of(side).fresh_won_now})
      rows->clear();
    for_own_blocks([&](std::size_t block, Scratch& scratch) {
      if (!stops_alone(control, block)) start(side, block, scratch);
    });
    if (stopped_) return Error{ErrorCode::interrupted, "interrupted"};
    for (const std::uint32_t block : part_.own())
      last_event = std::max({last_event, of(side).wins[block].last_ply(), of(side).losses[block].last_ply()});
  }
  const Result<Vote> vote = share({false, false, false, static_cast<std::uint32_t>(last_event)});
  if (!vote) return vote.error();
  last_event_ = static_cast<int>(vote->last_event);
  return {};
}

template <const Rules& R>
void SliceSolver<R>::open_all_legal() {
  for (Sets& s : sets_) {
    std::swap(s.open, s.legal);
    for (const std::uint32_t block : seen_)
      for (std::size_t word = 0; word < layout_.words; ++word)
        if (s.open[first_word(block) + word] != 0) add_row(s.any_open.block(block), word / Layout<R>::kRow);
  }
}

// Shows to the other ranks what is new in the own blocks, sees what is new in theirs, and votes.
template <const Rules& R>
Result<Vote> SliceSolver<R>::share(const Vote& own) {
  if (exchange_ == nullptr) return own;
  std::vector<typename HaloExchange<R>::News> news;
  for (Sets& s : sets_) {
    news.push_back({&s.fresh_lost, s.lost.data()});
    news.push_back({&s.fresh_won, s.open.data()});
  }
  Result<Vote> all = exchange_->swap(news, first_word_, own);
  if (!all) return all;
  for (Sets& s : sets_)
    for (const std::uint32_t block : part_.partition.halo(part_.rank))
      for (const std::size_t row : RowSets::Rows(s.fresh_won.block(block))) {
        const W* words = s.open.data() + first_word(block) + row * Layout<R>::kRow;
        if (std::all_of(words, words + Layout<R>::kRow, [](W w) { return w == 0; }))
          remove_row(s.any_open.block(block), row);
      }
  return all;
}

// One ply for both sides. Whether anything was decided. Neither side's steps read what the other's write: lose steps
// read what is not won before this ply, win steps the losses of the ply before. So the lose steps come first, and what
// they find takes the place of the losses of the ply before only when the win steps are through.
template <const Rules& R>
bool SliceSolver<R>::step(int ply) {
  const bool first = to_zeroing() && ply == 1;  // start() has found what is lost then
  const bool losing = (to_zeroing() || ply % 2 == 0) && !first, winning = to_zeroing() || ply % 2 == 1;
  std::vector<std::uint8_t> found(layout_.blocks, static_cast<std::uint8_t>(first));
  for (const bool wins : {false, true})
    for (const Color side : kColors)
      if (wins ? winning : losing)
        for_own_blocks([&](std::size_t block, Scratch& scratch) {
          if (wins ? win_step(side, block, ply, scratch) : lose_step(side, block, ply, scratch)) found[block] = 1;
        });
  for (Sets& s : sets_) {
    std::swap(s.fresh_lost, s.fresh_lost_now);
    std::swap(s.fresh_won, s.fresh_won_now);
    s.fresh_lost_now.clear();
    s.fresh_won_now.clear();
    if (to_zeroing()) std::swap(s.lost, s.lost_now);
  }
  return std::any_of(found.begin(), found.end(), [](std::uint8_t b) { return b != 0; });
}

#define BOOKENDS_INSTANTIATE(game) template class SliceSolver<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
