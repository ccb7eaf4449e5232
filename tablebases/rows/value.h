// Values of positions during solving, as numbers: a result and its distance in plies. The greater is the better for
// whom it is told.
#pragma once

#include <cstdint>

#include "core/rules/rules.h"
#include "tablebases/material/codes.h"

namespace bookends::tables {

// What a pass of the solver counts: DTM or DTZ.
enum class Distance : std::uint8_t { to_mate, to_zeroing };

// kSure - n: wins in n plies; n - kSure: loses in n plies; 0: draw. kNoValue: there is no such position.
using Value = std::int16_t;
inline constexpr Value kNoValue = -32768;
inline constexpr int kSure = 30000;

constexpr int plies_to_end(Value v) { return v > 0 ? kSure - v : kSure + v; }  // v decided

// A code of the distance's kind, for the side to move.
template <Distance D>
constexpr Value value_of(std::uint16_t code) {
  if (code == kIllegal) return kNoValue;
  if (code == kDrawCode) return 0;
  const bool to_mate = D == Distance::to_mate;
  const int plies = to_mate ? plies_of(code) : dtz_plies(code);
  return static_cast<Value>((to_mate ? is_win(code) : is_dtz_win(code)) ? kSure - plies : plies - kSure);
}

// The plies that the rules leave a side after the clock was zeroed.
template <const Rules& R>
inline constexpr int kLimit = 2 * R.move_limit;

// What a position's value for the side to move is worth to the opponent who leaves the slice for it: one ply farther
// from mate; or one ply to zeroing, however far the next zeroing is, unless the limit comes first.
template <const Rules& R, Distance D>
constexpr Value before_exit(Value v) {
  if (v == kNoValue || v == 0) return v;
  if constexpr (D == Distance::to_mate) return static_cast<Value>(v > 0 ? 1 - v : -1 - v);
  const int plies = plies_to_end(v) <= kLimit<R> ? 1 : kLimit<R> + 1;
  return static_cast<Value>(v > 0 ? plies - kSure : kSure - plies);
}

// before_exit() of the value of a position in another ending, without a branch, so that rows of codes vectorise.
template <const Rules& R, Distance D>
constexpr Value value_for_mover(SolvedCode code) {
  // An odd number is a loss in number - 1 plies, an even one a win.
  const int number = code & ~kBeyondLimit;
  int sure = kSure - number;
  if constexpr (D == Distance::to_zeroing) sure = kSure - ((code & kBeyondLimit) == 0 ? 1 : kLimit<R> + 1);
  const int value = number % 2 == 1 ? sure : -sure;
  return static_cast<Value>(code == kIllegal ? kNoValue : code == kDrawCode ? 0 : value);
}

// Calls f with the distance as a constant.
template <class F>
void with_distance(Distance d, F&& f) {
  d == Distance::to_mate ? f.template operator()<Distance::to_mate>() : f.template operator()<Distance::to_zeroing>();
}

}  // namespace bookends::tables
