#include "tablebases/pack/marks.h"

#include <omp.h>

#include <array>
#include <utility>

#include "core/base/large_pages.h"

namespace bookends::tables {
namespace {

// A drawing conversion does not hide a win, so that bit stays fixed; a losing one hides nothing.
unsigned result_marks(bool win, bool draw, unsigned hints) {
  const bool decides = (hints & kConversionDecides) != 0;
  const unsigned free = (hints & kConversionIsBest) != 0 ? unsigned{kMarkDtmFree} : 0U;
  if (win) return free | (decides ? 0U : kMarkWin | kMarkNotLoss | kMarkWinFixed | kMarkNotLossFixed);
  if (draw) return free | kMarkNotLoss | kMarkWinFixed | (decides ? 0U : unsigned{kMarkNotLossFixed});
  return free | kMarkWinFixed | kMarkNotLossFixed;
}

unsigned zeroing_marks(DtzCode code, DtzCode limit, unsigned hints) {
  const bool free = is_dtz_win(code) && (hints & kZeroingIsBest) != 0;
  return (is_dtz_decided(code) && code > limit ? unsigned{kMarkCursed} : 0U) | (free ? unsigned{kMarkDtzFree} : 0U);
}

// The marks of a code of the distance that says most: DTZ, if it is there.
unsigned marks_of(std::uint16_t code, bool is_dtz, DtzCode limit, unsigned hints) {
  if (code == kIllegal) return 0;
  const bool win = is_dtz ? is_dtz_win(code) : is_win(code);
  return result_marks(win, code == kDrawCode, hints) | (is_dtz ? zeroing_marks(code, limit, hints) : 0U);
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
  const bool is_dtz = !solution.dtz[s].empty();
  const CodeArray& codes = is_dtz ? solution.dtz[s] : solution.dtm[s];
  const DtzCode limit = dtz_lost_in(limit_plies);
  // Of each place with each set of hints: what is left is to look them up.
  constexpr unsigned kHints = 8;
  std::array<std::uint8_t, CodeArray::kPlaces * kHints> known{};
  for (std::size_t place = 0; place < codes.taken(); ++place)
    for (unsigned hints = 0; hints < kHints; ++hints)
      known[place * kHints + hints] = static_cast<std::uint8_t>(marks_of(codes.meaning()[place], is_dtz, limit, hints));
  prepare(solution.hints[s], codes.size());
  std::uint8_t* const marks = solution.hints[s].data();
  const CodeArray::Place* const places = codes.places().data();
#pragma omp parallel for schedule(static) num_threads(threads)
  for (std::size_t i = 0; i < codes.size(); ++i)
    marks[i] = places[i] == CodeArray::kLate ? static_cast<std::uint8_t>(marks_of(codes[i], is_dtz, limit, marks[i]))
                                             : known[places[i] * kHints + marks[i] % kHints];
}

}  // namespace bookends::tables
