// Values of positions during solving, comparable: the greater is the better for whom it is told.
#pragma once

#include <cstdint>

#include "tablebases/solution.h"

namespace bookends::tables {

// kSure - n: wins in n plies; n - kSure: loses in n plies; 0: draw. kNoValue: there is no such position.
using Value = std::int16_t;
inline constexpr Value kNoValue = -32768;
inline constexpr int kSure = 30000;

constexpr int plies_to_end(Value v) { return v > 0 ? kSure - v : kSure + v; }  // v decided

// For the side to move.
constexpr Value value_of(DtmCode code) {
  if (code == kIllegal) return kNoValue;
  if (code == kDrawCode) return 0;
  return static_cast<Value>(is_win(code) ? kSure - plies_of(code) : plies_of(code) - kSure);
}

// A position's value for the side to move, told for the opponent who moves into it: one ply farther from the end.
constexpr Value before_move(Value v) {
  if (v == kNoValue || v == 0) return v;
  return static_cast<Value>(v > 0 ? 1 - v : -1 - v);
}

// before_move(value_of(code)) in one step: an odd code is a loss in code - 1 plies, an even one a win.
constexpr Value value_for_mover(DtmCode code) {
  const int n = code;
  const int value = n % 2 == 1 ? kSure - n : n - kSure;
  return static_cast<Value>(code == kIllegal ? kNoValue : code == kDrawCode ? 0 : value);
}
static_assert(value_for_mover(decided_in(4)) == before_move(value_of(decided_in(4))));
static_assert(value_for_mover(decided_in(5)) == before_move(value_of(decided_in(5))));

}  // namespace bookends::tables
