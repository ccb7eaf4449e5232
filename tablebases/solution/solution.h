// A solved ending in memory, and where a solver finds the endings it depends on.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "tablebases/material/material.h"
#include "tablebases/solution/array_memory.h"

namespace bookends::tables {

// 0: draw. n + 1: decided in n plies; for even n the side to move has lost, for odd n it wins. kIllegal: the index is
// no legal position with that side to move, or a duplicate of a smaller index.
// Lost in 0 plies: mated, or stalemated where that loses. The distance (DTM) knows no move limit, no repetition and
// no counting, and the position has neither en passant nor castling rights.
using DtmCode = std::uint16_t;
inline constexpr DtmCode kDrawCode = 0;
inline constexpr DtmCode kIllegal = 0xFFFF;
constexpr DtmCode decided_in(int plies) { return static_cast<DtmCode>(plies + 1); }
constexpr bool is_decided(DtmCode c) { return c != kDrawCode && c != kIllegal; }
constexpr int plies_of(DtmCode c) { return c - 1; }                                 // c decided
constexpr bool is_win(DtmCode c) { return is_decided(c) && plies_of(c) % 2 == 1; }  // for the side to move
constexpr bool is_loss(DtmCode c) { return is_decided(c) && plies_of(c) % 2 == 0; }

// DTZ: plies to the next capture, pawn move or mate with best play under the move limit of the rules (chess: 50
// moves). 0: draw. 2 n + 1: won in n plies. 2 n + 2: lost in n plies. Beyond twice the move limit the result is a
// draw by the limit if the clock starts at zero: a cursed win, a blessed loss. A move that zeroes the clock and leads
// to a cursed result counts as so many plies as the limit has, and one more.
using DtzCode = std::uint16_t;
constexpr DtzCode dtz_won_in(int plies) { return static_cast<DtzCode>(2 * plies + 1); }
constexpr DtzCode dtz_lost_in(int plies) { return static_cast<DtzCode>(2 * plies + 2); }
constexpr bool is_dtz_decided(DtzCode c) { return c != kDrawCode && c != kIllegal; }
constexpr bool is_dtz_win(DtzCode c) { return is_dtz_decided(c) && c % 2 == 1; }
constexpr int dtz_plies(DtzCode c) { return (c - 1) / 2; }  // c decided

// What captures and promotions ("conversions": moves after which the material is another) say of a position. A file
// need not store what they find out. Illegal positions have none, nor have those of dead material.
enum Hint : std::uint8_t {
  kConversionDecides = 1,  // the best of them has the result of the position; of the five results, where DTZ is solved
  kConversionIsBest = 2,   // and its DTM
  kZeroingIsBest = 4,      // the best conversion or pawn move has the DTZ of the position
};

template <class T>
using SolvedArray = std::vector<T, ArrayMemory<T>>;

// By side to move ([0] the first-named side) and PlacementIndex of the ending, size() of each.
struct Solution {
  Ending ending;
  std::array<SolvedArray<DtmCode>, 2> dtm;
  std::array<SolvedArray<DtzCode>, 2> dtz{};         // empty unless asked for
  std::array<SolvedArray<std::uint8_t>, 2> hints{};  // sets of Hint; empty unless asked for
};

// All arrays of a solution, in the same order always.
template <class F>
void for_arrays(Solution& solution, F&& f) {
  for (auto* sides : {&solution.dtm, &solution.dtz})
    for (auto& codes : *sides) f(codes);
  for (auto& hints : solution.hints) f(hints);
}

// The codes of one side to move.
struct SideCodes {
  SolvedArray<DtmCode> dtm;
  SolvedArray<DtzCode> dtz{};
};

// The same, wherever they lie.
struct SolvedSide {
  std::shared_ptr<const void> owner;  // they are there as long as this is
  std::span<const DtmCode> dtm;
  std::span<const DtzCode> dtz;
};

// The already solved endings. Called from one thread at a time; a solve() may ask for an ending more than once.
class SolutionSource {
 public:
  virtual ~SolutionSource() = default;
  // With `side` of the ending to move: a capture or promotion by the other side leads to no other position of it.
  // Errors: not_found when it has not been solved; whatever reading it can give.
  virtual Result<SolvedSide> find(const Ending& ending, int side) = 0;
};

// Solutions kept in memory.
class MemorySource final : public SolutionSource {
 public:
  explicit MemorySource(const Rules& rules) : rules_(rules) {}
  void add(Solution solution);
  bool has(const Ending& ending) const { return solutions_.contains(ending); }
  const Solution& solution(const Ending& ending) const { return *solutions_.at(ending); }
  Result<SolvedSide> find(const Ending& ending, int side) override;

 private:
  const Rules& rules_;  // for the names in errors
  std::map<Ending, std::shared_ptr<const Solution>> solutions_;
};

}  // namespace bookends::tables
