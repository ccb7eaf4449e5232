#include "tablebases/pack/marks.h"

#include <omp.h>

#include <optional>
#include <utility>

#include "tablebases/rows/buffer.h"

namespace bookends::tables {
namespace {

// A drawing conversion does not hide a win, so that bit stays fixed; a losing one hides nothing.
std::uint8_t result_marks(DtmCode code, std::uint8_t hints) {
  const bool decides = (hints & kConversionDecides) != 0;
  if (is_win(code)) return decides ? 0 : kMarkWin | kMarkNotLoss | kMarkWinFixed | kMarkNotLossFixed;
  if (is_loss(code)) return kMarkWinFixed | kMarkNotLossFixed;
  return kMarkNotLoss | kMarkWinFixed | (decides ? 0 : kMarkNotLossFixed);
}

// What is in a file comes into memory: marks are read in another order than they are written, and often.
void prepare(SolvedArray<std::uint8_t>& hints, std::size_t size) {
  if (!hints.empty() && hints.get_allocator().folder() == nullptr) return;
  SolvedArray<std::uint8_t> inside;
  inside.reserve(size);
  advise_large_pages(inside.data(), size);
  inside.assign(hints.begin(), hints.end());
  inside.resize(size);
  hints = std::move(inside);
}

std::uint8_t mark_of(DtmCode dtm, std::optional<DtzCode> dtz, std::uint8_t hint, int limit_plies) {
  unsigned m = result_marks(dtm, hint);
  if ((hint & kConversionIsBest) != 0) m |= kMarkDtmFree;
  if (dtz && is_dtz_decided(*dtz)) {
    if (dtz_plies(*dtz) > limit_plies) m |= kMarkCursed;
    if (is_dtz_win(*dtz) && (hint & kZeroingIsBest) != 0) m |= kMarkDtzFree;
  }
  return static_cast<std::uint8_t>(m);
}

}  // namespace

void hints_to_marks(Solution& solution, int side, int limit_plies, int threads) {
  const auto s = static_cast<std::size_t>(side);
  const auto& dtm = solution.dtm[s];
  const auto& dtz = solution.dtz[s];
  auto& marks = solution.hints[s];
  prepare(marks, dtm.size());
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t i = 0; i < dtm.size(); ++i) {
    const std::optional<DtzCode> zeroing = dtz.empty() ? std::nullopt : std::optional(dtz[i]);
    marks[i] = dtm[i] == kIllegal ? std::uint8_t{0} : mark_of(dtm[i], zeroing, marks[i], limit_plies);
  }
}

}  // namespace bookends::tables
