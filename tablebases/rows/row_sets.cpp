#include "tablebases/rows/row_sets.h"

#include "core/rules/geometry.h"

namespace bookends::tables {
namespace {

template <const Rules& R>
Word<R> pulled_back_by(int symmetry, Word<R> w) {
  [&]<int... n>(std::integer_sequence<int, n...>) {
    ((symmetry == n + 1 ? void(w = pulled_back<R, n + 1>(w)) : void()), ...);
  }
  (std::make_integer_sequence < int, R.files == R.ranks ? 7 : 3 > {});
  return w;
}

template <const Rules& R>
Word<R> unmoved(Occupant man, Word<R> targets, Word<R> free) {
  Word<R> out = 0;
  for_each_kind([&]<Kind K>() {
    if constexpr (K != Kind::pawn)
      if (man.kind() == K)
        out = man.color() == Color::white ? unmoves<R, K, Color::white>(targets, free)
                                          : unmoves<R, K, Color::black>(targets, free);
  });
  return out;
}

}  // namespace

template <const Rules& R>
void add_turned_rows(const Layout<R>& layout, std::span<const std::uint64_t> from, int symmetry,
                     std::span<std::uint64_t> to) {
  const std::size_t men = layout.row_men().size();
  if (symmetry == 0 || men == 0) {
    for (std::size_t i = 0; i < to.size(); ++i) to[i] |= from[i];
  } else if (men == 1) {
    to[0] |= pulled_back_by<R>(symmetry, static_cast<Word<R>>(from[0]));
  } else {
    SquareMap back{};  // a quarter turn is not its own inverse
    for (std::size_t s = 0; s < slot(R.squares()); ++s)
      back[kSymmetries<R>[slot(symmetry)][s]] = static_cast<std::uint8_t>(s);
    for (std::size_t w = 0; w < from.size(); ++w)
      for (const Square b : Squares(from[w])) {
        std::size_t image = 0, rest = 64 * w + slot(b);
        for (std::size_t i = 0, stride = 1; i < men; ++i, stride *= slot(R.squares()), rest /= slot(R.squares()))
          image += stride * back[rest % slot(R.squares())];
        to[image / 64] |= std::uint64_t{1} << image % 64;
      }
  }
}

template <const Rules& R>
void add_unmoved_rows(const Layout<R>& layout, std::span<const std::uint64_t> from, int man, Bitboard taken,
                      std::span<std::uint64_t> to) {
  const std::size_t men = layout.row_men().size(), squares = slot(R.squares());
  const Occupant mover = layout.index.men()[slot(layout.row_men()[slot(man)])];
  const auto free = static_cast<Word<R>>(geometry<R>.board & ~taken);
  if (men == 1) {
    to[0] |= unmoved<R>(mover, static_cast<Word<R>>(from[0]), free);
    return;
  }
  std::size_t stride = 1;
  for (std::size_t i = slot(man) + 1; i < men; ++i) stride *= squares;
  for (std::size_t high = 0; high < layout.rows; high += stride * squares)
    for (std::size_t base = high; base < high + stride; ++base) {
      Word<R> after = 0;
      for (std::size_t s = 0, row = base; s < squares; ++s, row += stride)
        after |= static_cast<Word<R>>(from[row / 64] >> row % 64 & 1) << s;
      if (after == 0) continue;
      for (const Square s : Squares(unmoved<R>(mover, after, free))) {
        const std::size_t row = base + slot(s) * stride;
        to[row / 64] |= std::uint64_t{1} << row % 64;
      }
    }
}

#define BOOKENDS_INSTANTIATE(game)                                                                          \
  template void add_turned_rows(const Layout<games::game>&, std::span<const std::uint64_t>, int,            \
                                std::span<std::uint64_t>);                                                  \
  template void add_unmoved_rows(const Layout<games::game>&, std::span<const std::uint64_t>, int, Bitboard, \
                                 std::span<std::uint64_t>);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
