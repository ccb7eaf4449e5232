// The kernels for one instruction set: all parts, and the table of functions that kernels.cpp chooses among. No lambdas
// here and in the parts: clang does not compile them for the instruction set of the function they are in.
#include "tablebases/rows/board_ranks-inl.h"
#include "tablebases/rows/board_symmetries-inl.h"
#include "tablebases/rows/board_unmoves-inl.h"
#include "tablebases/rows/exits-inl.h"
#include "tablebases/rows/moves_in_row-inl.h"
#include "tablebases/rows/row_man_moves-inl.h"
#include "tablebases/rows/steps-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bookends::tables::HWY_NAMESPACE {

template <int kFiles, int kRanks>
void pred(const PredJob<typename Board<kFiles, kRanks>::W>& job) {
  using B = Board<kFiles, kRanks>;
  typename B::W leap_sources[24] = {};
  if (job.word_man != nullptr)
    for (std::size_t i = 0; i < static_cast<std::size_t>(job.word_man->leap_count); ++i)
      leap_sources[i] = B::sources(job.word_man->leaps[i].files, job.word_man->leaps[i].ranks);
  for (std::size_t w = 0; w < job.targets.size(); ++w)
    for (std::uint64_t left = job.targets[w]; left != 0; left &= left - 1)
      pred_row<kFiles, kRanks>(job, 64 * w + hwy::Num0BitsBelowLS1Bit_Nonzero64(left), leap_sources);
  for (std::size_t man = 0; man < job.row_men.size(); ++man)
    if (job.row_men[man] != nullptr) unmove_row_men<kFiles, kRanks>(job, man);
}

template <const Rules& R>
constexpr RowFunctions<Word<R>> functions() {
  return {pred<R.files, R.ranks>,      win<R.files, R.ranks>,         lose<R.files, R.ranks>,
          exit_sets<R.files, R.ranks>, exit_groups<R.files, R.ranks>, record<R.files, R.ranks>};
}

inline constexpr AllRowFunctions kAllFunctions = {None{}
#define BOOKENDS_FUNCTIONS_OF(game) \
  , FunctionsOf<games::game> { functions<games::game>() }
                                                  BOOKENDS_FOR_EACH_GAME(BOOKENDS_FUNCTIONS_OF)
#undef BOOKENDS_FUNCTIONS_OF
};
inline const AllRowFunctions* all_functions() { return &kAllFunctions; }

}  // namespace bookends::tables::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
