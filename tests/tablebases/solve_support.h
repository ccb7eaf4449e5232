// Shared by the tests of the solver: solutions made once, and looking positions up in them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "core/position/position.h"
#include "core/rules/games.h"
#include "tablebases/build/build.h"
#include "tablebases/material/index.h"
#include "tablebases/solve/solve.h"

namespace bookends::tables {

// All endings up to the men asked for so far, with all that a solution can hold; made once in a run of the tests.
template <const Rules& R>
class Solved {
 public:
  static Solved& upto(int men) {
    static Solved all;
    for (; all.men_ < men; ++all.men_)
      for (const Ending& e : endings_up_to(R, all.men_ + 1))
        if (e.men() == all.men_ + 1 && !all.has(e)) all.add(e);
    return all;
  }
  const std::vector<Ending>& endings() const { return endings_; }
  const Solution& solution(const Ending& e) { return source_.solution(e); }
  const PlacementIndex<R>& index(const Ending& e) { return indices_.at(e); }
  MemorySource& source() { return source_; }

  // What is solved of a position without en passant right.
  DtmCode code(const Position<R>& position) { return static_cast<DtmCode>(of(position, &Solution::dtm)); }
  DtzCode dtz(const Position<R>& position) { return static_cast<DtzCode>(of(position, &Solution::dtz)); }
  int hints(const Position<R>& position) { return of(position, &Solution::hints); }

  // An ending, with what it depends on.
  void add_with_all(const Ending& ending) {
    for (const Ending& e : closure(R, {ending}))
      if (!has(e)) add(e);
  }

  // An ending of more men, whose dependencies are there.
  void add(const Ending& e) {
    Progress progress;
    Result<Solution> solution = solve<R>(e, source_, {.threads = 1, .dtz = true, .hints = true}, progress);
    ASSERT_TRUE(solution.ok()) << solution.error().message;
    source_.add(std::move(*solution));
    indices_.emplace(e, e);
    endings_.push_back(e);
  }

 private:
  bool has(const Ending& e) const { return std::find(endings_.begin(), endings_.end(), e) != endings_.end(); }
  template <class Codes>
  int of(const Position<R>& position, Codes Solution::*codes) {
    const Placed at = placed(position);
    return (solution(at.ending).*codes)[slot(at.side)][index_of(index(at.ending), position, at.swapped)];
  }

  int men_ = 1;
  MemorySource source_{R};
  std::map<Ending, PlacementIndex<R>> indices_;
  std::vector<Ending> endings_;
};

// Whether one side has the bare king and no pawn is left: where the game has counting, a count rules.
template <const Rules& R>
bool is_bare(const Position<R>& position) {
  const Bitboard pawns = position.pieces(Color::white, Kind::pawn) | position.pieces(Color::black, Kind::pawn);
  const auto men = [&](Color c) { return count(position.pieces(c)); };
  return pawns == 0 && (men(Color::white) == 1) != (men(Color::black) == 1);
}

// The code of a position reached by a move, as the core's own count has it: a mate that comes too late for the count
// that the move begins is a draw. Counts that ran before the move are not the tables' business.
template <const Rules& R>
DtmCode under_new_count(const Position<R>& before, const Position<R>& after, DtmCode code) {
  if (R.counting == Counting::none || !is_decided(code) || is_bare(before) || !is_bare(after)) return code;
  const bool in_time = plies_of(code) == 0 || after.count().plies + plies_of(code) <= after.count().limit;
  return in_time ? code : kDrawCode;
}

// The position of an index, without rights; an error when it is not legal.
template <const Rules& R>
Result<Position<R>> position_at(const PlacementIndex<R>& index, std::uint64_t number, int side) {
  std::array<Square, kMaxMen> squares{};
  index.squares(number, {squares.data(), index.men().size()});
  Setup setup;
  for (std::size_t i = 0; i < index.men().size(); ++i) setup.board[slot(squares[i])] = index.men()[i];
  setup.turn = static_cast<Color>(side);
  return Position<R>::from_setup(setup);
}

}  // namespace bookends::tables
