#include "tablebases/pack/marks.h"

#include <omp.h>

#include <utility>

#include "tablebases/rows/buffer.h"

namespace bookends::tables {
namespace {

// All as numbers, without a question: so that many positions are looked at in one instruction.
constexpr unsigned chosen(bool condition, unsigned marks) { return marks & (0U - unsigned{condition}); }

// A drawing conversion does not hide a win, so that bit stays fixed; a losing one hides nothing.
constexpr unsigned result_marks(DtmCode code, std::uint8_t hints) {
  const bool decides = (hints & kConversionDecides) != 0;
  const bool draw = code == kDrawCode, loss = code % 2 == 1, win = !draw && !loss;  // kIllegal counts for nothing
  return chosen(win && !decides, kMarkWin | kMarkNotLoss | kMarkWinFixed | kMarkNotLossFixed) |
         chosen(loss, kMarkWinFixed | kMarkNotLossFixed) | chosen(draw, kMarkNotLoss | kMarkWinFixed) |
         chosen(draw && !decides, kMarkNotLossFixed) | chosen((hints & kConversionIsBest) != 0, kMarkDtmFree);
}

// `limit`: the largest code within the move limit.
constexpr unsigned zeroing_marks(DtzCode code, DtzCode limit, std::uint8_t hints) {
  return chosen(code > limit, kMarkCursed) | chosen(code % 2 == 1 && (hints & kZeroingIsBest) != 0, kMarkDtzFree);
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

}  // namespace

void hints_to_marks(Solution& solution, int side, int limit_plies, int threads) {
  const auto s = static_cast<std::size_t>(side);
  const std::size_t size = solution.dtm[s].size();
  prepare(solution.hints[s], size);
  std::uint8_t* const marks = solution.hints[s].data();
  const DtmCode* const dtm = solution.dtm[s].data();
  const auto mark = [&](auto&& zeroing) {
#pragma omp parallel for simd schedule(static) num_threads(threads)
    for (std::size_t i = 0; i < size; ++i)
      marks[i] =
          static_cast<std::uint8_t>(chosen(dtm[i] != kIllegal, result_marks(dtm[i], marks[i]) | zeroing(i, marks[i])));
  };
  if (solution.dtz[s].empty()) return mark([](std::size_t, std::uint8_t) { return 0U; });
  const DtzCode* const dtz = solution.dtz[s].data();
  const DtzCode limit = dtz_lost_in(limit_plies);
  mark([=](std::size_t i, std::uint8_t hints) { return zeroing_marks(dtz[i], limit, hints); });
}

}  // namespace bookends::tables
