// A ply of the solver on whole rows: what is won or lost now, and the codes that are written for it.
// Compiled once for each instruction set, as a part of kernels-inl.h: no include guard, no lambdas.

HWY_BEFORE_NAMESPACE();
namespace bookends::tables::HWY_NAMESPACE {

template <int kFiles, int kRanks>
bool win(std::span<const std::uint64_t> targets, typename Board<kFiles, kRanks>::W* before,
         typename Board<kFiles, kRanks>::W* open, std::uint64_t* fresh, std::uint64_t* wanted) {
  using B = Board<kFiles, kRanks>;
  std::uint64_t found = 0;
  for (std::size_t w = 0; w < targets.size(); ++w) {
    fresh[w] = 0;
    for (std::uint64_t left = targets[w]; left != 0; left &= left - 1) {
      const std::size_t at = (64 * w + hwy::Num0BitsBelowLS1Bit_Nonzero64(left)) * B::kRow;
      Rank<B> any = splat<B>(0), rest = splat<B>(0);
      for (std::size_t i = at; i < at + B::kRow; i += kRankWords) {
        const Rank<B> was = load<B>(open + i), won = load<B>(before + i) & was, is = and_not(won, was);
        store(won, before + i);
        store(is, open + i);
        any = any | won;
        rest = rest | is;
      }
      if (!is_zero(any)) fresh[w] |= left & (0 - left);
      if (is_zero(rest)) wanted[w] &= ~(left & (0 - left));
    }
    found |= fresh[w];
  }
  return found != 0;
}

template <int kFiles, int kRanks>
bool lose(std::span<const std::uint64_t> targets, const typename Board<kFiles, kRanks>::W* before,
          typename Board<kFiles, kRanks>::W* closed, typename Board<kFiles, kRanks>::W* lost, std::uint64_t* fresh,
          std::uint64_t* wanted) {
  using B = Board<kFiles, kRanks>;
  const Rank<B> all = splat<B>(static_cast<typename B::W>(~typename B::W{0}));
  std::uint64_t found = 0;
  for (std::size_t w = 0; w < targets.size(); ++w) {
    fresh[w] = 0;
    for (std::uint64_t left = targets[w]; left != 0; left &= left - 1) {
      const std::size_t at = (64 * w + hwy::Num0BitsBelowLS1Bit_Nonzero64(left)) * B::kRow;
      Rank<B> any = splat<B>(0), rest = splat<B>(0);
      for (std::size_t i = at; i < at + B::kRow; i += kRankWords) {
        const Rank<B> was = load<B>(closed + i), now = and_not(load<B>(before + i) | was, all), is = was | now;
        store(now, lost + i);
        store(is, closed + i);
        any = any | now;
        rest = rest | and_not(is, all);
      }
      if (!is_zero(any)) fresh[w] |= left & (0 - left);
      if (is_zero(rest)) wanted[w] &= ~(left & (0 - left));
    }
    found |= fresh[w];
  }
  return found != 0;
}

// Masked stores touch nothing but what is recorded, so that threads may work on neighbouring bytes. Narrower
// instruction sets have none for bytes; and a few are written sooner one at a time.
template <class W>
// NOLINTNEXTLINE(readability-non-const-parameter): written through, in code that depends on the instruction set
HWY_INLINE void record_word(W squares, std::uint8_t* to, std::uint8_t byte) {
#if HWY_TARGET <= HWY_AVX3
  constexpr std::size_t kFew = 6;
  if (hwy::PopCount(squares) > kFew) {
    const hn::CappedTag<std::uint8_t, 8 * sizeof(W)> d;
    std::uint8_t bits[8] = {};  // LoadMaskBits may read so many
    hwy::CopyBytes<sizeof(W)>(&squares, bits);
    for (std::size_t i = 0; i < 8 * sizeof(W); i += hn::MaxLanes(d))
      hn::BlendedStore(hn::Set(d, byte), hn::LoadMaskBits(d, bits + i / 8), d, to + i);
    return;
  }
#endif
  for (; squares != 0; squares &= squares - 1) to[hwy::Num0BitsBelowLS1Bit_Nonzero64(squares)] = byte;
}

template <int kFiles, int kRanks>
void record(std::span<const std::uint64_t> rows, const typename Board<kFiles, kRanks>::W* words,
            const typename Board<kFiles, kRanks>::W* mask, const std::uint64_t* at, std::uint8_t* to,
            std::uint8_t byte) {
  using B = Board<kFiles, kRanks>;
  for (std::size_t w = 0; w < rows.size(); ++w)
    for (std::uint64_t left = rows[w]; left != 0; left &= left - 1) {
      const std::size_t first = (64 * w + hwy::Num0BitsBelowLS1Bit_Nonzero64(left)) * B::kRow;
      for (std::size_t i = first; i < first + B::kRow; ++i) {
        const auto squares = static_cast<typename B::W>(words[i] & mask[i]);
        if (squares != 0) record_word(squares, to + at[i], byte);
      }
    }
}

}  // namespace bookends::tables::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
