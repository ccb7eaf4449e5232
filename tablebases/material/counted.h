// Makruk's counting and the tables.
//
// Pieces' honour begins the moment one side has the bare Khun and no unpromoted Bia is left, with a count and a limit
// that the material fixes; neither changes afterwards (core/rules/counting.h). So the tables divide the game there:
//  - Endings under pieces' honour hold the plain distance to mate. As the count is frozen, it is no more than a number
//    to compare that distance with, when the position is probed.
//  - All others hold results and distances under pieces' honour: a move that begins a count leads to a draw when the
//    mate is farther off than the count allows. The distance is still the one to mate, on the shortest way that counts.
// Board's honour is in no table. It ends when a Khun is bared, so a mate within its limit is sure and a longer one is
// not known: the side ahead may or may not bare the Khun in time.
#pragma once

#include <limits>
#include <optional>

#include "core/position/oracle.h"
#include "core/position/position.h"
#include "core/rules/counting.h"
#include "tablebases/material/codes.h"

namespace bookends::tables {

inline constexpr int kNoLimit = std::numeric_limits<int>::max();

template <const Rules& R>
PieceCounts material_of(const Position<R>& position) {
  PieceCounts pieces{};
  for (const Color c : kColors)
    for (const Kind k : kAllKinds) pieces[slot(c)][slot(k)] = count(position.pieces(c, k));
  return pieces;
}

// Whether pieces' honour rules: one side bare, the other not, no unpromoted Bia.
bool under_pieces_honour(const PieceCounts& pieces);

// Whether a mate `plies` away comes in time under a running count. A mate on the board always does.
constexpr bool in_time(Count count, int plies) { return plies == 0 || count.plies + plies <= count.limit; }

// For solving: the longest mate, in plies, that counts after a move that made the material `before` into `after`, with
// `turn` to move now. kNoLimit when the move begins no count of pieces' honour.
int longest_mate_that_counts(const Rules& rules, const PieceCounts& before, const PieceCounts& after, Color turn);

// The code under such a limit.
constexpr DtmCode limited(DtmCode code, int longest_mate) {
  return is_decided(code) && plies_of(code) > longest_mate ? kDrawCode : code;
}

// The value under counting of a position whose table says `value`; nothing when that cannot be told from it. `count`:
// as the position has it. Without a running count pieces' honour is taken to begin with this position.
std::optional<OracleValue> value_under_counting(const Rules& rules, const PieceCounts& pieces, Color turn, Count count,
                                                const OracleValue& value);
template <const Rules& R>
std::optional<OracleValue> value_under_counting(const Position<R>& position, const OracleValue& value) {
  if constexpr (R.counting == Counting::none) return value;
  return value_under_counting(R, material_of(position), position.turn(), position.count(), value);
}

}  // namespace bookends::tables
