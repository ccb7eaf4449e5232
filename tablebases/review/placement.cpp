#include "tablebases/review/placement.h"

#include <omp.h>

#include "core/rules/geometry.h"

namespace bookends::tables {

template <const Rules& R>
void mark_illegal(const PlacementIndex<R>& index, int side, std::span<DtmCode> codes, int threads) {
#pragma omp parallel for schedule(static, 4096) num_threads(threads > 0 ? threads : omp_get_max_threads())
  for (std::size_t i = 0; i < codes.size(); ++i)
    if (index.multiplicity(i) == 0 || !position_of_number(index, i, side)) codes[i] = kIllegal;
}

namespace {

// The number of a placement seen with colours exchanged.
template <const Rules& R>
std::uint64_t mirrored_number(const PlacementIndex<R>& index, std::uint64_t number) {
  const std::span<const Occupant> men = index.men();
  std::array<Square, kMaxMen> before{}, after{};
  index.squares(number, std::span(before).first(men.size()));
  std::array<std::array<Bitboard, kKinds>, 2> sets{};
  for (std::size_t i = 0; i < men.size(); ++i)
    sets[slot(~men[i].color())][slot(men[i].kind())] |= bit(mirror_rank(R, before[i]));
  for (std::size_t i = 0; i < men.size(); ++i) after[i] = pop_lowest(sets[slot(men[i].color())][slot(men[i].kind())]);
  return index.index(std::span<const Square>(after).first(men.size()));
}

}  // namespace

template <const Rules& R>
std::vector<DtmCode> mirrored_side(const PlacementIndex<R>& index, std::span<const DtmCode> codes, int threads) {
  std::vector<DtmCode> mirrored(codes.size(), kIllegal);
#pragma omp parallel for schedule(static, 4096) num_threads(threads > 0 ? threads : omp_get_max_threads())
  for (std::size_t i = 0; i < codes.size(); ++i)
    if (index.multiplicity(i) != 0) mirrored[i] = codes[mirrored_number(index, i)];
  return mirrored;
}

#define BOOKENDS_INSTANTIATE_PLACEMENT(game)                                                                 \
  template void mark_illegal<games::game>(const PlacementIndex<games::game>&, int, std::span<DtmCode>, int); \
  template std::vector<DtmCode> mirrored_side<games::game>(const PlacementIndex<games::game>&,               \
                                                           std::span<const DtmCode>, int);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_PLACEMENT)
#undef BOOKENDS_INSTANTIATE_PLACEMENT

}  // namespace bookends::tables
