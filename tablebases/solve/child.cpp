#include "tablebases/solve/child.h"

#include <algorithm>

namespace bookends::tables {

template <const Rules& R>
Result<Child<R>> Child<R>::find(std::span<const Occupant> men, int word_man, const Change& change,
                                SolutionSource& source) {
  std::array<Occupant, kMaxMen> left;  // what is left of the parent's men; the removed one is empty
  PieceCounts counts{};
  for (int i = 0; i < static_cast<int>(men.size()); ++i) {
    if (i == change.removed) continue;
    const Occupant man = men[slot(i)];
    left[slot(i)] = i == change.promoted ? Occupant(man.color(), change.promotion) : man;
    ++counts[slot(man.color())][slot(left[slot(i)].kind())];
  }
  const Oriented oriented = ending_of(R, counts);
  auto solution = source.find(oriented.ending);
  if (!solution) return solution.error();

  Child child;
  child.solution_ = std::move(*solution);
  child.index_ = std::make_shared<const PlacementIndex<R>>(oriented.ending);
  child.swapped_ = oriented.swapped;
  const Color mover = change.removed >= 0 ? ~men[slot(change.removed)].color() : men[slot(change.promoted)].color();
  child.codes_ = child.solution_->dtm[slot(oriented.swapped ? mover : ~mover)].data();
  const std::span<const Occupant> own = child.index_->men();
  for (std::size_t t = 0; t < own.size(); ++t) {
    const Occupant wanted(oriented.swapped ? ~own[t].color() : own[t].color(), own[t].kind());
    const auto at = std::find(left.begin(), left.end(), wanted);
    child.man_[t] = static_cast<int>(at - left.begin());
    if (child.man_[t] == word_man) child.word_man_ = static_cast<int>(t);
    *at = Occupant();
  }
  for (const Group& g : child.index_->piece_groups())
    if (g.first == child.word_man_ && g.size == 1) child.word_stride_ = g.stride;
  return child;
}

template <const Rules& R>
MenSquares Child<R>::own_squares(const MenSquares& squares) const {
  MenSquares own{};
  for (std::size_t t = 0; t < index_->men().size(); ++t) {
    const Square s = squares[slot(man_[t])];
    own[t] = swapped_ ? mirror_rank(R, s) : s;
  }
  return own;
}

template <const Rules& R>
Value Child<R>::value(const MenSquares& squares) const {
  const MenSquares own = own_squares(squares);
  if (index_->pair_of(own[0], own[1]).pair < 0) return kNoValue;
  return value_for_mover(codes_[index_->index(all(own))]);
}

template <const Rules& R>
void Child<R>::row_one_by_one(const MenSquares& squares, Bitboard wanted, Row& out) const {
  out.fill(kNoValue);
  MenSquares moved = squares;
  for (const Square s : Squares(wanted)) {
    moved[slot(man_[slot(word_man_)])] = s;
    out[slot(s)] = value(moved);
  }
}

// Usually one symmetry takes all the placements of a row to where they are indexed, and the word man's square is one
// term of the index. Where the kings or the pawns have a symmetry of their own it may be either image: then one by one.
template <const Rules& R>
void Child<R>::row(const MenSquares& squares, Bitboard wanted, Row& out) const {
  MenSquares own = own_squares(squares);
  const auto kings = index_->pair_of(own[0], own[1]);
  if (kings.pair < 0) return out.fill(kNoValue);
  if (word_stride_ == 0 || index_->pair(slot(kings.pair)).stabilizer != 0) return row_one_by_one(squares, wanted, out);
  const std::size_t pawns = slot(index_->ending().pawns());
  const std::span<const Square> pawn_squares = all(own).subspan(2, pawns);
  int symmetry = int{kings.symmetry};
  std::int64_t slice = pawns == 0 ? 0 : index_->slice_of(pawn_squares);
  if (slice < 0)
    symmetry = kMirrorFiles;
  else if (index_->slice_symmetric(static_cast<std::uint64_t>(slice)))
    return row_one_by_one(squares, wanted, out);

  const SquareMap& map = kSymmetries<R>[slot(symmetry)];
  for (std::size_t t = 0; t < index_->men().size(); ++t) own[t] = map[slot(own[t])];
  if (slice < 0) slice = index_->slice_of(pawn_squares);
  const auto pair = slot(index_->pair_of(own[0], own[1]).pair);
  own[slot(word_man_)] = 0;
  const DtmCode* codes = codes_ + (static_cast<std::uint64_t>(slice) * index_->pairs() + pair) * index_->inner() +
                         index_->inner_of(all(own).subspan(2 + pawns));
  for (Square s = 0; s < R.squares(); ++s)
    out[slot(s)] = value_for_mover(codes[map[slot(swapped_ ? mirror_rank(R, s) : s)] * word_stride_]);
}

#define BOOKENDS_INSTANTIATE(game) template class Child<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
