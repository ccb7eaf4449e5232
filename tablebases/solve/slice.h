// Solves one slice of an ending: see ALGORITHM.md for the argument.
#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "tablebases/solve/exits.h"
#include "tablebases/solve/layout.h"

namespace bookends::tables {

template <const Rules& R>
class SliceSolver {
 public:
  using W = Word<R>;

  // Writes its results into `solution`. `threads` share the king pairs of a slice.
  SliceSolver(const Layout<R>& layout, const Exits<R>& exits, Solution& solution, int threads);

  // The codes of every legal placement of the slice, duplicates included. `dead`: the material alone is a draw, nothing
  // is searched. `stop` is asked every ply by the calling thread; false when it ended the work.
  bool solve(std::uint64_t slice, bool dead, const std::function<bool()>& stop);

 private:
  // From a given ply on, what an exit means for some positions of a word: at an odd ply they win by it; at an even
  // ply all their exits lose, so that they no longer save them.
  struct Event {
    std::uint16_t ply;
    std::uint32_t pair;
    std::uint32_t word;
    W squares;
  };
  // Sets of one side to move, a word for each placement of the outer men in each king pair.
  struct Sets {
    std::vector<W> open;    // legal and not yet won: a move of the opponent to here does not lose it
    std::vector<W> closed;  // cannot be found lost now: illegal, lost before, no move, or saved by an exit
    std::vector<W> lost;    // lost at the last even ply; only of blocks in fresh_lost
    std::vector<std::uint32_t> fresh_lost, fresh_won;  // king pairs with positions lost, won at the last ply
    std::vector<std::uint8_t> lost_flag;               // by king pair, as fresh_lost
    std::vector<Event> events;                         // by ply, then by king pair
    std::size_t next_event = 0;
  };
  struct Scratch {
    std::vector<W> before, free;
    std::vector<Event> events;
  };

  // A king pair to look at in a step, and its events of that ply.
  struct Touched {
    std::uint32_t pair = 0;
    std::span<const Event> events;
  };

  void set_up_pawns(std::uint64_t slice);
  Bitboard fixed(std::size_t pair) const;
  bool blocked(std::size_t pair) const;  // a king on a pawn
  W checking(Color side, std::size_t pair, const Placement& at) const;
  void find_legal(std::size_t pair, Scratch& scratch);
  void start(Color side, std::size_t pair, Scratch& scratch);
  W add_events(std::size_t pair, std::size_t word, W wanted, const typename Exits<R>::Row& best,
               std::vector<Event>& out) const;
  void pull(Color side, std::size_t pair, const std::vector<W>& after, const std::vector<std::uint8_t>* active,
            Scratch& scratch) const;
  bool win_step(Color side, const Touched& at, int ply, Scratch& scratch);
  bool lose_step(Color side, const Touched& at, int ply, Scratch& scratch);
  bool step(int ply);
  void begin();
  std::vector<Touched> touched(Color side, int ply);
  void record(Color side, std::size_t pair, const W* words, DtmCode code);

  template <class F>
  void for_pairs(std::size_t count, F&& f);

  Sets& of(Color side) { return sets_[slot(side)]; }
  const Sets& of(Color side) const { return sets_[slot(side)]; }
  bool moves_besides_king(Color side) const { return besides_king_[slot(side)]; }

  const Layout<R>& layout_;
  const Exits<R>& exits_;
  Solution& solution_;
  int threads_;
  std::uint64_t slice_ = 0;
  std::array<Square, kMaxMen> pawns_{};
  Bitboard pawn_squares_ = 0;
  std::array<Bitboard, 2> pawn_attacks_{};
  std::array<bool, 2> besides_king_{};
  std::array<Sets, 2> sets_;
  std::vector<Scratch> scratch_;
  std::vector<std::uint32_t> marks_;  // by king pair: its place in the list that touched() makes, from 1
};

#define BOOKENDS_EXTERN_SLICE(game) extern template class SliceSolver<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_SLICE)
#undef BOOKENDS_EXTERN_SLICE

}  // namespace bookends::tables
