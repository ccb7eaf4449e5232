// Ranks of words, and what can be done to all words of one at once.
// Compiled once for each instruction set, as a part of kernels-inl.h: no include guard, no lambdas.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bookends::tables::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <int kFiles, int kRanks>
struct Board {
  static constexpr int kSquares = kFiles * kRanks;
  using W = std::conditional_t<(kSquares <= 32), std::uint32_t, std::uint64_t>;
  using D = hn::CappedTag<W, kRankWords>;
  using V = hn::Vec<D>;
  static constexpr std::size_t kLanes = hn::MaxLanes(D());
  static constexpr std::size_t kParts = kRankWords / kLanes;
  static constexpr std::size_t kRow = kRankWords * kRanks;
  static constexpr W kAll =
      static_cast<W>(kSquares == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (kSquares % 64)) - 1);

  // The squares from which a step stays on the board.
  static constexpr W sources(int files, int ranks) {
    W w = 0;
    for (int s = 0; s < kSquares; ++s) {
      const int f = s % kFiles + files, k = s / kFiles + ranks;
      if (f >= 0 && f < kFiles && k >= 0 && k < kRanks) w |= W{1} << s;
    }
    return w;
  }
};

// Eight words: those of one rank of the lane man.
template <class B>
struct Rank {
  typename B::V part[B::kParts];
};
template <class B>
HWY_INLINE Rank<B> splat(typename B::W w) {
  Rank<B> out;
  for (std::size_t i = 0; i < B::kParts; ++i) out.part[i] = hn::Set(typename B::D(), w);
  return out;
}
template <class B>
HWY_INLINE Rank<B> load(const typename B::W* from) {
  Rank<B> out;
  for (std::size_t i = 0; i < B::kParts; ++i) out.part[i] = hn::LoadU(typename B::D(), from + i * B::kLanes);
  return out;
}
template <class B>
HWY_INLINE void store(const Rank<B>& a, typename B::W* to) {
  for (std::size_t i = 0; i < B::kParts; ++i) hn::StoreU(a.part[i], typename B::D(), to + i * B::kLanes);
}
#define BOOKENDS_RANK_OPERATION(name, operation)                                               \
  template <class B>                                                                           \
  HWY_INLINE Rank<B> name(const Rank<B>& a, const Rank<B>& b) {                                \
    Rank<B> out;                                                                               \
    for (std::size_t i = 0; i < B::kParts; ++i) out.part[i] = operation(a.part[i], b.part[i]); \
    return out;                                                                                \
  }
BOOKENDS_RANK_OPERATION(operator|, hn::Or)
BOOKENDS_RANK_OPERATION(operator&, hn::And)
BOOKENDS_RANK_OPERATION(operator^, hn::Xor)
BOOKENDS_RANK_OPERATION(and_not, hn::AndNot)  // ~a & b
#undef BOOKENDS_RANK_OPERATION
// o | (a & b)
template <class B>
HWY_INLINE Rank<B> or_and(const Rank<B>& o, const Rank<B>& a, const Rank<B>& b) {
  Rank<B> out;
  for (std::size_t i = 0; i < B::kParts; ++i) out.part[i] = hn::OrAnd(o.part[i], a.part[i], b.part[i]);
  return out;
}
template <class B>
HWY_INLINE bool is_zero(const Rank<B>& a) {
  typename B::V any = a.part[0];
  for (std::size_t i = 1; i < B::kParts; ++i) any = hn::Or(any, a.part[i]);
  return hn::AllTrue(typename B::D(), hn::Eq(any, hn::Zero(typename B::D())));
}
template <int kBy, class B>
HWY_INLINE Rank<B> shifted(const Rank<B>& a) {
  Rank<B> out;
  for (std::size_t i = 0; i < B::kParts; ++i) {
    if constexpr (kBy >= 0)
      out.part[i] = hn::ShiftLeft<kBy>(a.part[i]);
    else
      out.part[i] = hn::ShiftRight<-kBy>(a.part[i]);
  }
  return out;
}
template <class B>
HWY_INLINE Rank<B> shifted_by(const Rank<B>& a, int by) {
  Rank<B> out;
  for (std::size_t i = 0; i < B::kParts; ++i)
    out.part[i] = by >= 0 ? hn::ShiftLeftSame(a.part[i], by) : hn::ShiftRightSame(a.part[i], -by);
  return out;
}

// ----- Lanes: word f of the result is word f + by, or 0 where that is off the board.

// By 7 + by: which word comes to each place, and whether any does.
template <class B>
struct LaneTables {
  using Index = hwy::MakeSigned<typename B::W>;
  alignas(64) Index from[15][kRankWords];
  alignas(64) typename B::W kept[15][kRankWords];
};
template <int kFiles, int kRanks>
constexpr LaneTables<Board<kFiles, kRanks>> lane_tables() {
  LaneTables<Board<kFiles, kRanks>> t{};
  for (int by = -7; by <= 7; ++by)
    for (int f = 0; f < 8; ++f) {
      const bool kept = f < kFiles && f + by >= 0 && f + by < kFiles;
      t.from[7 + by][f] = static_cast<typename LaneTables<Board<kFiles, kRanks>>::Index>((f + by) & 7);
      t.kept[7 + by][f] = kept ? Board<kFiles, kRanks>::kAll : typename Board<kFiles, kRanks>::W{0};
    }
  return t;
}
template <int kFiles, int kRanks>
inline constexpr LaneTables<Board<kFiles, kRanks>> kLaneTables = lane_tables<kFiles, kRanks>();

template <int kFiles, int kRanks>
HWY_INLINE Rank<Board<kFiles, kRanks>> lanes_from(const Rank<Board<kFiles, kRanks>>& a, int by) {
  using B = Board<kFiles, kRanks>;
  const LaneTables<B>& t = kLaneTables<kFiles, kRanks>;
  const Rank<B> kept = load<B>(t.kept[7 + by]);
  if constexpr (B::kParts == 1) {
    const typename B::D d;
    return Rank<B>{{hn::TableLookupLanes(a.part[0], hn::SetTableIndices(d, t.from[7 + by]))}} & kept;
  } else {
    typename B::W memory[3 * kRankWords] = {};
    store(a, memory + kRankWords);
    return load<B>(memory + kRankWords + by) & kept;
  }
}

}  // namespace bookends::tables::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
