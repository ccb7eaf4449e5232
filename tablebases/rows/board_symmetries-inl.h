// The symmetries of the board, on whole ranks of words: for king moves that lead into a block seen through one.
// Compiled once for each instruction set, as a part of kernels-inl.h: no include guard, no lambdas.

HWY_BEFORE_NAMESPACE();
namespace bookends::tables::HWY_NAMESPACE {

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
