// Compiled once for each instruction set: see kernels.cpp.
#include <hwy/highway.h>

#include "core/eval/net/kernels.h"
#include "core/eval/net/net.h"

HWY_BEFORE_NAMESPACE();
namespace bookends::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using D16 = hn::CappedTag<std::int16_t, 32>;
using D32 = hn::Repartition<std::int32_t, D16>;
using V16 = hn::Vec<D16>;
using V32 = hn::Vec<D32>;

// kParts vectors at a time stay in registers while the rows go by.
template <int kParts>
HWY_INLINE void update_part(const std::int16_t* from, std::int16_t* to, int at, const RowChanges& changes) {
  const D16 d;
  const int lanes = static_cast<int>(hn::Lanes(d));
  V16 sum[kParts];
  for (int i = 0; i < kParts; ++i) sum[i] = hn::LoadU(d, from + at + i * lanes);
  for (int n = 0; n < changes.added_count; ++n)
    for (int i = 0; i < kParts; ++i) sum[i] = hn::Add(sum[i], hn::LoadU(d, changes.added[n] + at + i * lanes));
  for (int n = 0; n < changes.removed_count; ++n)
    for (int i = 0; i < kParts; ++i) sum[i] = hn::Sub(sum[i], hn::LoadU(d, changes.removed[n] + at + i * lanes));
  for (int i = 0; i < kParts; ++i) hn::StoreU(sum[i], d, to + at + i * lanes);
}

inline void update(const std::int16_t* from, std::int16_t* to, int hidden, const RowChanges& changes) {
  const int lanes = static_cast<int>(hn::Lanes(D16()));
  int at = 0;
  for (; at + 8 * lanes <= hidden; at += 8 * lanes) update_part<8>(from, to, at, changes);
  for (; at + 2 * lanes <= hidden; at += 2 * lanes) update_part<2>(from, to, at, changes);
  for (; at < hidden; at += lanes) update_part<1>(from, to, at, changes);
}

HWY_INLINE void weigh_view(const std::int16_t* view, const std::int16_t* weights, int hidden, V32& low, V32& high) {
  const D16 d;
  const D32 wide;
  const int lanes = static_cast<int>(hn::Lanes(d));
  const V16 zero = hn::Zero(d), one = hn::Set(d, static_cast<std::int16_t>(kActivationOne));
  for (int at = 0; at < hidden; at += lanes) {
    const V16 a = hn::Min(hn::Max(hn::LoadU(d, view + at), zero), one);
    const V16 weighted = hn::Mul(a, hn::LoadU(d, weights + at));  // fits: net.h
    low = hn::ReorderWidenMulAccumulate(wide, weighted, a, low, high);
  }
}

inline std::int64_t weigh(const std::int16_t* own, const std::int16_t* enemy, const std::int16_t* weights, int hidden) {
  const D32 wide;
  V32 low = hn::Zero(wide), high = hn::Zero(wide);
  weigh_view(own, weights, hidden, low, high);
  weigh_view(enemy, weights + hidden, hidden, low, high);
  // Lane by lane into 64 bits: together the lanes may not fit in 32.
  HWY_ALIGN std::int32_t lanes[2 * 16];
  hn::StoreU(low, wide, lanes);
  hn::StoreU(high, wide, lanes + hn::Lanes(wide));
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < 2 * hn::Lanes(wide); ++i) sum += lanes[i];
  return sum;
}

}  // namespace bookends::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
