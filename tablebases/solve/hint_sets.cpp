#include "tablebases/solve/hint_sets.h"

#include <array>
#include <cstring>

namespace bookends::tables {
namespace {

// Eight bits as eight bytes of 0 or 1.
constexpr std::array<std::uint64_t, 256> kSpread = [] {
  std::array<std::uint64_t, 256> spread{};
  for (std::size_t bits = 0; bits < 256; ++bits)
    for (std::size_t i = 0; i < 8; ++i) spread[bits] |= std::uint64_t{bits >> i & 1} << (8 * i);
  return spread;
}();
constexpr std::uint64_t kEverywhere = kSpread[0xFF];

}  // namespace

template <const Rules& R>
void HintSets<R>::begin(const Layout<R>& layout, std::size_t words, Hint exact_hint, bool deciding) {
  layout_ = &layout;
  exact_hint_ = exact_hint;
  deciding_ = deciding;
  exact_.resize(words);
  decides_.resize(deciding ? words : 0);
  claims_.resize(deciding ? words : 0);
}

template <const Rules& R>
void HintSets<R>::nothing(std::size_t at) {
  exact_[at] = 0;
  if (deciding_) decides_[at] = claims_[at] = 0;
}

template <const Rules& R>
void HintSets<R>::start(std::size_t at, const ExitSets<W>& all, const ExitSets<W>& conversions, W exact) {
  exact_[at] = exact;
  if (!deciding_) return;
  decides_[at] = conversions.win & ~conversions.late;
  claims_[at] = (conversions.draw & all.draw) | (conversions.loss() & all.loss() & ~(conversions.late ^ all.late));
}

template <const Rules& R>
void HintSets<R>::pass_limit(std::span<const W> closed) {
  for (std::size_t i = 0; i < claims_.size(); ++i) claims_[i] &= closed[i];
}

// Rows of the index are taken whole where the word man is no one of several, square by square elsewhere.
template <const Rules& R>
void HintSets<R>::write(std::size_t first, std::span<const W> open, std::span<const W> closed,
                        std::uint8_t* hints) const {
  const bool whole_rows =
      layout_->word_man >= 0 && !layout_->scattered && layout_->index.piece_groups().back().size == 1;
  constexpr auto squares = static_cast<std::size_t>(R.squares());
  std::array<std::uint8_t, 64> bytes{};
  for (std::size_t word = 0; word < layout_->words; ++word) {
    const Bitboard mask = layout_->record_mask[word];
    if (mask == 0) continue;
    const std::size_t at = first + word;
    std::uint8_t* row = hints + layout_->record_at[word];
    const auto number = [&](Square s) {
      return layout_->scattered ? std::size_t{layout_->record_bit[word * squares + slot(s)]} : slot(s);
    };
    if (whole_rows)
      std::memcpy(bytes.data(), row, squares);
    else
      for (const Square s : Squares(mask)) bytes[slot(s)] = row[number(s)];
    add(exact_[at], deciding_ ? decides_[at] | (claims_[at] & open[at] & closed[at]) : W{0}, bytes);
    if (whole_rows)
      std::memcpy(row, bytes.data(), squares);
    else
      for (const Square s : Squares(mask)) row[number(s)] = bytes[slot(s)];
  }
}

// A conversion that is as fast as the position counts only when it has the same result too.
template <const Rules& R>
void HintSets<R>::add(std::uint64_t exact, std::uint64_t decides, std::array<std::uint8_t, 64>& bytes) const {
  for (std::size_t i = 0; i < bytes.size(); i += 8) {
    const std::uint64_t e = kSpread[exact >> i & 0xFF], d = kSpread[decides >> i & 0xFF];
    std::uint64_t eight = 0;
    std::memcpy(&eight, bytes.data() + i, 8);
    eight |= e * exact_hint_;
    if (deciding_) eight = (eight & (d * kConversionIsBest | kEverywhere * kZeroingIsBest)) | d * kConversionDecides;
    std::memcpy(bytes.data() + i, &eight, 8);
  }
}

#define BOOKENDS_INSTANTIATE(game) template class HintSets<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
