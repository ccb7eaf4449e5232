#include "tablebases/pack/gather.h"

#include <algorithm>
#include <cassert>

namespace bookends::tables {

namespace {

// The symmetry that does first one and then another.
template <const Rules& R>
std::uint8_t composition(std::size_t first, std::size_t second) {
  for (std::uint8_t g = 0; g < 8; ++g) {
    bool same = true;
    for (std::size_t s = 0; same && s < slot(R.squares()); ++s)
      same = kSymmetries<R>[g][s] == kSymmetries<R>[second][kSymmetries<R>[first][s]];
    if (same) return g;
  }
  return 0;  // only where the board is not square, and then for symmetries it does not have
}

}  // namespace

// The symmetries that take a placement to where it is indexed; two where it is mapped to its own pair of kings or
// pawns, of which the one with the smaller number counts.
template <const Rules& R>
struct Gather<R>::Images {
  std::array<int, 2> symmetry{};
  int count = 0;
};

template <const Rules& R>
Gather<R>::Gather(const PlacementIndex<R>& index, const FileOrder<R>& order, const SideValues& values)
    : index_(index),
      order_(order),
      values_(values),
      last_(order.man_at(order.men() - 1)),
      pawns_(index.ending().pawns()) {
  for (std::size_t first = 0; first < 8; ++first)
    for (std::size_t second = 0; second < 8; ++second) composed_[second][first] = composition<R>(first, second);
  list_parts();
  if (last_ < 2 && pawns_ == 0) list_king_steps();
}

template <const Rules& R>
void Gather<R>::list_parts() {
  for (const Group& g : index_.piece_groups()) {
    if (g.size != 1) {
      all_single_ = false;
      if (g.size == 2 && (last_ == g.first || last_ == g.first + 1)) {
        partner_ = 2 * g.first + 1 - last_;
        pair_stride_ = g.stride;
      }
      continue;
    }
    if (g.first == last_) stride_ = g.stride;
    for (int symmetry = 0; symmetry < index_.symmetries(); ++symmetry)
      for (std::size_t s = 0; s < slot(R.squares()); ++s)
        parts_[slot(symmetry)][slot(g.first)][s] =
            static_cast<std::uint32_t>(g.stride * kSymmetries<R>[slot(symmetry)][s]);
  }
}

template <const Rules& R>
void Gather<R>::list_king_steps() {
  constexpr Square squares = R.squares();
  king_steps_.resize(slot(squares * squares));
  for (Square other = 0; other < squares; ++other)
    for (Square s = 0; s < squares; ++s) {
      const auto kings = last_ == 0 ? index_.pair_of(s, other) : index_.pair_of(other, s);
      if (kings.pair < 0) continue;
      KingStep& step = king_steps_[slot(other * squares + s)];
      step.base = slot(kings.pair) * index_.inner();
      step.symmetry = kings.symmetry;
      step.other = composed_[index_.pair(slot(kings.pair)).stabilizer][kings.symmetry];
      step.apart = true;
    }
}

template <const Rules& R>
void Gather<R>::block(std::uint64_t first, std::size_t n, BlockValues& out) const {
  const auto width = slot(order_.row());
  assert(first % width == 0 && n % width == 0);
  out.marks.assign(n, 0);
  out.dtm.assign(values_.dtm != nullptr ? n : 0, 0);
  out.dtz.assign(values_.dtz != nullptr ? n : 0, 0);
  // The digits of all men but the last, counted up from row to row.
  std::array<int, kMaxMen> digits{};
  std::uint64_t rest = first / width;
  for (int place = order_.men() - 1; place-- > 0; rest /= slot(order_.radix(place)))
    digits[slot(place)] = static_cast<int>(rest % slot(order_.radix(place)));
  Row row;
  for (std::size_t at = 0; at < n; at += width) {
    if (set_up(digits, row)) {
      number_row(row);
      copy(row, at, out);
    }
    for (int place = order_.men() - 1; place-- > 0;) {
      if (++digits[slot(place)] < order_.radix(place)) break;
      digits[slot(place)] = 0;
    }
  }
}

// False when the row holds no position at all.
template <const Rules& R>
bool Gather<R>::set_up(const std::array<int, kMaxMen>& digits, Row& row) const {
  Bitboard taken = 0;
  for (int place = 0; place < order_.men() - 1; ++place) {
    const Square s = order_.square_of_digit(place, digits[slot(place)]);
    if (contains(taken, s)) return false;
    taken |= bit(s);
    row.squares[slot(order_.man_at(place))] = s;
  }
  if (last_ > 1 && index_.pair_of(row.squares[0], row.squares[1]).pair < 0) return false;
  row.keep = in_ascending_order(row);
  if (row.keep != 0) row.keep &= without_repetitions(row);
  return row.keep != 0;
}

template <const Rules& R>
void Gather<R>::number_row(Row& row) const {
  if (stride_ != 0)
    number_piece_row(row);
  else if (pair_stride_ != 0)
    number_pair_row(row);
  else if (last_ < 2 && pawns_ == 0)
    number_king_row(row);
  else if (last_ < 2 && images_of(row.squares).count == 1)
    number_king_row_with_pawns(row);
  else
    number_one_by_one(row);
}

// Identical men stand in ascending order: for each digit of the last man, whether they do.
template <const Rules& R>
std::uint64_t Gather<R>::in_ascending_order(const Row& row) const {
  const int radix = order_.radix(order_.men() - 1);
  std::uint64_t keep = radix == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << radix) - 1;
  const std::span<const Occupant> men = index_.men();
  for (int man = 0; man + 1 < order_.men(); ++man) {
    if (men[slot(man)] != men[slot(man + 1)]) continue;
    const int here = order_.digit_of_square(man, row.squares[slot(man)]);
    const int next = order_.digit_of_square(man + 1, row.squares[slot(man + 1)]);
    if (man == last_)
      keep &= (std::uint64_t{1} << next) - 1;
    else if (man + 1 == last_)
      keep &= here == 63 ? 0 : ~std::uint64_t{0} << (here + 1);
    else if (here > next)
      return 0;
  }
  return keep;
}

// Where several symmetries bring the anchor to its square, only the smallest image counts.
template <const Rules& R>
std::uint64_t Gather<R>::without_repetitions(const Row& row) const {
  std::uint64_t keep = ~std::uint64_t{0};
  if (last_ == order_.spec().anchor) return keep;  // it stands on many squares in the row
  for (const std::uint8_t symmetry : order_.images(row.squares[slot(int{order_.spec().anchor})]))
    if (symmetry != 0) keep &= smallest_of_images(row, symmetry);
  return keep;
}

// The digits of the last man for which no image is smaller. Images are compared man by man, the slowest first; this
// stops at men that are not alone of their kind, whose images may change places: what is kept needlessly is right too.
template <const Rules& R>
std::uint64_t Gather<R>::smallest_of_images(const Row& row, int symmetry) const {
  const SquareMap& map = kSymmetries<R>[slot(symmetry)];
  for (int place = 0; place < order_.men() - 1; ++place) {
    const int man = order_.man_at(place);
    if (man == order_.spec().anchor) continue;
    if (!order_.is_single(man)) return ~std::uint64_t{0};
    const Square s = row.squares[slot(man)];
    const int digit = order_.digit_of_square(man, s), image = order_.digit_of_square(man, map[slot(s)]);
    if (image != digit) return image < digit ? 0 : ~std::uint64_t{0};
  }
  if (!order_.is_single(last_) || last_ == order_.spec().anchor) return ~std::uint64_t{0};
  std::uint64_t keep = 0;
  const int place = order_.men() - 1;
  for (int digit = 0; digit < order_.radix(place); ++digit) {
    const Square image = map[slot(order_.square_of_digit(place, digit))];
    if (order_.digit_of_square(last_, image) >= digit) keep |= std::uint64_t{1} << digit;
  }
  return keep;
}

// A piece moves along the row, so one or two symmetries serve all of it, and its square is one term of the index.
// Squares that are taken have numbers without a position, whose marks are 0.
template <const Rules& R>
void Gather<R>::number_piece_row(Row& row) const {
  const Images images = images_of(row.squares);
  const int radix = order_.radix(order_.men() - 1);
  const auto& first = parts_[slot(images.symmetry[0])][slot(last_)];
  const std::uint64_t base = number_of_image(row.squares, images.symmetry[0]);
  for (std::size_t digit = 0; digit < slot(radix); ++digit)
    row.numbers[digit] = base + first[slot(order_.square_of_digit(order_.men() - 1, static_cast<int>(digit)))];
  if (images.count == 1) return;
  const auto& second = parts_[slot(images.symmetry[1])][slot(last_)];
  const std::uint64_t other = number_of_image(row.squares, images.symmetry[1]);
  for (std::size_t digit = 0; digit < slot(radix); ++digit) {
    const auto s = slot(order_.square_of_digit(order_.men() - 1, static_cast<int>(digit)));
    row.numbers[digit] = std::min(row.numbers[digit], other + second[s]);
  }
}

// One of two identical pieces moves along the row: the rank of the pair is one term of the index.
template <const Rules& R>
void Gather<R>::number_pair_row(Row& row) const {
  const Images images = images_of(row.squares);
  const int place = order_.men() - 1;
  for (int i = 0; i < images.count; ++i) {
    const int symmetry = images.symmetry[slot(i)];
    const SquareMap& map = kSymmetries<R>[slot(symmetry)];
    const std::uint64_t base = number_of_image(row.squares, symmetry);
    const std::uint64_t partner = map[slot(row.squares[slot(partner_)])];
    for (std::size_t digit = 0; digit < slot(order_.radix(place)); ++digit) {
      const std::uint64_t s = map[slot(order_.square_of_digit(place, static_cast<int>(digit)))];
      const std::uint64_t high = std::max(s, partner), low = std::min(s, partner);
      const std::uint64_t number = base + pair_stride_ * (high * (high - 1) / 2 + low);
      row.numbers[digit] = i == 0 ? number : std::min(row.numbers[digit], number);
    }
  }
}

// A king moves along the row: its square decides the pair and the symmetry, and the pieces have one rank for each
// symmetry. A square that is taken by a piece has a number without a position.
template <const Rules& R>
void Gather<R>::number_king_row(Row& row) const {
  std::array<std::uint64_t, 8> ranks{};
  for (int g = 0; g < index_.symmetries(); ++g) ranks[slot(g)] = rank_of_pieces(row.squares, g);
  const KingStep* steps = king_steps_.data() + slot(row.squares[slot(1 - last_)] * R.squares());
  const int place = order_.men() - 1;
  for (std::size_t digit = 0; digit < slot(order_.radix(place)); ++digit) {
    const KingStep& step = steps[order_.square_of_digit(place, static_cast<int>(digit))];
    row.numbers[digit] = step.base + std::min(ranks[step.symmetry], ranks[step.other]);
    if (!step.apart) row.keep &= ~(std::uint64_t{1} << digit);
  }
}

// The same where the pawns have decided the symmetry, and pairs of kings are not reduced.
template <const Rules& R>
void Gather<R>::number_king_row_with_pawns(Row& row) const {
  const int symmetry = images_of(row.squares).symmetry[0];
  const SquareMap& map = kSymmetries<R>[slot(symmetry)];
  Squares image{};
  for (int man = 0; man < order_.men(); ++man) image[slot(man)] = map[slot(row.squares[slot(man)])];
  const auto slice = static_cast<std::uint64_t>(index_.slice_of({image.data() + 2, slot(pawns_)}));
  const std::uint64_t rank = rank_of_pieces(row.squares, symmetry);
  const int place = order_.men() - 1;
  for (std::size_t digit = 0; digit < slot(order_.radix(place)); ++digit) {
    image[slot(last_)] = map[slot(order_.square_of_digit(place, static_cast<int>(digit)))];
    const auto kings = index_.pair_of(image[0], image[1]);
    if (kings.pair < 0) row.keep &= ~(std::uint64_t{1} << digit);
    row.numbers[digit] = kings.pair < 0 ? 0 : (slice * index_.pairs() + slot(kings.pair)) * index_.inner() + rank;
  }
}

template <const Rules& R>
void Gather<R>::number_one_by_one(Row& row) const {
  Squares squares = row.squares;
  Bitboard taken = 0;
  for (int man = 0; man < order_.men(); ++man)
    if (man != last_) taken |= bit(squares[slot(man)]);
  for (std::uint64_t left = row.keep; left != 0; left &= left - 1) {
    const auto digit = static_cast<std::size_t>(std::countr_zero(left));
    const Square s = order_.square_of_digit(order_.men() - 1, static_cast<int>(digit));
    squares[slot(last_)] = s;
    if (contains(taken, s) || index_.pair_of(squares[0], squares[1]).pair < 0)
      row.keep &= ~(std::uint64_t{1} << digit);
    else
      row.numbers[digit] = index_.index({squares.data(), slot(order_.men())});
  }
}

template <const Rules& R>
void Gather<R>::copy(const Row& row, std::size_t at, BlockValues& out) const {
  const auto width = slot(order_.radix(order_.men() - 1));
  const auto kept = [&](std::size_t digit) { return (row.keep >> digit & 1) != 0; };
  const std::uint8_t* marks = values_.marks->data();
  for (std::size_t digit = 0; digit < width; ++digit)
    out.marks[at + digit] = kept(digit) ? marks[row.numbers[digit]] : std::uint8_t{0};
  const auto put = [&](const CodeArray& from, std::uint16_t* to) {
    const CodeArray::Place* places = from.places().data();
    for (std::size_t digit = 0; digit < width; ++digit)
      to[digit] = kept(digit) ? from.meaning()[places[row.numbers[digit]]] : std::uint16_t{0};
    if (!from.has_late()) return;
    for (std::size_t digit = 0; digit < width; ++digit)
      if (kept(digit)) to[digit] = from[row.numbers[digit]];
  };
  if (values_.dtm != nullptr) put(*values_.dtm, out.dtm.data() + at);
  if (values_.dtz != nullptr) put(*values_.dtz, out.dtz.data() + at);
}

template <const Rules& R>
auto Gather<R>::images_of(const Squares& squares) const -> Images {
  if (pawns_ != 0) {
    const std::int64_t slice = index_.slice_of({squares.data() + 2, slot(pawns_)});
    if (slice < 0) return {{kMirrorFiles, 0}, 1};
    // One pawn is its own mirror image only on a middle file.
    const bool possible = pawns_ > 1 || R.files % 2 != 0;
    const bool symmetric = possible && index_.slice_symmetric(static_cast<std::uint64_t>(slice));
    return {{0, symmetric ? kMirrorFiles : 0}, symmetric ? 2 : 1};
  }
  const auto kings = index_.pair_of(squares[0], squares[1]);
  const int stabilizer = index_.pair(slot(kings.pair)).stabilizer;
  return {{kings.symmetry, composed_[slot(stabilizer)][kings.symmetry]}, stabilizer == 0 ? 1 : 2};
}

// The number of the image of a placement, without the term of its last man, a piece, and of its partner.
template <const Rules& R>
std::uint64_t Gather<R>::number_of_image(const Squares& squares, int symmetry) const {
  const SquareMap& map = kSymmetries<R>[slot(symmetry)];
  Squares image{};
  for (std::size_t i = 0; i < 2 + slot(pawns_); ++i) image[i] = map[slot(squares[i])];
  const std::int64_t slice = pawns_ == 0 ? 0 : index_.slice_of({image.data() + 2, slot(pawns_)});
  const auto pair = slot(index_.pair_of(image[0], image[1]).pair);
  return (static_cast<std::uint64_t>(slice) * index_.pairs() + pair) * index_.inner() +
         rank_of_pieces(squares, symmetry);
}

// The rank of the image of all pieces but the last man and its partner.
template <const Rules& R>
std::uint64_t Gather<R>::rank_of_pieces(const Squares& squares, int symmetry) const {
  const std::size_t first = 2 + slot(pawns_), men = slot(order_.men());
  if (all_single_) {
    std::uint64_t rank = 0;
    for (std::size_t i = first; i < men; ++i)
      if (static_cast<int>(i) != last_) rank += parts_[slot(symmetry)][i][slot(squares[i])];
    return rank;
  }
  const SquareMap& map = kSymmetries<R>[slot(symmetry)];
  Squares image{};
  for (std::size_t i = first; i < men; ++i) image[i] = map[slot(squares[i])];
  // A single piece on square 0, or a pair on squares 1 and 0, adds nothing.
  image[slot(last_)] = 0;
  if (partner_ >= 0) image[slot(partner_)] = 1;
  return index_.inner_of({image.data() + first, men - first});
}

#define BOOKENDS_INSTANTIATE_GATHER(game) template class Gather<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_GATHER)
#undef BOOKENDS_INSTANTIATE_GATHER

}  // namespace bookends::tables
