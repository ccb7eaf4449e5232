#include "tablebases/solve/child.h"

#include <algorithm>

namespace bookends::tables {

template <const Rules& R>
Result<Child<R>> Child<R>::find(std::span<const Occupant> men, int word_man, const Change& change, const Known& needed,
                                SolutionSource& source) {
  std::array<Occupant, kMaxMen> left;  // what is left of the parent's men; the removed one is empty
  PieceCounts before{}, counts{};
  for (int i = 0; i < static_cast<int>(men.size()); ++i) {
    const Occupant man = men[slot(i)];
    ++before[slot(man.color())][slot(man.kind())];
    if (i == change.removed) continue;
    left[slot(i)] = i == change.promoted ? Occupant(man.color(), change.promotion) : man;
    ++counts[slot(man.color())][slot(left[slot(i)].kind())];
  }
  const Oriented oriented = ending_of(R, counts);
  const Color mover = change.removed >= 0 ? ~men[slot(change.removed)].color() : men[slot(change.promoted)].color();
  const Color turn = oriented.swapped ? mover : ~mover;
  Result<std::shared_ptr<const SideCodes>> solved = source.find(oriented.ending, static_cast<int>(slot(turn)));
  if (!solved) return solved.error();

  Child child;
  child.solved_ = std::move(*solved);
  child.index_ = std::make_shared<const PlacementIndex<R>>(oriented.ending);
  child.swapped_ = oriented.swapped;
  child.longest_mate_ = longest_mate_that_counts(R, before, counts, ~mover);
  const Known& known = child.solved_->known;
  if ((needed.limit && !known.limit) || (needed.mate && !known.mate))
    return Error{ErrorCode::not_found, "the ending " + ending_name(R, oriented.ending) + " has been solved without " +
                                           (needed.limit && !known.limit ? "DTZ" : "DTM")};
  child.value_codes();
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
  child.distinct_ = std::all_of(child.index_->piece_groups().begin(), child.index_->piece_groups().end(),
                                [](const Group& g) { return g.size == 1; });
  return child;
}

// A mate that comes too late under the count that the move begins is a draw.
template <const Rules& R>
void Child<R>::value_codes() {
  const std::size_t places = std::size_t{1} << (solved_->is_narrow() ? 8 : 16);
  for (const Distance distance : {Distance::to_mate, Distance::to_zeroing})
    with_distance(distance, [&]<Distance D>() {
      std::vector<Value>& values = values_[slot(static_cast<int>(D))];
      values.assign(places, kNoValue);
      for (std::size_t i = 0; i < solved_->meaning.size(); ++i) {
        SolvedCode code = solved_->meaning[i];
        if constexpr (R.counting != Counting::none && D == Distance::to_mate)
          code = limited(dtm_of(code), longest_mate_);
        values[i] = value_for_mover<R, D>(code);
      }
    });
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

// The kings' block and the symmetry that takes the placement there; -1 where more than one symmetry does and the index
// has to choose. `own`: mapped then.
template <const Rules& R>
std::int64_t Child<R>::to_block(MenSquares& own, int& symmetry) const {
  auto kings = index_->pair_of(own[0], own[1]);
  const std::size_t pawns = slot(index_->ending().pawns());
  symmetry = int{kings.symmetry};
  std::int64_t slice = 0;
  if (pawns == 0) {
    if (index_->pair(slot(kings.pair)).stabilizer != 0) return -1;
  } else {
    slice = index_->slice_of(all(own).subspan(2, pawns));
    if (slice < 0)
      symmetry = kMirrorFiles;
    else if (index_->slice_symmetric(static_cast<std::uint64_t>(slice)))
      return -1;
  }
  if (symmetry != 0) {
    const SquareMap& map = kSymmetries<R>[slot(symmetry)];
    for (std::size_t t = 0; t < index_->men().size(); ++t) own[t] = map[slot(own[t])];
    kings = index_->pair_of(own[0], own[1]);
    if (slice < 0) slice = index_->slice_of(all(own).subspan(2, pawns));
  }
  return (slice * static_cast<std::int64_t>(index_->pairs()) + kings.pair) * static_cast<std::int64_t>(index_->inner());
}

template <const Rules& R>
std::uint64_t Child<R>::inner(const MenSquares& own) const {
  const std::size_t first = 2 + slot(index_->ending().pawns());
  if (!distinct_) return index_->inner_of(all(own).subspan(first));
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < index_->piece_groups().size(); ++i)
    out += slot(own[first + i]) * index_->piece_groups()[i].stride;
  return out;
}

template <const Rules& R>
Value Child<R>::value(Distance distance, const MenSquares& squares) const {
  MenSquares own = own_squares(squares);
  if (index_->pair_of(own[0], own[1]).pair < 0) return kNoValue;
  int symmetry = 0;
  const std::int64_t block = to_block(own, symmetry);
  const std::uint64_t number = block < 0 ? index_->index(all(own)) : static_cast<std::uint64_t>(block) + inner(own);
  return values_[slot(static_cast<int>(distance))][solved_->place(number)];
}

template <const Rules& R>
void Child<R>::row_one_by_one(Distance distance, const MenSquares& squares, Bitboard wanted, Row& out) const {
  out.fill(kNoValue);
  MenSquares moved = squares;
  for (const Square s : Squares(wanted)) {
    moved[slot(man_[slot(word_man_)])] = s;
    out[slot(s)] = value(distance, moved);
  }
}

// Usually one symmetry takes all the placements of a row to where they are indexed, and the word man's square is one
// term of the index. Where the kings or the pawns have a symmetry of their own it may be either image: then one by one.
template <const Rules& R>
void Child<R>::row(Distance distance, const MenSquares& squares, Bitboard wanted, Row& out) const {
  if (word_man_ < 2) return row_one_by_one(distance, squares, wanted, out);  // a king
  MenSquares own = own_squares(squares);
  const auto kings = index_->pair_of(own[0], own[1]);
  if (kings.pair < 0) return out.fill(kNoValue);
  if (word_stride_ == 0) return row_one_by_one(distance, squares, wanted, out);
  own[slot(word_man_)] = 0;
  int symmetry = 0;
  const std::int64_t block = to_block(own, symmetry);
  if (block < 0) return row_one_by_one(distance, squares, wanted, out);
  own[slot(word_man_)] = 0;
  const std::uint64_t first = static_cast<std::uint64_t>(block) + inner(own);
  const std::vector<Value>& values = values_[slot(static_cast<int>(distance))];
  if (solved_->is_narrow())
    read_row(solved_->narrow.data() + first, values, symmetry, out);
  else
    read_row(solved_->wide.data() + first, values, symmetry, out);
}

template <const Rules& R>
template <class T>
void Child<R>::read_row(const T* row, const std::vector<Value>& values, int symmetry, Row& out) const {
  if (symmetry == 0 && !swapped_ && word_stride_ == 1) {
    for (std::size_t s = 0; s < out.size(); ++s) out[s] = values[row[s]];
  } else {
    const SquareMap& map = kSymmetries<R>[slot(symmetry)];
    for (Square s = 0; s < R.squares(); ++s)
      out[slot(s)] = values[row[map[slot(swapped_ ? mirror_rank(R, s) : s)] * word_stride_]];
  }
}

#define BOOKENDS_INSTANTIATE(game) template class Child<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
