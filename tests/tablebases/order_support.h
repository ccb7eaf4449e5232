// Orders of men for tests: random ones, and placements read back from their numbers.
#pragma once

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

#include "core/rules/geometry.h"
#include "tablebases/file/order.h"

namespace bookends::tables::test {

using Men = std::vector<Square>;

// Any order of men, and as the anchor any man that is alone of its kind.
template <const Rules& R>
OrderSpec random_order(const PlacementIndex<R>& index, std::mt19937& dice) {
  std::vector<std::uint8_t> men(index.men().size()), alone;
  std::iota(men.begin(), men.end(), std::uint8_t{0});
  for (const std::uint8_t man : men)
    if (std::count(index.men().begin(), index.men().end(), index.men()[man]) == 1) alone.push_back(man);
  std::shuffle(men.begin(), men.end(), dice);
  OrderSpec spec;
  spec.anchor = alone[dice() % alone.size()];
  std::copy(men.begin(), men.end(), spec.men.begin());
  return spec;
}

// Kings first, and the first of them the anchor.
template <const Rules& R>
OrderSpec plain_order(const PlacementIndex<R>& index) {
  OrderSpec spec;
  for (std::uint8_t man = 0; man < index.men().size(); ++man) spec.men[man] = man;
  return spec;
}

// Different squares, pawns where they can stand, kings apart.
template <const Rules& R>
bool is_placement(const PlacementIndex<R>& index, const Men& men) {
  Bitboard seen = 0;
  for (std::size_t i = 0; i < men.size(); ++i) {
    if (contains(seen, men[i])) return false;
    seen |= bit(men[i]);
    const Occupant man = index.men()[i];
    if (man.kind() == Kind::pawn && !contains(geometry<R>.pawns[slot(man.color())], men[i])) return false;
  }
  return index.pair_of(men[0], men[1]).pair >= 0;
}

// The squares that the digits of a number name, different or not; nothing when one of them names no square.
template <const Rules& R>
std::optional<Men> decoded(const FileOrder<R>& order, std::uint64_t number) {
  Men men(static_cast<std::size_t>(order.men()));
  for (int place = 0; place < order.men(); ++place) {
    const auto digit = static_cast<int>(number / order.stride(place));
    number %= order.stride(place);
    if (digit >= order.radix(place)) return std::nullopt;
    men[static_cast<std::size_t>(order.man_at(place))] = order.square_of_digit(place, digit);
  }
  return men;
}

}  // namespace bookends::tables::test
