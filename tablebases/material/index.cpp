#include "tablebases/material/index.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include "core/rules/geometry.h"

namespace bookends::tables {
namespace {

using Men = std::array<Square, kMaxMen>;

constexpr auto kBinomials = [] {
  std::array<std::array<std::uint64_t, kMaxMen>, kMaxSquares + 1> c{};
  for (std::size_t n = 0; n <= kMaxSquares; ++n) {
    c[n][0] = 1;
    for (std::size_t k = 1; k < kMaxMen && n > 0; ++k) c[n][k] = c[n - 1][k - 1] + c[n - 1][k];
  }
  return c;
}();
std::uint64_t choose(int n, int k) { return kBinomials[slot(n)][slot(k)]; }

// The rank of a combination of numbers, sorted here into descending order.
std::uint64_t rank_combination(std::span<Square> numbers) {
  const int n = static_cast<int>(numbers.size());
  if (n == 1) return static_cast<std::uint64_t>(numbers[0]);
  std::sort(numbers.begin(), numbers.end(), std::greater<>());
  std::uint64_t rank = 0;
  for (int i = 0; i < n; ++i) rank += choose(numbers[slot(i)], n - i);
  return rank;
}

void unrank_combination(std::uint64_t rank, std::span<Square> out) {
  const int n = static_cast<int>(out.size());
  if (n == 1) {
    out[0] = static_cast<Square>(rank);
    return;
  }
  int s = kMaxSquares - 1;
  for (int i = 0; i < n; ++i) {
    while (choose(s, n - i) > rank) --s;
    out[slot(i)] = s;
    rank -= choose(s, n - i);
  }
}

bool mirrors_itself(Leaps picture, bool files, bool transposed) {
  for (int cell = 0; cell < 25; ++cell) {
    const int x = cell % 5, y = cell / 5;
    const int image = transposed ? x * 5 + y : files ? y * 5 + 4 - x : (4 - y) * 5 + x;
    if ((picture >> cell & 1) != (picture >> image & 1)) return false;
  }
  return true;
}

// The squares a pawn can stand on are numbered from its own side.
template <const Rules& R>
constexpr int kPawnSquares = count(geometry<R>.pawns[0]);
template <const Rules& R>
int pawn_number(Color c, Square s) {
  return (c == Color::white ? s : mirror_rank(R, s)) - lowest(geometry<R>.pawns[0]);
}
template <const Rules& R>
Square pawn_square(Color c, int number) {
  const Square s = number + lowest(geometry<R>.pawns[0]);
  return c == Color::white ? s : mirror_rank(R, s);
}

template <const Rules& R>
Men mapped(int symmetry_number, std::span<const Square> squares) {
  Men out{};
  const SquareMap& map = kSymmetries<R>[slot(symmetry_number)];
  for (std::size_t i = 0; i < squares.size(); ++i) out[i] = map[slot(squares[i])];
  return out;
}

bool all_different(std::span<const Square> squares) {
  Bitboard seen = 0;
  for (const Square s : squares) {
    if (contains(seen, s)) return false;
    seen |= bit(s);
  }
  return true;
}

// Without `first`, `combinations` and `stride`.
struct Groups {
  std::vector<Group> pawns, pieces;
};

// The last group is the one whose squares make the solver's words: one piece alone if there is one, a slider rather
// than a leaper, because sliding inside a word is cheapest; and of the stronger side, because files are mostly small
// with its pieces fastest, and are packed fastest when that is so here too.
Groups groups_of(const Rules& rules, const Ending& ending) {
  Groups groups;
  for (const Color c : kColors)
    for (const Kind k : kAllKinds) {
      const int n = ending.pieces[slot(c)][slot(k)];
      if (n != 0 && k != Kind::king) (k == Kind::pawn ? groups.pawns : groups.pieces).push_back({c, k, 0, n, 1, 1});
    }
  std::stable_sort(groups.pieces.begin(), groups.pieces.end(), [&](const Group& a, const Group& b) {
    if (a.size != b.size) return a.size > b.size;
    const int a_lines = std::popcount(std::uint8_t{rules.piece(a.kind).slides});
    const int b_lines = std::popcount(std::uint8_t{rules.piece(b.kind).slides});
    if (a_lines != b_lines) return a_lines < b_lines;
    return slot(a.side) > slot(b.side);
  });
  return groups;
}

}  // namespace

int symmetries_of(const Rules& rules, const Ending& ending) {
  bool files = true, ranks = !ending.has_pawns(), transposed = rules.files == rules.ranks;
  for (std::size_t k = 1; k < kKinds; ++k) {
    if (ending.pieces[0][k] + ending.pieces[1][k] == 0) continue;
    const Leaps picture = rules.pieces[k].leaps;
    files = files && mirrors_itself(picture, true, false);
    ranks = ranks && mirrors_itself(picture, false, false);
    transposed = transposed && mirrors_itself(picture, false, true);
  }
  if (!files) return 1;
  if (!ranks) return 2;
  return transposed ? 8 : 4;
}

template <const Rules& R>
PlacementIndex<R>::PlacementIndex(const Ending& ending) : ending_(ending), symmetries_(symmetries_of(R, ending)) {
  assert(ending.men() <= kMaxMen);
  list_men();
  list_pairs();
  list_slices();
}

std::vector<Occupant> men_of(const Rules& rules, const Ending& ending) {
  std::vector<Occupant> men;
  for (const Color c : kColors) men.emplace_back(c, Kind::king);
  const Groups groups = groups_of(rules, ending);
  for (const auto* list : {&groups.pawns, &groups.pieces})
    for (const Group& g : *list) men.insert(men.end(), slot(g.size), Occupant(g.side, g.kind));
  return men;
}

template <const Rules& R>
void PlacementIndex<R>::list_men() {
  Groups groups = groups_of(R, ending_);
  pawn_groups_ = std::move(groups.pawns);
  piece_groups_ = std::move(groups.pieces);
  const std::vector<Occupant> men = men_of(R, ending_);
  std::copy(men.begin(), men.end(), men_.begin());
  men_count_ = static_cast<int>(men.size());
  int first = 2;
  for (auto* list : {&pawn_groups_, &piece_groups_})
    for (Group& g : *list) {
      g.first = first;
      g.combinations = choose(g.kind == Kind::pawn ? kPawnSquares<R> : kSquares, g.size);
      first += g.size;
    }
  pawn_count_ = ending_.pawns();
  for (std::size_t i = piece_groups_.size(); i-- > 0; inner_ *= piece_groups_[i].combinations)
    piece_groups_[i].stride = inner_;
}

template <const Rules& R>
void PlacementIndex<R>::list_pairs() {
  const int reduce_by = pawn_count_ == 0 ? symmetries_ : 1;
  pair_of_.resize(slot(kSquares * kSquares));
  for (Square a = 0; a < kSquares; ++a)
    for (Square b = 0; b < kSquares; ++b) {
      if (a == b || contains(attacks<R, Kind::king>(Color::white, a, 0), b)) continue;
      // The smallest image comes first in this order of squares, so it is listed before any other is met.
      int smallest = a * kSquares + b, symmetry_number = 0, stabilizer = 0;
      for (int g = 1; g < reduce_by; ++g) {
        const int image = kSymmetries<R>[slot(g)][slot(a)] * kSquares + kSymmetries<R>[slot(g)][slot(b)];
        if (image == a * kSquares + b) stabilizer = g;
        if (image < smallest) smallest = image, symmetry_number = g;
      }
      PairOf& entry = pair_of_[slot(a * kSquares + b)];
      if (symmetry_number == 0) {
        entry.pair = static_cast<std::int32_t>(pairs_.size());
        pairs_.push_back({a, b, static_cast<std::uint8_t>(stabilizer)});
      } else {
        entry = {pair_of_[slot(smallest)].pair, static_cast<std::uint8_t>(symmetry_number)};
      }
    }
}

template <const Rules& R>
void PlacementIndex<R>::list_slices() {
  std::uint64_t raws = 1;
  for (std::size_t i = pawn_groups_.size(); i-- > 0; raws *= pawn_groups_[i].combinations)
    pawn_groups_[i].stride = raws;
  assert(raws <= static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max()));
  slice_of_.assign(raws, -1);
  Men pawns{};
  const std::span<Square> squares{pawns.data(), slot(pawn_count_)};
  for (std::uint64_t raw = 0; raw < raws; ++raw) {
    raw_slice_squares(raw, squares);
    if (!all_different(squares)) continue;
    const Men image = mapped<R>(symmetries_ >= 2 ? kMirrorFiles : 0, squares);
    if (pawn_count_ != 0 && raw_slice({image.data(), slot(pawn_count_)}) < raw) continue;
    slice_of_[raw] = static_cast<std::int32_t>(slices_.size());
    slices_.push_back(static_cast<std::uint32_t>(raw));
  }
}

template <const Rules& R>
std::uint64_t PlacementIndex<R>::raw_slice(std::span<const Square> pawns) const {
  std::uint64_t raw = 0;
  std::size_t next = 0;
  for (const Group& g : pawn_groups_) {
    Men numbers{};
    for (int i = 0; i < g.size; ++i) numbers[slot(i)] = pawn_number<R>(g.side, pawns[next++]);
    raw += g.stride * rank_combination({numbers.data(), slot(g.size)});
  }
  return raw;
}

template <const Rules& R>
void PlacementIndex<R>::raw_slice_squares(std::uint64_t raw, std::span<Square> out) const {
  std::size_t next = 0;
  for (const Group& g : pawn_groups_) {
    const std::span<Square> own = out.subspan(next, slot(g.size));
    unrank_combination(raw / g.stride % g.combinations, own);
    for (Square& s : own) s = pawn_square<R>(g.side, s);
    next += slot(g.size);
  }
}

template <const Rules& R>
void PlacementIndex<R>::slice_squares(std::uint64_t slice, std::span<Square> out) const {
  raw_slice_squares(slices_[slice], out);
}

template <const Rules& R>
bool PlacementIndex<R>::slice_symmetric(std::uint64_t slice) const {
  if (pawn_count_ == 0 || symmetries_ < 2) return false;
  Men pawns{};
  slice_squares(slice, {pawns.data(), slot(pawn_count_)});
  const Men image = mapped<R>(kMirrorFiles, {pawns.data(), slot(pawn_count_)});
  return raw_slice({image.data(), slot(pawn_count_)}) == slices_[slice];
}

template <const Rules& R>
std::int64_t PlacementIndex<R>::slice_of(std::span<const Square> pawns) const {
  return slice_of_[raw_slice(pawns)];
}

template <const Rules& R>
std::uint64_t PlacementIndex<R>::inner_of(std::span<const Square> pieces) const {
  std::uint64_t rank = 0;
  std::size_t next = 0;
  for (const Group& g : piece_groups_) {
    Men own{};
    for (int i = 0; i < g.size; ++i) own[slot(i)] = pieces[next++];
    rank += g.stride * rank_combination({own.data(), slot(g.size)});
  }
  return rank;
}

template <const Rules& R>
std::uint64_t PlacementIndex<R>::number_of(std::int64_t slice, std::int64_t pair,
                                           std::span<const Square> squares) const {
  return (static_cast<std::uint64_t>(slice) * pairs() + static_cast<std::uint64_t>(pair)) * inner_ +
         inner_of(squares.subspan(slot(2 + pawn_count_)));
}

template <const Rules& R>
std::uint64_t PlacementIndex<R>::index(std::span<const Square> squares) const {
  if (pawn_count_ != 0) return index_with_pawns(squares);
  const PairOf at = pair_of(squares[0], squares[1]);
  assert(at.pair >= 0);
  const Men image = mapped<R>(at.symmetry, squares);
  const std::span<const Square> own{image.data(), squares.size()};
  const std::uint64_t number = number_of(0, at.pair, own);
  const int stabilizer = pairs_[slot(at.pair)].stabilizer;
  if (stabilizer == 0) return number;
  const Men other = mapped<R>(stabilizer, own);
  return std::min(number, number_of(0, at.pair, {other.data(), squares.size()}));
}

template <const Rules& R>
std::uint64_t PlacementIndex<R>::index_with_pawns(std::span<const Square> squares) const {
  std::uint64_t number = std::numeric_limits<std::uint64_t>::max();
  for (int g = 0; g < symmetries_; ++g) {
    const Men image = mapped<R>(g, squares);
    const std::span<const Square> own{image.data(), squares.size()};
    const std::int64_t slice = slice_of(own.subspan(2, slot(pawn_count_)));
    const PairOf at = pair_of(own[0], own[1]);
    assert(at.pair >= 0);
    if (slice >= 0) number = std::min(number, number_of(slice, at.pair, own));
  }
  return number;
}

template <const Rules& R>
void PlacementIndex<R>::squares(std::uint64_t number, std::span<Square> out) const {
  const std::uint64_t rank = number % inner_;
  const KingPair& kings = pairs_[number / inner_ % pairs()];
  out[0] = kings.side0;
  out[1] = kings.side1;
  slice_squares(number / inner_ / pairs(), out.subspan(2, slot(pawn_count_)));
  for (const Group& g : piece_groups_)
    unrank_combination(rank / g.stride % g.combinations, out.subspan(slot(g.first), slot(g.size)));
}

template <const Rules& R>
int PlacementIndex<R>::multiplicity(std::uint64_t number) const {
  Men men{};
  const std::span<Square> own{men.data(), slot(men_count_)};
  squares(number, own);
  if (!all_different(own) || index(own) != number) return 0;
  int images = 0;  // symmetries that leave the placement as it is
  for (int g = 0; g < symmetries_; ++g) {
    const Men image = mapped<R>(g, own);
    if (image[0] != own[0] || image[1] != own[1]) continue;
    const std::span<const Square> others{image.data(), own.size()};
    if (raw_slice(others.subspan(2, slot(pawn_count_))) != raw_slice(own.subspan(2, slot(pawn_count_)))) continue;
    if (inner_of(others.subspan(slot(2 + pawn_count_))) == inner_of(own.subspan(slot(2 + pawn_count_)))) ++images;
  }
  return symmetries_ / images;
}

template <const Rules& R>
Placed placed(const Position<R>& position) {
  PieceCounts counts{};
  for (const Color c : kColors)
    for (const Kind k : kAllKinds) counts[slot(c)][slot(k)] = count(position.pieces(c, k));
  const Oriented oriented = ending_of(R, counts);
  return {oriented.ending, oriented.swapped, (position.turn() == Color::black) != oriented.swapped ? 1 : 0};
}

template <const Rules& R>
std::uint64_t index_of(const PlacementIndex<R>& table, const Position<R>& position, bool swapped) {
  Men men{};
  std::array<std::array<Bitboard, kKinds>, 2> left{};
  for (const Color c : kColors)
    for (const Kind k : kAllKinds) left[slot(c)][slot(k)] = position.pieces(swapped ? ~c : c, k);
  const std::span<const Occupant> order = table.men();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Square s = pop_lowest(left[slot(order[i].color())][slot(order[i].kind())]);
    men[i] = swapped ? mirror_rank(R, s) : s;
  }
  return table.index({men.data(), order.size()});
}

#define BOOKENDS_INSTANTIATE(game)                                   \
  template class PlacementIndex<games::game>;                        \
  template Placed placed<games::game>(const Position<games::game>&); \
  template std::uint64_t index_of<games::game>(const PlacementIndex<games::game>&, const Position<games::game>&, bool);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
