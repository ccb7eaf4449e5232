#include "tablebases/pack/marks.h"

#include <omp.h>

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

}  // namespace

std::vector<std::uint8_t> marks_of(const Solution& solution, int side, int limit_plies, int threads) {
  const auto s = static_cast<std::size_t>(side);
  const auto& dtm = solution.dtm[s];
  const auto& dtz = solution.dtz[s];
  const auto& hints = solution.hints[s];
  std::vector<std::uint8_t> marks;
  marks.reserve(dtm.size());
  advise_large_pages(marks.data(), dtm.size());  // they are read in another order than they are written
  marks.resize(dtm.size());
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t i = 0; i < dtm.size(); ++i) {
    if (dtm[i] == kIllegal) continue;
    const std::uint8_t hint = hints.empty() ? std::uint8_t{0} : hints[i];
    unsigned m = result_marks(dtm[i], hint);
    if ((hint & kConversionIsBest) != 0) m |= kMarkDtmFree;
    if (!dtz.empty() && is_dtz_decided(dtz[i])) {
      if (dtz_plies(dtz[i]) > limit_plies) m |= kMarkCursed;
      if (is_dtz_win(dtz[i]) && (hint & kZeroingIsBest) != 0) m |= kMarkDtzFree;
    }
    marks[i] = static_cast<std::uint8_t>(m);
  }
  return marks;
}

}  // namespace bookends::tables
