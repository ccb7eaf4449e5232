#include "tablebases/material/counted.h"

#include <algorithm>
#include <numeric>

namespace bookends::tables {
namespace {

using Wdl = OracleValue::Wdl;

constexpr int kBoardHonourPlies = 128;

int men(const PieceCounts& pieces, Color c) {
  return std::accumulate(pieces[slot(c)].begin(), pieces[slot(c)].end(), 0);
}

bool has_pawns(const PieceCounts& pieces) { return pieces[0][slot(Kind::pawn)] + pieces[1][slot(Kind::pawn)] > 0; }

// The count of a Khun that has just been left bare, or of the last Bia that has just gone.
Count beginning(const PieceCounts& pieces, Color turn) { return next_count({}, pieces, turn, true); }

}  // namespace

bool under_pieces_honour(const PieceCounts& pieces) {
  return !has_pawns(pieces) && (men(pieces, Color::white) == 1) != (men(pieces, Color::black) == 1);
}

int longest_mate_that_counts(const Rules& rules, const PieceCounts& before, const PieceCounts& after, Color turn) {
  if (rules.counting == Counting::none || under_pieces_honour(before) || !under_pieces_honour(after)) return kNoLimit;
  const Count count = beginning(after, turn);
  return std::max(0, count.limit - count.plies);
}

std::optional<OracleValue> value_under_counting(const Rules& rules, const PieceCounts& pieces, Color turn, Count count,
                                                const OracleValue& value) {
  if (rules.counting == Counting::none || value.wdl == Wdl::draw || value.plies == 0) return value;
  if (under_pieces_honour(pieces)) {
    if (value.plies < 0) return std::nullopt;
    return in_time(count.running() ? count : beginning(pieces, turn), value.plies) ? value : OracleValue{};
  }
  // The loser is bare already, but Bia are left: board's honour is not for it, and pieces' honour is in the value.
  const Color loser = value.wdl == Wdl::win ? ~turn : turn;
  if (men(pieces, loser) == 1) return value;
  if (value.plies < 0) return std::nullopt;  // for all that is known, the mate may be on the board
  if (count.exhausted()) return OracleValue{};
  // Where no count runs one may begin at any time, but not beyond zero.
  if (!count.running()) count = {kBoardHonourPlies, 0};
  return in_time(count, value.plies) ? std::optional(value) : std::nullopt;
}

}  // namespace bookends::tables
