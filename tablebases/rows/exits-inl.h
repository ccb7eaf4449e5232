// Rows of exit values as sets of squares (exit_sets.h).
// Compiled once for each instruction set, as a part of kernels-inl.h: no include guard, no lambdas.

HWY_BEFORE_NAMESPACE();
namespace bookends::tables::HWY_NAMESPACE {

// The squares of a row whose value compares with another in the given way.
#define BOOKENDS_VALUE_COMPARISON(name, operation, sign)                               \
  template <int kSquares>                                                              \
  HWY_INLINE std::uint64_t name(const Value* row, int value) {                         \
    const hn::CappedTag<Value, 32> d;                                                  \
    constexpr int kLanes = static_cast<int>(hn::MaxLanes(hn::CappedTag<Value, 32>())); \
    const auto wanted = hn::Set(d, static_cast<Value>(value));                         \
    std::uint8_t bits[8] = {};                                                         \
    int s = 0;                                                                         \
    for (; s + kLanes <= kSquares; s += kLanes)                                        \
      hn::StoreMaskBits(d, operation(hn::LoadU(d, row + s), wanted), bits + s / 8);    \
    std::uint64_t out = 0;                                                             \
    hwy::CopyBytes<8>(bits, &out);                                                     \
    for (; s < kSquares; ++s) out |= std::uint64_t{row[s] sign value} << s;            \
    return out;                                                                        \
  }
BOOKENDS_VALUE_COMPARISON(values_equal, hn::Eq, ==)
BOOKENDS_VALUE_COMPARISON(values_above, hn::Gt, >)
#undef BOOKENDS_VALUE_COMPARISON

template <int kFiles, int kRanks>
ExitSets<typename Board<kFiles, kRanks>::W> exit_sets(const Value* row, typename Board<kFiles, kRanks>::W wanted,
                                                      int limit) {
  using W = typename Board<kFiles, kRanks>::W;
  constexpr int kSquares = kFiles * kRanks;
  ExitSets<W> sets;
  sets.any = wanted & static_cast<W>(~values_equal<kSquares>(row, kNoValue));
  sets.win = wanted & static_cast<W>(values_above<kSquares>(row, 0));
  sets.draw = wanted & static_cast<W>(values_equal<kSquares>(row, 0));
  if (limit != 0) {
    const int late = kSure - limit;
    const std::uint64_t inside = values_above<kSquares>(row, -late) & ~values_above<kSquares>(row, late - 1);
    sets.late = wanted & static_cast<W>(inside) & ~sets.draw;
  }
  return sets;
}

template <int kFiles, int kRanks>
std::size_t exit_groups(const Value* row, typename Board<kFiles, kRanks>::W wanted,
                        ExitGroup<typename Board<kFiles, kRanks>::W>* out) {
  using W = typename Board<kFiles, kRanks>::W;
  std::size_t count = 0;
  while (wanted != 0) {
    const Value value = row[hwy::Num0BitsBelowLS1Bit_Nonzero64(wanted)];
    const auto same = static_cast<W>(wanted & static_cast<W>(values_equal<kFiles * kRanks>(row, value)));
    out[count++] = {value, same};
    wanted &= ~same;
  }
  return count;
}

}  // namespace bookends::tables::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
