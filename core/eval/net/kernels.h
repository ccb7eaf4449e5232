// The two inner loops of a network, for the widest registers the processor has. `hidden` is a multiple of kHiddenStep.
#pragma once

#include <cstdint>

namespace bookends {

// The rows that an accumulator gains and loses.
struct RowChanges {
  // Every man of a full board gone and others come; no two positions differ by more.
  static constexpr int kMost = 64;
  const std::int16_t* added[kMost];
  const std::int16_t* removed[kMost];
  int added_count = 0;
  int removed_count = 0;
};

// to = from + added - removed, `from` and `to` may be the same.
void update_accumulator(const std::int16_t* from, std::int16_t* to, int hidden, const RowChanges& changes);

// The sum over both views of clamp(a, 0, kActivationOne)^2 * weight; weights of `own`, then those of `enemy`.
std::int64_t weigh_accumulators(const std::int16_t* own, const std::int16_t* enemy, const std::int16_t* weights,
                                int hidden);

}  // namespace bookends
