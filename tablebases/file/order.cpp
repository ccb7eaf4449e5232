#include "tablebases/file/order.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/rules/geometry.h"

namespace bookends::tables {
namespace {

// A square that no symmetry of the ending maps to a smaller one.
template <const Rules& R>
bool is_smallest_image(Square s, int symmetries) {
  for (int g = 1; g < symmetries; ++g)
    if (kSymmetries<R>[slot(g)][slot(s)] < s) return false;
  return true;
}

}  // namespace

bool valid_order(const Rules& rules, const Ending& ending, const OrderSpec& spec) {
  const std::vector<Occupant> men = men_of(rules, ending);
  std::array<bool, kMaxMen> seen{};
  for (std::size_t place = 0; place < men.size(); ++place) {
    if (spec.men[place] >= men.size() || seen[spec.men[place]]) return false;
    seen[spec.men[place]] = true;
  }
  return spec.anchor < men.size() && std::count(men.begin(), men.end(), men[spec.anchor]) == 1;
}

template <const Rules& R>
FileOrder<R>::FileOrder(const PlacementIndex<R>& index, const OrderSpec& spec)
    : spec_(spec), men_(static_cast<int>(index.men().size())) {
  const std::span<const Occupant> men = index.men();
  for (std::size_t i = 0; i < men.size(); ++i) {
    group_size_[i] = static_cast<int>(std::count(men.begin(), men.end(), men[i]));
    const bool first = i == 0 || men[i - 1] != men[i];
    if (first && group_size_[i] > 1)
      runs_.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(group_size_[i])});
  }
  assert(group_size_[spec.anchor] == 1);
  list_digits(index);
  list_images(index.symmetries());
  for (int place = men_; place-- > 0; size_ *= static_cast<std::uint64_t>(place + 1 == men_ ? row() : radix(place)))
    stride_[slot(place)] = size_;
  for (int place = 0; place < men_; ++place) stride_of_man_[slot(man_at(place))] = stride(place);
}

// The squares of each man in the order of its digits.
template <const Rules& R>
void FileOrder<R>::list_digits(const PlacementIndex<R>& index) {
  for (int place = 0; place < men_; ++place) {
    const Occupant man = index.men()[slot(man_at(place))];
    const bool pawn = man.kind() == Kind::pawn;
    for (Square i = 0; i < kSquares; ++i) {
      const Square s = pawn && man.color() == Color::black ? mirror_rank(R, i) : i;
      if (pawn && !contains(geometry<R>.pawns[slot(man.color())], s)) continue;
      if (man_at(place) == spec_.anchor && !is_smallest_image<R>(s, index.symmetries())) continue;
      const int digit = radix_[slot(place)]++;
      squares_[slot(place)][slot(digit)] = static_cast<std::uint8_t>(s);
      digits_[slot(man_at(place))][slot(s)] = static_cast<std::uint8_t>(digit);
    }
  }
}

template <const Rules& R>
void FileOrder<R>::list_images(int symmetries) {
  for (Square s = 0; s < kSquares; ++s)
    for (int g = 0; g < symmetries; ++g) {
      const Square image = kSymmetries<R>[slot(g)][slot(s)];
      Images& to = images_[slot(s)];
      if (is_smallest_image<R>(image, symmetries)) to.symmetries[to.count++] = static_cast<std::uint8_t>(g);
    }
}

// Most runs are of two men: they are put in order without a branch, which nobody could foresee.
template <const Rules& R>
std::uint64_t FileOrder<R>::image_number_of_runs(std::span<const Square> squares, const SquareMap& map) const {
  std::array<std::uint8_t, kMaxMen> digits{};
  for (std::size_t i = 0; i < slot(men_); ++i) digits[i] = digits_[i][map[slot(squares[i])]];
  for (const Run& run : runs_) {
    std::uint8_t* const first = &digits[run.first];
    const std::uint8_t a = first[0], b = first[1];
    first[0] = std::min(a, b);
    first[1] = std::max(a, b);
    if (run.size > 2) std::sort(first, first + run.size);
  }
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < slot(men_); ++i) number += digits[i] * stride_of_man_[i];
  return number;
}

#define BOOKENDS_INSTANTIATE_FILE_ORDER(game) template class FileOrder<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_FILE_ORDER)
#undef BOOKENDS_INSTANTIATE_FILE_ORDER

}  // namespace bookends::tables
