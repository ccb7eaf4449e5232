// Results as two planes of bits, and what may stand where any bit would do.
//
// A file's WDL need only be right after a search of the captures and promotions (probe.h): value = the better of the
// best of those and what is stored. So positions whose best conversion wins may be stored as anything, those whose best
// conversion draws, and that are draws, as a draw or a loss; and numbers without a position as anything.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tablebases/file/result_rows.h"
#include "tablebases/pack/gather.h"

namespace bookends::tables {

// One word: 64 neighbouring numbers, or fewer at the end of the block.
struct ResultWord {
  std::uint64_t win = 0;
  std::uint64_t not_loss = 0;
  std::uint64_t win_fixed = 0;  // bits that say something; the others are free, and 0 in the planes above
  std::uint64_t not_loss_fixed = 0;

  bool operator==(const ResultWord&) const = default;
};
using ResultPlanes = std::vector<ResultWord>;

ResultPlanes result_planes(const BlockValues& values);

// How free bits are chosen. Which is better depends on the ending: the order search tries both.
enum class Fill : std::uint8_t {
  runs,     // each repeats the fixed bit before it in its plane
  matches,  // whole words repeat earlier words of the block that agree with their fixed bits: those at a distance that
            // agree for the longest time, else the newest different one that does
};
void fill(ResultPlanes& planes, Fill how);

// The same without what was fixed.
std::vector<ResultRow> result_rows(const ResultPlanes& planes);

// Of a filled word: the positions stored as a win or a loss.
constexpr std::uint64_t stored_decided(const ResultWord& w) { return w.win | ~w.not_loss; }

}  // namespace bookends::tables
