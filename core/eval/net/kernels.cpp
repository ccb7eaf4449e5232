// Highway compiles kernels-inl.h once for each instruction set and chooses among them at run time.
#include "core/eval/net/kernels.h"

// Three are enough: what the project is compiled for, AVX2 and AVX-512.
#define HWY_DISABLED_TARGETS (HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/eval/net/kernels-inl.h"
#include <hwy/foreach_target.h>
// The last time: for the instruction set the project is compiled for.
#include "core/eval/net/kernels-inl.h"

namespace bookends {

HWY_EXPORT(update);
HWY_EXPORT(weigh);

void update_accumulator(const std::int16_t* from, std::int16_t* to, int hidden, const RowChanges& changes) {
  HWY_DYNAMIC_DISPATCH(update)(from, to, hidden, changes);
}

std::int64_t weigh_accumulators(const std::int16_t* own, const std::int16_t* enemy, const std::int16_t* weights,
                                int hidden) {
  return HWY_DYNAMIC_DISPATCH(weigh)(own, enemy, weights, hidden);
}

}  // namespace bookends
