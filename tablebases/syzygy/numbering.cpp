#include "tablebases/syzygy/numbering.h"

#include <algorithm>

#include "tablebases/syzygy/squares.h"

namespace bookends::tables::syzygy {
namespace {

// Three men, each the only one of its kind, the first in the triangle: all off the diagonal; the first on it; the first
// two; all.
constexpr std::uint64_t kFirstOn = 6 * 63 * 62, kTwoOn = kFirstOn + 4 * 28 * 62, kAllOn = kTwoOn + 4 * 7 * 28,
                        kThrees = kAllOn + 4 * 7 * 6;
constexpr std::size_t kNoPlace = 15;

std::uint64_t ways(std::size_t men, int squares) { return choose(men, squares); }

constexpr std::uint64_t as_number(int n) { return static_cast<std::uint64_t>(n); }

}  // namespace

Layout::Layout(const Ending& of) : ending(of), men(static_cast<std::size_t>(of.men())), pawns(of.has_pawns()) {
  const std::size_t white = of.pieces[0][slot(Kind::pawn)], black = of.pieces[1][slot(Kind::pawn)];
  if (pawns) {
    pawn_side = white == 0 || (black != 0 && black < white) ? 1 : 0;
    leaders = pawn_side == 0 ? white : black;
    other_pawns = pawn_side == 0 ? black : white;
    return;
  }
  std::size_t single = 0;
  for (const auto& side : of.pieces) single += static_cast<std::size_t>(std::count(side.begin(), side.end(), 1));
  leaders = single == 2 ? 2 : 3;
}

// Like men stand together, and are as many as in the ending. Leaders are as Layout says.
bool Numbering::read_men(const Layout& layout, std::span<const std::byte> men, int side) {
  men_ = static_cast<std::uint8_t>(layout.men);
  std::array<bool, 16> seen{};
  for (std::size_t i = 0; i < men_;) {
    const std::size_t code = std::to_integer<std::size_t>(men[i] >> (4 * side)) & 15, kind = (code & 7) - 1;
    if ((code & 7) == 0 || kind >= kKinds || seen[code]) return false;
    seen[code] = true;
    const std::size_t like = layout.ending.pieces[code >> 3][kind];
    if (like == 0 || like > men_ - i) return false;
    Group& group = groups_[groups_used_++];
    group = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i + like), 0};
    for (const std::size_t end = i + like; i < end; ++i) {
      if ((std::to_integer<std::size_t>(men[i] >> (4 * side)) & 15) != code) return false;
      codes_[i] = static_cast<std::uint8_t>(kind | (code & 8));
    }
  }
  if (layout.pawns)
    return codes_[0] == 8 * layout.pawn_side && (layout.other_pawns == 0 || codes_[layout.leaders] % 8 == 0);
  const bool kings = codes_[0] % 8 == index(Kind::king) && codes_[1] % 8 == index(Kind::king);
  if (groups_used_ < layout.leaders || groups_[layout.leaders - 1].end != layout.leaders) return false;
  if (layout.leaders == 2 && !kings) return false;
  groups_[0].end = static_cast<std::uint8_t>(layout.leaders);  // they are one group
  std::copy(groups_.begin() + static_cast<std::ptrdiff_t>(layout.leaders), groups_.end(), groups_.begin() + 1);
  groups_used_ = static_cast<std::uint8_t>(groups_used_ - (layout.leaders - 1));
  return true;
}

// The description says at which place the leading group counts, and the other pawns; the rest follows in turn. What
// counts first has the factor 1.
bool Numbering::place_groups(std::size_t lead, std::size_t others, std::size_t file) {
  if (lead >= groups_used_ || (others != kNoPlace && (others >= groups_used_ || others == lead))) return false;
  const std::size_t leaders = groups_[0].end;
  std::size_t next = others == kNoPlace ? 1 : 2;
  int free = 64 - static_cast<int>(groups_[next - 1].end);
  size_ = 1;
  for (std::size_t place = 0; place < groups_used_; ++place) {
    Group& group = groups_[place == lead ? 0 : place == others ? 1 : next];
    const std::size_t men = group.end - group.begin;
    group.factor = size_;
    if (place == lead) {
      size_ *= pawns_ ? kPawnLeads.of_file[leaders - 1][file] : leaders == 2 ? std::uint64_t{kKingPairs} : kThrees;
    } else if (place == others) {
      size_ *= ways(men, 48 - static_cast<int>(leaders));
    } else {
      size_ *= ways(men, free);
      free -= static_cast<int>(men);
      ++next;
    }
  }
  return true;
}

std::optional<Numbering> Numbering::read(const Layout& layout, std::span<const std::byte> description, int side,
                                         std::size_t file) {
  Numbering numbering;
  numbering.pawns_ = layout.pawns;
  numbering.other_pawns_ = layout.other_pawns != 0;
  if (description.size() != layout.description() || layout.leaders > kMostLike) return std::nullopt;
  const auto place = [&](std::size_t i) { return std::to_integer<std::size_t>(description[i] >> (4 * side)) & 15; };
  const std::size_t others = numbering.other_pawns_ ? place(1) : kNoPlace;
  if (numbering.other_pawns_ && others == kNoPlace) return std::nullopt;
  if (!numbering.read_men(layout, description.last(layout.men), side)) return std::nullopt;
  if (!numbering.place_groups(place(0), others, file)) return std::nullopt;
  return numbering;
}

auto Numbering::squares_of(const Placement& placement, bool flip) const -> Squares {
  Squares squares{};
  const Square mirror = flip ? mirrored_ranks(0) : 0;
  Bitboard left = 0;
  for (std::size_t i = 0; i < men_; ++i) {
    const std::size_t code = codes_[i];
    if (left == 0) left = placement.colors[(code >> 3) ^ (flip ? 1U : 0U)] & placement.kinds[code & 7];
    squares[i] = left == 0 ? 0 : lowest(left) ^ mirror;
    left &= left - 1;
  }
  return squares;
}

void Numbering::turn(Squares& squares, Square by) const {
  for (std::size_t i = 0; i < men_; ++i) squares[i] ^= by;
}

std::uint64_t Numbering::lead_three(const Squares& squares) const {
  const Square a = squares[0], b = squares[1], c = squares[2];
  const std::uint64_t skip_b = b > a ? 1 : 0, skip_c = (c > a ? 1 : 0) + (c > b ? 1 : 0);
  if (off_diagonal(a) != 0) return (as_number(triangle(a)) * 63 + as_number(b) - skip_b) * 62 + as_number(c) - skip_c;
  const std::uint64_t on_a = as_number(file_of(a));
  if (off_diagonal(b) != 0) return kFirstOn + (on_a * 28 + as_number(below_diagonal(b))) * 62 + as_number(c) - skip_c;
  const std::uint64_t on_b = as_number(file_of(b)) - skip_b;
  if (off_diagonal(c) != 0) return kTwoOn + (on_a * 7 + on_b) * 28 + as_number(below_diagonal(c));
  return kAllOn + (on_a * 7 + on_b) * 6 + as_number(file_of(c)) - skip_c;
}

// Turns the board so that the first man comes into the triangle, and the first leader off the diagonal below it.
std::optional<std::uint64_t> Numbering::lead_pieces(Squares& squares) const {
  const std::size_t leaders = groups_[0].end;
  if (rank_of(squares[0]) > 3) turn(squares, mirrored_ranks(0));
  for (std::size_t i = 0; i < leaders; ++i) {
    const int off = off_diagonal(squares[i]);
    if (off == 0) continue;
    if (off > 0)
      for (std::size_t j = 0; j < men_; ++j) squares[j] = mirrored_diagonal(squares[j]);
    break;
  }
  if (leaders != 2) return lead_three(squares);
  const std::int16_t pair = kKingPair[slot(triangle(squares[0]))][slot(squares[1])];
  if (pair == kNoKingPair) return std::nullopt;
  return as_number(pair);
}

std::uint64_t Numbering::lead_pawns(Squares& squares) const {
  const std::size_t leaders = groups_[0].end;
  const auto by_number = [](Square a, Square b) { return pawn_number(a) > pawn_number(b); };
  if (leaders > 1) std::sort(squares.begin() + 1, squares.begin() + static_cast<std::ptrdiff_t>(leaders), by_number);
  std::uint64_t number =
      kPawnLeads.begin[leaders - 1][static_cast<std::size_t>(file_of(squares[0]))][slot(rank_of(squares[0]))];
  for (std::size_t i = 1; i < leaders; ++i) number += choose(leaders - i, pawn_number(squares[i]));
  return number;
}

std::optional<std::uint64_t> Numbering::number(const Placement& placement, bool flip) const {
  Squares squares = squares_of(placement, flip);
  const auto at = [&](std::size_t i) { return squares.begin() + static_cast<std::ptrdiff_t>(i); };
  if (pawns_)
    std::iter_swap(at(0), std::max_element(at(0), at(groups_[0].end),
                                           [](Square a, Square b) { return pawn_number(a) < pawn_number(b); }));
  if (file_of(squares[0]) > 3) turn(squares, mirrored_files(0));
  const std::optional<std::uint64_t> lead = pawns_ ? lead_pawns(squares) : lead_pieces(squares);
  if (!lead) return std::nullopt;
  std::uint64_t number = *lead * groups_[0].factor;
  for (std::size_t g = 1; g < groups_used_; ++g) {
    const Group& group = groups_[g];
    const int below = other_pawns_ && g == 1 ? 8 : 0;  // squares where no pawn stands
    if (group.end - group.begin > 1) std::sort(at(group.begin), at(group.end));
    std::uint64_t ways_before = 0;
    for (std::size_t i = group.begin; i < group.end; ++i) {
      int free = squares[i] - below;
      for (std::size_t j = 0; j < group.begin; ++j) free -= squares[i] > squares[j] ? 1 : 0;
      ways_before += choose(i - group.begin + 1U, free);
    }
    number += ways_before * group.factor;
  }
  return number;
}

}  // namespace bookends::tables::syzygy
