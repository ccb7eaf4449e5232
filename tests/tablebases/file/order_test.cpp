// The numbering of files: one number for each placement up to symmetry and the order of identical men.
#include "tablebases/file/order.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <string>

#include "tests/tablebases/order_support.h"

namespace bookends::tables::test {
namespace {

template <const Rules& R>
Men image_of(const Men& men, int symmetry) {
  Men image = men;
  for (Square& s : image) s = kSymmetries<R>[slot(symmetry)][slot(s)];
  return image;
}

// Calls f for every way to exchange identical men, the given one first.
template <class F>
void for_each_exchange(std::span<const Occupant> kinds, Men men, F f) {
  f(men);
  for (std::size_t a = 0; a < men.size(); ++a)
    for (std::size_t b = a + 1; b < men.size(); ++b)
      if (kinds[a] == kinds[b]) {
        std::swap(men[a], men[b]);
        f(men);
      }
}

// Every image of a placement, its identical men exchanged, has the number, and the digits of it name one of them.
template <const Rules& R>
void expect_one_number(const PlacementIndex<R>& index, const FileOrder<R>& order, const Men& men) {
  const std::uint64_t number = order.number(men);
  ASSERT_LT(number, order.size());
  bool names_an_image = false;
  const std::optional<Men> named = decoded(order, number);
  ASSERT_TRUE(named);
  for (std::size_t man = 1; man < men.size(); ++man)
    if (index.men()[man - 1] == index.men()[man]) {
      const auto digit = [&](std::size_t i) { return order.digit_of_square(static_cast<int>(i), (*named)[i]); };
      ASSERT_LT(digit(man - 1), digit(man));
    }
  for (int g = 0; g < index.symmetries(); ++g)
    for_each_exchange(index.men(), image_of<R>(men, g), [&](const Men& image) {
      ASSERT_EQ(order.number(image), number);
      names_an_image = names_an_image || image == *named;
    });
  if (index.men().size() < 5) {  // all exchanges of two men, but not of three
    ASSERT_TRUE(names_an_image);
  }
}

// All placements of an ending, in some orders.
template <const Rules& R>
void check_orders(std::string_view name, int orders) {
  const PlacementIndex<R> index(*parse_ending(R, name));
  std::mt19937 dice(static_cast<unsigned>(name.size()) + static_cast<unsigned>(index.size()));
  for (int i = 0; i < orders; ++i) {
    const FileOrder<R> order(index, random_order(index, dice));
    std::vector<bool> taken(order.size());
    Men men(index.men().size());
    for (std::uint64_t number = 0; number < index.size(); ++number) {
      if (index.multiplicity(number) == 0) continue;
      index.squares(number, men);
      expect_one_number(index, order, men);
      if (testing::Test::HasFatalFailure()) return;
      ASSERT_FALSE(taken[order.number(men)]) << R.name << " " << name << " " << number;
      taken[order.number(men)] = true;
    }
  }
}

TEST(FileOrder, NumbersAllPlacementsOfThreeMen) {
  for (const char* name : {"KQvK", "KNvK", "KPvK"}) {
    check_orders<games::fragments>(name, 12);
    check_orders<games::fragments_sd>(name, 6);
    check_orders<games::gardner>(name, 6);
    check_orders<games::chess>(name, 3);
  }
  for (const char* name : {"KRvK", "KSvK", "KPvK"}) check_orders<games::makruk>(name, 2);
}

TEST(FileOrder, NumbersAllPlacementsOfFourMenOnASmallBoard) {
  for (const char* name : {"KNNvK", "KQvKR", "KPPvK", "KPvKP"}) check_orders<games::fragments>(name, 4);
}

template <const Rules& R>
void check_random(std::string_view name) {
  const PlacementIndex<R> index(*parse_ending(R, name));
  EXPECT_TRUE(rc::check(std::string(R.name) + " " + std::string(name), [&] {
    std::mt19937 dice(*rc::gen::arbitrary<unsigned>());
    const FileOrder<R> order(index, random_order(index, dice));
    const auto place = [&] {
      return *rc::gen::suchThat(rc::gen::container<Men>(index.men().size(), rc::gen::inRange<Square>(0, R.squares())),
                                [&](const Men& men) { return is_placement(index, men); });
    };
    const Men men = place(), other = place();
    expect_one_number(index, order, men);
    RC_ASSERT(!testing::Test::HasFatalFailure());
    RC_ASSERT((order.number(men) == order.number(other)) == (index.index(men) == index.index(other)));
  }));
}

TEST(FileOrder, NumbersPlacementsOfMoreMen) {
  for (const char* name : {"KQvKR", "KNNvK", "KPPvKR", "KBBvKN", "KRPvKP", "KRNvKPP", "KNNvKN", "KNNNvK"}) {
    check_random<games::fragments>(name);
    check_random<games::chess>(name);
  }
  for (const char* name : {"KSSvK", "KPPvKS", "KRMvKN"}) check_random<games::makruk>(name);
}

// What the first lines of order.h promise of the radices.
TEST(FileOrder, HasRowsOfAPowerOfTwoAndTheAnchorsFewSquares) {
  const PlacementIndex<games::chess> pieces(*parse_ending(games::chess, "KQvK"));
  const FileOrder<games::chess> a(pieces, {0, {0, 1, 2}});
  EXPECT_EQ(a.size(), 10u * 64 * 64);
  EXPECT_EQ(a.row(), 64);
  const FileOrder<games::chess> last(pieces, {0, {1, 2, 0}});
  EXPECT_EQ(last.size(), 64u * 64 * 16) << "ten squares in a row of sixteen";
  const PlacementIndex<games::chess> pawn(*parse_ending(games::chess, "KPvK"));
  EXPECT_EQ(FileOrder<games::chess>(pawn, {2, {2, 0, 1}}).size(), 24u * 64 * 64) << "half of the pawn's squares";
  EXPECT_EQ(FileOrder<games::chess>(pawn, {0, {0, 1, 2}}).size(), 32u * 64 * 64) << "48 squares in a row of 64";
  const PlacementIndex<games::fragments> small(*parse_ending(games::fragments, "KQvK"));
  EXPECT_EQ(FileOrder<games::fragments>(small, {1, {0, 1, 2}}).size(), 25u * 6 * 32);
}

TEST(FileOrder, SpecsThatAreNoneAreRejected) {
  const Ending knights = *parse_ending(games::chess, "KNNvK");
  const auto valid = [&](const OrderSpec& spec) { return valid_order(games::chess, knights, spec); };
  EXPECT_TRUE(valid({0, {0, 1, 2, 3}}));
  EXPECT_TRUE(valid({1, {3, 1, 0, 2}}));
  EXPECT_FALSE(valid({2, {0, 1, 2, 3}})) << "an anchor that is one of two";
  EXPECT_FALSE(valid({4, {0, 1, 2, 3}})) << "an anchor that is nobody";
  EXPECT_FALSE(valid({0, {0, 1, 2, 2}})) << "a man twice";
  EXPECT_FALSE(valid({0, {0, 1, 2, 4}})) << "a man too many";
  EXPECT_FALSE(valid({0, {}}));
  EXPECT_TRUE(valid_order(games::makruk, *parse_ending(games::makruk, "KSvK"), {2, {2, 1, 0}}));
}

}  // namespace
}  // namespace bookends::tables::test
