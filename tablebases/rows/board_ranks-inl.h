// Ranks of words and what can be done to them at once: un-moves of the word man and of the lane man, and the symmetries
// of the board. Compiled once for each instruction set, as a part of kernels-inl.h. No lambdas here: clang does not
// compile them for the instruction set of the function they are in.
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

// ----- The word man

// Squares from which a slide leads into `targets` through squares of `free`. The fill doubles its reach each time; the
// squares that may be passed are cut at the edge, so that nothing wraps round the board.
template <int kDf, int kDr, int kFiles, int kRanks>
HWY_INLINE Rank<Board<kFiles, kRanks>> unslide_word(const Rank<Board<kFiles, kRanks>>& targets,
                                                    const Rank<Board<kFiles, kRanks>>& free) {
  using B = Board<kFiles, kRanks>;
  constexpr int kBy = -(kDr * kFiles + kDf);
  constexpr typename B::W stays = B::sources(kDf, kDr);
  const Rank<B> edge = splat<B>(stays);
  Rank<B> open = free & edge;
  Rank<B> reached = or_and(targets, open, shifted<kBy>(targets));
  open = open & shifted<kBy>(open);
  reached = or_and(reached, open, shifted<2 * kBy>(reached));
  if constexpr ((kFiles > 5 || kRanks > 5)) {
    open = open & shifted<2 * kBy>(open);
    reached = or_and(reached, open, shifted<4 * kBy>(reached));
  }
  return shifted<kBy>(reached) & edge;
}

template <int kFiles, int kRanks>
HWY_INLINE Rank<Board<kFiles, kRanks>> unmove_word(const Movement& man, const Rank<Board<kFiles, kRanks>>& after,
                                                   const Rank<Board<kFiles, kRanks>>& free,
                                                   const typename Board<kFiles, kRanks>::W* leap_sources) {
  using B = Board<kFiles, kRanks>;
  Rank<B> out = splat<B>(0);
  for (int i = 0; i < man.leap_count; ++i) {
    const Movement::Leap leap = man.leaps[static_cast<std::size_t>(i)];
    out = or_and(out, shifted_by(after, -(leap.ranks * kFiles + leap.files)), splat<B>(leap_sources[i]));
  }
  if (man.orthogonal) {
    out = out | unslide_word<1, 0, kFiles, kRanks>(after, free) | unslide_word<-1, 0, kFiles, kRanks>(after, free);
    out = out | unslide_word<0, 1, kFiles, kRanks>(after, free) | unslide_word<0, -1, kFiles, kRanks>(after, free);
  }
  if (man.diagonal) {
    out = out | unslide_word<1, 1, kFiles, kRanks>(after, free) | unslide_word<-1, 1, kFiles, kRanks>(after, free);
    out = out | unslide_word<1, -1, kFiles, kRanks>(after, free) | unslide_word<-1, -1, kFiles, kRanks>(after, free);
  }
  return out;
}

// ----- The lane man

template <class B>
struct Row {
  Rank<B> rank[B::kRow / kRankWords];
};

// One walk over the ranks for (files, 1) or (files, -1), carrying what can still reach a target.
template <int kFiles, int kRanks>
HWY_INLINE void unslide_lanes_across(int files, int ranks, const Row<Board<kFiles, kRanks>>& after,
                                     const Row<Board<kFiles, kRanks>>& free, Row<Board<kFiles, kRanks>>& before) {
  using B = Board<kFiles, kRanks>;
  const int first = ranks > 0 ? kRanks - 1 : 0;
  Rank<B> carried = after.rank[first];
  for (int step = 1; step < kRanks; ++step) {
    const int r = ranks > 0 ? first - step : step;
    if (files != 0) carried = lanes_from<kFiles, kRanks>(carried, files);
    before.rank[r] = before.rank[r] | carried;
    carried = or_and(after.rank[r], carried, free.rank[r]);
  }
}

template <int kFiles, int kRanks>
HWY_INLINE void unslide_lanes_along(int files, const Row<Board<kFiles, kRanks>>& after,
                                    const Row<Board<kFiles, kRanks>>& free, Row<Board<kFiles, kRanks>>& before) {
  using B = Board<kFiles, kRanks>;
  for (int r = 0; r < kRanks; ++r) {
    Rank<B> open = free.rank[r];
    Rank<B> reached = or_and(after.rank[r], open, lanes_from<kFiles, kRanks>(after.rank[r], files));
    open = open & lanes_from<kFiles, kRanks>(open, files);
    reached = or_and(reached, open, lanes_from<kFiles, kRanks>(reached, 2 * files));
    if constexpr (kFiles > 5) {
      open = open & lanes_from<kFiles, kRanks>(open, 2 * files);
      reached = or_and(reached, open, lanes_from<kFiles, kRanks>(reached, 4 * files));
    }
    before.rank[r] = before.rank[r] | lanes_from<kFiles, kRanks>(reached, files);
  }
}

template <int kFiles, int kRanks>
HWY_INLINE void unmove_lanes(const Movement& man, const Row<Board<kFiles, kRanks>>& after,
                             const Row<Board<kFiles, kRanks>>& free, Row<Board<kFiles, kRanks>>& before) {
  for (int i = 0; i < man.leap_count; ++i) {
    const Movement::Leap leap = man.leaps[static_cast<std::size_t>(i)];
    for (int r = 0; r < kRanks; ++r)
      if (r + leap.ranks >= 0 && r + leap.ranks < kRanks)
        before.rank[r] = before.rank[r] | lanes_from<kFiles, kRanks>(after.rank[r + leap.ranks], leap.files);
  }
  if (man.orthogonal) {
    unslide_lanes_across<kFiles, kRanks>(0, 1, after, free, before);
    unslide_lanes_across<kFiles, kRanks>(0, -1, after, free, before);
    unslide_lanes_along<kFiles, kRanks>(1, after, free, before);
    unslide_lanes_along<kFiles, kRanks>(-1, after, free, before);
  }
  if (man.diagonal) {
    unslide_lanes_across<kFiles, kRanks>(1, 1, after, free, before);
    unslide_lanes_across<kFiles, kRanks>(-1, 1, after, free, before);
    unslide_lanes_across<kFiles, kRanks>(1, -1, after, free, before);
    unslide_lanes_across<kFiles, kRanks>(-1, -1, after, free, before);
  }
}

// ----- Kings

// Words of the result by lane square, from those of the source: word s comes from word map[s]. The words themselves
// are turned by turned().
template <int kFiles, int kRanks>
struct LaneMaps {
  std::uint8_t from[8][Board<kFiles, kRanks>::kRow];
};
template <int kFiles, int kRanks>
constexpr int map_square(int symmetry, int s) {
  int f = s % kFiles, k = s / kFiles;
  if ((symmetry & kMirrorFiles) != 0) f = kFiles - 1 - f;
  if ((symmetry & kMirrorRanks) != 0) k = kRanks - 1 - k;
  if ((symmetry & kTranspose) != 0 && kFiles == kRanks) {
    const int was = f;
    f = k;
    k = was;
  }
  return k * kFiles + f;
}
template <int kFiles, int kRanks>
constexpr LaneMaps<kFiles, kRanks> lane_maps() {
  LaneMaps<kFiles, kRanks> maps{};
  for (int n = 0; n < 8; ++n)
    for (int k = 0; k < kRanks; ++k)
      for (int f = 0; f < 8; ++f) {
        const int to = f < kFiles ? map_square<kFiles, kRanks>(n, k * kFiles + f) : k * kFiles;
        maps.from[n][8 * k + f] = static_cast<std::uint8_t>(f < kFiles ? 8 * (to / kFiles) + to % kFiles : 8 * k + f);
      }
  return maps;
}
template <int kFiles, int kRanks>
inline constexpr LaneMaps<kFiles, kRanks> kLaneMaps = lane_maps<kFiles, kRanks>();

template <class B>
constexpr typename B::W repeated(int width, int period) {
  typename B::W w = 0;
  for (int s = 0; s < B::kSquares; ++s)
    if (s % period < width) w |= typename B::W{1} << s;
  return w;
}
// Exchanges the bits of `low` with those kBy above.
template <int kBy, class B>
HWY_INLINE Rank<B> exchanged(const Rank<B>& a, typename B::W low) {
  const Rank<B> mask = splat<B>(low);
  return or_and(shifted<kBy>(a & mask), shifted<-kBy>(a), mask);
}
template <int kFiles, int kRanks>
HWY_INLINE Rank<Board<kFiles, kRanks>> files_mirrored(const Rank<Board<kFiles, kRanks>>& a) {
  using B = Board<kFiles, kRanks>;
  if constexpr (kFiles == 8) {
    constexpr typename B::W ones = repeated<B>(1, 2), twos = repeated<B>(2, 4), fours = repeated<B>(4, 8);
    return exchanged<4>(exchanged<2>(exchanged<1>(a, ones), twos), fours);
  } else {
    Rank<B> out = splat<B>(0);
    for (int f = 0; f < kFiles; ++f) {
      constexpr typename B::W first_file = repeated<B>(1, kFiles);
      const auto file = static_cast<typename B::W>(first_file << f);
      out = out | shifted_by(a & splat<B>(file), kFiles - 1 - 2 * f);
    }
    return out;
  }
}
template <int kFiles, int kRanks>
HWY_INLINE Rank<Board<kFiles, kRanks>> ranks_mirrored(const Rank<Board<kFiles, kRanks>>& a) {
  using B = Board<kFiles, kRanks>;
  if constexpr (kFiles == 8 && kRanks == 8) {
    constexpr typename B::W one = repeated<B>(8, 16), two = repeated<B>(16, 32), four = repeated<B>(32, 64);
    return exchanged<32>(exchanged<16>(exchanged<8>(a, one), two), four);
  } else {
    Rank<B> out = splat<B>(0);
    for (int k = 0; k < kRanks; ++k) {
      const auto rank = static_cast<typename B::W>(((typename B::W{1} << kFiles) - 1) << (k * kFiles));
      out = out | shifted_by(a & splat<B>(rank), kFiles * (kRanks - 1 - 2 * k));
    }
    return out;
  }
}
// By file - rank + files - 1: the squares of the diagonal.
template <int kFiles, int kRanks>
struct Diagonals {
  typename Board<kFiles, kRanks>::W squares[2 * kFiles - 1];
};
template <int kFiles, int kRanks>
constexpr Diagonals<kFiles, kRanks> diagonals() {
  Diagonals<kFiles, kRanks> out{};
  for (int s = 0; s < kFiles * kRanks; ++s)
    if (s / kFiles < kFiles)
      out.squares[s % kFiles - s / kFiles + kFiles - 1] |= typename Board<kFiles, kRanks>::W{1} << s;
  return out;
}
template <int kFiles, int kRanks>
inline constexpr Diagonals<kFiles, kRanks> kDiagonals = diagonals<kFiles, kRanks>();

// Exchanges the bits of `high` with those kBy below.
template <int kBy, class B>
HWY_INLINE Rank<B> exchanged_above(const Rank<B>& a, typename B::W high) {
  const Rank<B> differ = (a ^ shifted<kBy>(a)) & splat<B>(high);
  return a ^ differ ^ shifted<-kBy>(differ);
}
// Files and ranks exchanged: on 8x8 quarters, then quarters of quarters, then bits; else one diagonal at a time.
template <int kFiles, int kRanks>
HWY_INLINE Rank<Board<kFiles, kRanks>> transposed(const Rank<Board<kFiles, kRanks>>& a) {
  using B = Board<kFiles, kRanks>;
  if constexpr (kFiles == 8 && kRanks == 8) {
    const Rank<B> quarters = exchanged_above<28>(a, 0x0F0F0F0F00000000);
    return exchanged_above<7>(exchanged_above<14>(quarters, 0x3333000033330000), 0x5500550055005500);
  } else {
    Rank<B> out = splat<B>(0);
    for (int i = 1 - kFiles; i < kFiles; ++i)
      out = out | shifted_by(a & splat<B>(kDiagonals<kFiles, kRanks>.squares[i + kFiles - 1]), i * (kFiles - 1));
    return out;
  }
}
// The squares that the symmetry maps into the word: it mirrors first and then transposes; pulling back is the reverse.
template <int kFiles, int kRanks>
HWY_INLINE Rank<Board<kFiles, kRanks>> turned(Rank<Board<kFiles, kRanks>> a, int symmetry) {
  if constexpr (kFiles == kRanks)
    if ((symmetry & kTranspose) != 0) a = transposed<kFiles, kRanks>(a);
  if ((symmetry & kMirrorFiles) != 0) a = files_mirrored<kFiles, kRanks>(a);
  if ((symmetry & kMirrorRanks) != 0) a = ranks_mirrored<kFiles, kRanks>(a);
  return a;
}

}  // namespace bookends::tables::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
