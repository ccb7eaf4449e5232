// The index: a bijection on placements up to symmetry and the order of identical men.
#include "tablebases/material/index.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "core/rules/geometry.h"

namespace bookends::tables {
namespace {

using Men = std::vector<Square>;

template <const Rules& R>
Ending named(std::string_view name) {
  return *parse_ending(R, name);
}

template <const Rules& R>
bool is_placement(const PlacementIndex<R>& index, const Men& men) {
  Bitboard seen = 0;
  for (std::size_t i = 0; i < men.size(); ++i) {
    if (contains(seen, men[i])) return false;
    seen |= bit(men[i]);
    const Occupant man = index.men()[i];
    if (man.kind() == Kind::pawn && !contains(geometry<R>.pawns[slot(man.color())], men[i])) return false;
  }
  return !contains(attacks<R, Kind::king>(Color::white, men[0], 0), men[1]);
}

template <const Rules& R>
Men random_placement(const PlacementIndex<R>& index) {
  return *rc::gen::suchThat(rc::gen::container<Men>(index.men().size(), rc::gen::inRange<Square>(0, R.squares())),
                            [&](const Men& men) { return is_placement(index, men); });
}

// Each group of identical men in one order, so that placements can be compared.
template <const Rules& R>
Men sorted(const PlacementIndex<R>& index, Men men) {
  for (const auto& groups : {index.pawn_groups(), index.piece_groups()})
    for (const Group& g : groups) std::sort(men.begin() + g.first, men.begin() + g.first + g.size);
  return men;
}

template <const Rules& R>
std::vector<Men> images(const PlacementIndex<R>& index, const Men& men) {
  std::vector<Men> out;
  for (int g = 0; g < index.symmetries(); ++g) {
    Men image = men;
    for (Square& s : image) s = kSymmetries<R>[slot(g)][slot(s)];
    out.push_back(sorted(index, image));
  }
  return out;
}

template <const Rules& R>
void check_round_trip(std::string_view name) {
  const PlacementIndex<R> index(named<R>(name));
  const bool holds = rc::check(std::string(R.name) + " " + std::string(name), [&] {
    const Men men = random_placement(index);
    const std::uint64_t number = index.index(men);
    RC_ASSERT(number < index.size());
    Men back(men.size());
    index.squares(number, back);
    RC_ASSERT(index.index(back) == number);
    const std::vector<Men> all = images(index, men);
    RC_ASSERT(std::count(all.begin(), all.end(), sorted(index, back)) > 0);
    for (const Men& image : all) RC_ASSERT(index.index(image) == number);
    const std::set<Men> different(all.begin(), all.end());
    RC_ASSERT(index.multiplicity(number) == static_cast<int>(different.size()));
  });
  EXPECT_TRUE(holds);
}

TEST(PlacementIndex, RoundTripsAndIgnoresSymmetryAndOrder) {
  for (const char* name : {"KvK", "KQvK", "KQvKR", "KRRvK", "KBBBvK", "KNNvKNN", "KPvK", "KPvKP", "KPPvK", "KQPvKBP"}) {
    check_round_trip<games::fragments>(name);
    check_round_trip<games::chess>(name);
  }
  for (const char* name : {"KMvK", "KSvK", "KSSvKR", "KPPvKS", "KRvKM"}) check_round_trip<games::makruk>(name);
}

// The number of ways to put down the men: kings apart, other men on the rest, identical men not told apart.
template <const Rules& R>
std::uint64_t count_placements(const PlacementIndex<R>& index, std::size_t man, Bitboard taken, Square last) {
  if (man == index.men().size()) return 1;
  const Occupant who = index.men()[man];
  Bitboard free = geometry<R>.board & ~taken;
  if (who.kind() == Kind::pawn) free &= geometry<R>.pawns[slot(who.color())];
  if (man == 1) free &= ~attacks<R, Kind::king>(Color::white, lowest(taken), 0);
  if (man > 0 && index.men()[man - 1] == who) free &= bit(last) - 1;
  std::uint64_t sum = 0;
  for (const Square s : Squares(free)) sum += count_placements(index, man + 1, taken | bit(s), s);
  return sum;
}

template <const Rules& R>
void check_multiplicities(std::string_view name) {
  const PlacementIndex<R> index(named<R>(name));
  std::uint64_t sum = 0;
  for (std::uint64_t number = 0; number < index.size(); ++number) sum += index.multiplicity(number);
  EXPECT_EQ(sum, count_placements(index, 0, 0, 0)) << R.name << " " << name;
}

TEST(PlacementIndex, MultiplicitiesAddUpToAllPlacements) {
  for (const char* name : {"KvK", "KQvK", "KRBvK", "KNNvK", "KBvKB", "KPvK", "KPPvK", "KPvKP", "KNvKP", "KRRRvK"})
    check_multiplicities<games::fragments>(name);
  for (const char* name : {"KvK", "KQvK", "KPvK"}) check_multiplicities<games::chess>(name);
  for (const char* name : {"KMvK", "KSvK", "KPvK"}) check_multiplicities<games::makruk>(name);
}

TEST(PlacementIndex, KingPairsAreReducedAsFarAsTheGameAllows) {
  EXPECT_EQ(PlacementIndex<games::chess>(named<games::chess>("KQvK")).pairs(), 462u);
  EXPECT_EQ(PlacementIndex<games::fragments>(named<games::fragments>("KRvK")).pairs(), 63u);
  EXPECT_EQ(PlacementIndex<games::chess>(named<games::chess>("KPvK")).pairs(), 3612u);
  EXPECT_EQ(PlacementIndex<games::makruk>(named<games::makruk>("KMvK")).pairs(), 462u);
  EXPECT_EQ(PlacementIndex<games::makruk>(named<games::makruk>("KSvK")).pairs(), 1806u);
}

TEST(PlacementIndex, PawnsOfMakrukStandOnThreeRanks) {
  const PlacementIndex<games::makruk> index(named<games::makruk>("KPvK"));
  EXPECT_EQ(index.slices(), 12u);
  Square s = 0;
  for (std::uint64_t slice = 0; slice < index.slices(); ++slice) {
    index.slice_squares(slice, {&s, 1});
    EXPECT_GE(rank_of(games::makruk, s), 2);
    EXPECT_LE(rank_of(games::makruk, s), 4);
  }
}

TEST(PlacementIndex, SwappedColoursGiveTheSamePlace) {
  const auto look = [](std::string_view fen) {
    const auto position = Position<games::fragments>::from_fen(fen);
    EXPECT_TRUE(position.ok()) << fen;
    const Placed at = placed(*position);
    const PlacementIndex<games::fragments> index(at.ending);
    return std::tuple(ending_name(games::fragments, at.ending), at.side, index_of(index, *position, at.swapped));
  };
  EXPECT_EQ(look("4k/5/1p3/5/K2R1 w"), look("k2r1/5/1P3/5/4K b"));
  EXPECT_EQ(look("4k/5/1p3/5/K2R1 w"), look("k4/5/3p1/5/1R2K w"));
  EXPECT_EQ(std::get<1>(look("4k/5/1p3/5/K2R1 b")), 1);
  EXPECT_EQ(std::get<0>(look("k2r1/5/1P3/5/4K b")), "KRvKP");
}

}  // namespace
}  // namespace bookends::tables
