// Solves one slice of an ending, which is all placements with the same pawns: see ALGORITHM.md for the argument.
#pragma once

#include <array>
#include <atomic>
#include <functional>
#include <span>
#include <vector>

#include "tablebases/ranks/halo_exchange.h"
#include "tablebases/ranks/partition.h"
#include "tablebases/rows/buffer.h"
#include "tablebases/rows/layout.h"
#include "tablebases/rows/row_sets.h"
#include "tablebases/solve/exits.h"
#include "tablebases/solve/slice_board.h"
#include "tablebases/solve/slice_events.h"
#include "tablebases/solve/solve.h"

namespace bookends::tables {

// Asked every ply, by the thread that solves; without other ranks `stop` also before a pass begins, by all threads.
struct SliceControl {
  std::function<bool()> stop;  // once true, always
  // Where work is kept for a resumption: whether it is time, which the first rank decides for all; and what keeps it.
  std::function<bool()> save_due = [] { return false; };
  std::function<Result<void>()> save = [] { return Result<void>(); };
};

template <const Rules& R>
class SliceSolver {
 public:
  using W = Word<R>;

  // Solves the own blocks of `part` and tells others through `exchange`, which is null when there are none. Writes its
  // results into `solution`, whose arrays have their sizes and hold kIllegal. `options.threads` share
  // the blocks of a slice. May solve one slice after another.
  SliceSolver(const Layout<R>& layout, const OwnPart<R>& part, HaloExchange<R>* exchange, const Exits<R>& exits,
              Solution& solution, const SolveOptions& options);

  // The codes of every legal placement of the slice, duplicates included. `dead`: the material alone is a draw, nothing
  // is searched. Errors: interrupted, when `control` or another rank stops it; those of the exchange and of saving.
  Result<void> solve(std::uint64_t slice, bool dead, const SliceControl& control);

  // All that is needed to go on after the last ply; the solution's codes are not in it.
  Bytes save();
  // Goes on with what save() wrote of the same slice. Errors also: corrupt, when it does not fit.
  Result<void> resume(std::uint64_t slice, std::span<const std::byte> saved, const SliceControl& control);

 private:
  // Sets of one side to move.
  struct Sets {
    Buffer<W> open;                 // legal and not yet won: a move of the opponent to here does not lose it
    Buffer<W> closed;               // cannot be found lost now: illegal, lost before, no move, or saved by an exit
    Buffer<W> lost;                 // lost at the last ply; only of rows in fresh_lost
    Buffer<W> lost_now;             // DTZ: lost at this ply, while `lost` is still asked for
    Buffer<W> won_by_exit;          // DTZ: won by an exit at ply 1
    Buffer<W> legal;                // kept for the pass of DTZ while that of DTM works
    RowSets fresh_lost, fresh_won;  // rows with something decided at the last ply
    RowSets fresh_lost_now, fresh_won_now;  // at this ply
    RowSets any_open, any_unclosed;         // rows in which something can still be won, lost
    std::vector<BlockEvents<W>> wins, losses;
  };
  struct Scratch {
    Buffer<W> before;
    std::vector<std::uint64_t> targets;
    std::vector<KingPull<W>> kings;
    EventSorter<W> wins, losses;
  };

  bool has_both_passes() const { return options_.dtm && options_.dtz; }
  bool to_zeroing() const { return distance_ == Distance::to_zeroing; }
  void find_legal(const SliceControl& control);
  void find_legal(std::size_t block, Scratch& scratch);
  Result<void> run_passes(const SliceControl& control);
  Result<void> run_plies(const SliceControl& control);
  // Ranks stop together, at the next vote.
  bool stops_alone(const SliceControl& control, std::size_t block);
  Result<void> begin_pass(Distance distance, const SliceControl& control);
  void open_all_legal();
  Result<Vote> share(const Vote& own);
  void start(Color side, std::size_t block, Scratch& scratch);
  void start_word(Color side, std::size_t block, std::size_t word, W in_check, Scratch& scratch);
  void add_events(std::size_t word, const ExitSets<W>& exits, const typename Exits<R>::Row& best,
                  Scratch& scratch) const;
  void add_late_events(std::size_t word, const ExitSets<W>& exits, Scratch& scratch) const;
  PredJob<W> moves_inside(Color side, std::size_t block, Scratch& scratch) const;
  void pull(Color side, std::size_t block, const Buffer<W>& after, const RowSets& rows, Scratch& scratch) const;
  bool find_targets(Color side, std::size_t block, const RowSets& rows, const RowSets& wanted,
                    std::span<const Event<W>> events, Scratch& scratch) const;
  bool win_step(Color side, std::size_t block, int ply, Scratch& scratch);
  bool lose_step(Color side, std::size_t block, int ply, Scratch& scratch);
  bool step(int ply);
  template <class Archive>
  void pass_state(Archive& archive);
  std::uint16_t decided(bool won, int ply) const;
  void record(Color side, std::size_t block, std::span<const std::uint64_t> rows, const W* words, std::uint16_t code);

  template <class F>
  void for_blocks(std::span<const std::uint32_t> blocks, F&& f);
  template <class F>
  void for_own_blocks(F&& f) {
    for_blocks(part_.own(), f);
  }

  Sets& of(Color side) { return sets_[slot(side)]; }
  const Sets& of(Color side) const { return sets_[slot(side)]; }
  std::size_t first_word(std::size_t block) const { return first_word_[block]; }

  const Layout<R>& layout_;
  const OwnPart<R>& part_;
  HaloExchange<R>* exchange_;
  std::vector<std::uint32_t> seen_;      // own blocks and those of the halo: sets have room for these
  std::vector<std::size_t> first_word_;  // by block
  const Exits<R>& exits_;
  Solution& solution_;
  SolveOptions options_;
  SliceBoard<R> board_{layout_};
  std::uint64_t slice_ = 0;
  std::atomic<bool> stopped_ = false;
  Distance distance_ = Distance::to_mate;
  int ply_ = 0;                                                          // the last one of the pass
  int last_event_ = 0;                                                   // the ply of the last one of the pass
  std::array<std::array<Movement, kMaxMen>, 2> movements_;               // [side][man of the index]
  std::array<std::array<const Movement*, kMaxMen>, 2> row_movements_{};  // [side][row man]; null: the other side's
  std::array<Sets, 2> sets_;
  std::vector<Scratch> scratch_;
};

#define BOOKENDS_EXTERN_SLICE(game) extern template class SliceSolver<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_SLICE)
#undef BOOKENDS_EXTERN_SLICE

}  // namespace bookends::tables
