#include "tablebases/solve/exits.h"

#include <algorithm>
#include <cassert>

#include "core/rules/geometry.h"

namespace bookends::tables {
namespace {

// Leaps turned round: [color][kind][square] is where a leap into the square comes from.
template <const Rules& R>
constexpr auto kLeapsInto = [] {
  std::array<std::array<std::array<Bitboard, slot(R.squares())>, kKinds>, 2> into{};
  for (std::size_t c = 0; c < 2; ++c)
    for (std::size_t k = 0; k < kKinds; ++k)
      for (Square from = 0; from < R.squares(); ++from)
        for (const Square to : Squares(geometry<R>.leaps[c][k][slot(from)])) into[c][k][slot(to)] |= bit(from);
  return into;
}();

template <const Rules& R>
constexpr bool promotes_on(Color c, Square s) {
  return contains(geometry<R>.promotion[slot(c)], s);
}

}  // namespace

template <const Rules& R>
Bitboard attacked_from(Kind kind, Color color, Square s, Bitboard occupied) {
  Bitboard out = 0;
  for_each_kind([&]<Kind K>() {
    if (kind == K) out = attacks<R, K>(color, s, occupied);
  });
  return out;
}

template <const Rules& R>
Bitboard attacking(Kind kind, Color color, Square target, Bitboard occupied) {
  if (kind == Kind::pawn) return geometry<R>.pawn_captures[slot(~color)][slot(target)];
  Bitboard out = kLeapsInto<R>[slot(color)][slot(kind)][slot(target)];
  for_each_kind([&]<Kind K>() {
    if (kind == K) out |= slides_from<R, K>(target, occupied);
  });
  return out;
}

template <const Rules& R>
Result<void> Exits<R>::load(SolutionSource& source, const Known& needed) {
  for (int i = 2; i < men(); ++i) {
    Result<Child<R>> child = Child<R>::find(layout_.index.men(), layout_.word_man, {.removed = i}, needed, source);
    if (!child) return child.error();
    captures_.push_back(std::move(*child));
    if (man(i).kind() != Kind::pawn) continue;
    if (Result<void> loaded = load_promotions(source, i, needed); !loaded) return loaded;
  }
  for (int i = layout_.first_piece; i < layout_.word_man; ++i) {
    Result<Child<R>> child = Child<R>::find(layout_.index.men(), i, {.removed = layout_.word_man}, needed, source);
    if (!child) return child.error();
    word_captures_.push_back(std::move(*child));
  }
  return {};
}

template <const Rules& R>
Result<void> Exits<R>::load_promotions(SolutionSource& source, int pawn, const Known& needed) {
  for (int removed = -1; removed < men(); ++removed) {
    if (removed == 0 || removed == 1) continue;
    if (removed >= 0 && man(removed).color() == man(pawn).color()) continue;
    for (const char letter : R.promotes_to) {
      Result<Child<R>> child = Child<R>::find(layout_.index.men(), layout_.word_man,
                                              {removed, pawn, static_cast<Kind>(R.slot_of(letter))}, needed, source);
      if (!child) return child.error();
      promotions_[slot(pawn)][slot(removed + 1)].push_back(std::move(*child));
    }
  }
  return {};
}

template <const Rules& R>
bool Exits<R>::best(ExitKind kind, Distance distance, const Placement& placement, Color side, W wanted,
                    Row& best) const {
  Query q{distance, placement, side, wanted, best};
  best.fill(kNoValue);
  if (kind != ExitKind::pawn_move) conversions(q);
  if (kind != ExitKind::conversion) pawn_moves(q);
  return q.found;
}

template <const Rules& R>
void Exits<R>::conversions(Query& q) const {
  for (int i = 0; i < men(); ++i) {
    if (man(i).color() != q.side) continue;
    if (i == layout_.word_man) {
      captures_by_word_man(q);
      continue;
    }
    captures_by(q, i);
    if (man(i).kind() == Kind::pawn) promotions_by(q, i);
  }
}

template <const Rules& R>
void Exits<R>::pawn_moves(Query& q) const {
  for (int i = 2; i < layout_.first_piece; ++i)
    if (man(i).color() == q.side) pushes_by(q, i);
}

template <const Rules& R>
void Exits<R>::captures_by(Query& q, int mover) const {
  const Kind kind = man(mover).kind();
  const Square from = q.at.squares[slot(mover)];
  const Bitboard targets = attacked_from<R>(kind, q.side, from, q.at.occupied);
  const Bitboard leaps = kind == Kind::pawn ? targets : geometry<R>.leaps[slot(q.side)][slot(kind)][slot(from)];
  for (int i = 2; i < men(); ++i) {
    if (man(i).color() == q.side) continue;
    if (i == layout_.word_man) {
      captures_of_word_man(q, mover, targets);
      continue;
    }
    const Square to = q.at.squares[slot(i)];
    if (!contains(targets, to)) continue;
    captures_onto(q, mover, i, to, contains(leaps, to) ? 0 : geometry<R>.between[slot(from)][slot(to)]);
  }
}

// The capture of a man other than the word man, which may stand in between.
template <const Rules& R>
void Exits<R>::captures_onto(Query& q, int mover, int removed, Square to, Bitboard between) const {
  if (man(mover).kind() == Kind::pawn && promotes_on<R>(q.side, to)) {
    for (const Child<R>& child : promotions_[slot(mover)][slot(removed + 1)]) add_row(q, child, mover, to, between);
  } else {
    add_row(q, capture(removed), mover, to, between);
  }
}

template <const Rules& R>
void Exits<R>::captures_of_word_man(Query& q, int mover, Bitboard targets) const {
  const int removed = layout_.word_man;
  if (mover >= layout_.first_piece && (targets & q.wanted) != 0) {
    Row row;
    word_captures_[slot(mover - layout_.first_piece)].row(q.distance, q.at.squares, targets & q.wanted, row);
    for (const Square to : Squares(targets & q.wanted)) add(q, to, row[slot(to)]);
    return;
  }
  for (const Square to : Squares(targets & q.wanted)) {
    if (man(mover).kind() == Kind::pawn && promotes_on<R>(q.side, to)) {
      for (const Child<R>& child : promotions_[slot(mover)][slot(removed + 1)]) add(q, to, after(q, child, mover, to));
    } else {
      add(q, to, after(q, capture(removed), mover, to));
    }
  }
}

template <const Rules& R>
void Exits<R>::captures_by_word_man(Query& q) const {
  const int mover = layout_.word_man;
  for (int i = 2; i < men(); ++i) {
    if (man(i).color() == q.side) continue;
    const Square to = q.at.squares[slot(i)];
    const Bitboard from = attacking<R>(man(mover).kind(), q.side, to, q.at.occupied) & q.wanted;
    if (from == 0) continue;
    const Value value = after(q, capture(i), mover, to);
    for (const Square s : Squares(from)) add(q, s, value);
  }
}

template <const Rules& R>
void Exits<R>::promotions_by(Query& q, int pawn) const {
  const Square to = q.at.squares[slot(pawn)] + forward(R, q.side);
  if (!promotes_on<R>(q.side, to) || contains(q.at.occupied, to)) return;
  for (const Child<R>& child : promotions_[slot(pawn)][0]) add_row(q, child, pawn, to, bit(to));
}

template <const Rules& R>
void Exits<R>::pushes_by(Query& q, int pawn) const {
  const Square from = q.at.squares[slot(pawn)];
  const Square to = from + forward(R, q.side);
  if (promotes_on<R>(q.side, to) || contains(q.at.occupied, to)) return;
  Row row;
  slice_row(q, pawn, to, row);
  const Bitboard squares = layout_.word_man < 0 ? q.wanted : q.wanted & ~bit(to);
  with_distance(q.distance, [&]<Distance D>() {
    for (const Square s : Squares(squares)) add(q, s, before_exit<R, D>(row[slot(s)]));
  });
  if (contains(geometry<R>.double_from[slot(q.side)], from)) double_step(q, pawn, to);
}

// After a double step the opponent may capture en passant: the position is worth the better of that and what the table
// says of it without the right, or the capture alone when there is no other move.
template <const Rules& R>
void Exits<R>::double_step(Query& q, int pawn, Square passed) const {
  const Square to = passed + forward(R, q.side);
  if (contains(q.at.occupied, to)) return;
  Row row;
  slice_row(q, pawn, to, row);
  Row captures;
  captures.fill(kNoValue);
  if constexpr (R.en_passant) captures = en_passant_row(q, pawn, passed);
  const Bitboard squares = layout_.word_man < 0 ? q.wanted : q.wanted & ~bit(to) & ~bit(passed);
  for (const Square s : Squares(squares)) {
    Value value = row[slot(s)];
    const Value capture = captures[slot(s)];
    if (value == kNoValue) continue;  // the step leaves the own king in check
    if (capture > value) value = capture;
    if constexpr (R.stalemate == Stalemate::draw) {
      if (value == 0 && capture != kNoValue && capture < 0 && !has_move_without_en_passant(q, pawn, to, s))
        value = capture;
    }
    with_distance(q.distance, [&]<Distance D>() { add(q, s, before_exit<R, D>(value)); });
  }
}

// The values, for the opponent of the side to move, of its best en passant capture of the pawn.
template <const Rules& R>
typename Exits<R>::Row Exits<R>::en_passant_row(const Query& q, int pawn, Square passed) const {
  Row best;
  best.fill(kNoValue);
  for (int i = 2; i < men(); ++i) {
    if (man(i) != Occupant(~q.side, Kind::pawn)) continue;
    if (!contains(geometry<R>.pawn_captures[slot(~q.side)][slot(q.at.squares[slot(i)])], passed)) continue;
    Row row;
    if (layout_.word_man < 0) {
      row.fill(after(q, capture(pawn), i, passed));
    } else {
      MenSquares squares = q.at.squares;
      squares[slot(i)] = passed;
      capture(pawn).row(q.distance, squares, q.wanted & ~bit(passed), row);
    }
    for (const Square s : Squares(q.wanted)) best[slot(s)] = std::max(best[slot(s)], row[slot(s)]);
  }
  return best;
}

// Rare: only asked when the table says draw and the en passant capture loses.
template <const Rules& R>
bool Exits<R>::has_move_without_en_passant(const Query& q, int pawn, Square to, Square word_square) const {
  Setup setup;
  for (int i = 0; i < men(); ++i) {
    const Square s = i == layout_.word_man ? word_square : i == pawn ? to : q.at.squares[slot(i)];
    setup.board[slot(s)] = man(i);
  }
  setup.turn = ~q.side;
  const auto position = Position<R>::from_setup(setup);
  assert(position.ok());
  return !position.ok() || position->has_legal_move();
}

// The mover goes to `to`; the word man is where it is, but not on `except`.
template <const Rules& R>
void Exits<R>::add_row(Query& q, const Child<R>& child, int mover, Square to, Bitboard except) const {
  if (layout_.word_man < 0) return add(q, 0, after(q, child, mover, to));
  MenSquares squares = q.at.squares;
  squares[slot(mover)] = to;
  Row row;
  child.row(q.distance, squares, q.wanted & ~except, row);
  for (const Square s : Squares(except)) row[slot(s)] = kNoValue;
  for (std::size_t s = 0; s < row.size(); ++s) q.best[s] = std::max(q.best[s], row[s]);
  q.found = true;
}

// The value when the mover has gone to `to`, for its side.
template <const Rules& R>
Value Exits<R>::after(const Query& q, const Child<R>& child, int mover, Square to) const {
  MenSquares squares = q.at.squares;
  squares[slot(mover)] = to;
  return child.value(q.distance, squares);
}

template <const Rules& R>
void Exits<R>::add(Query& q, Square word_square, Value value) const {
  q.best[slot(word_square)] = std::max(q.best[slot(word_square)], value);
  q.found = true;
}

// The values, for the opponent, of the slice in which the pawn stands on `to`; mirrored when only its image exists.
template <const Rules& R>
void Exits<R>::slice_row(const Query& q, int pawn, Square to, Row& out) const {
  MenSquares squares = q.at.squares;
  squares[slot(pawn)] = to;
  const bool mirrored = layout_.index.slice_of({squares.data() + 2, slot(layout_.first_piece - 2)}) < 0;
  if (mirrored)
    for (Square& s : squares) s = kSymmetries<R>[kMirrorFiles][slot(s)];
  with_distance(q.distance, [&]<Distance D>() { slice_codes<D>(q, squares, mirrored, out); });
}

template <const Rules& R>
template <Distance D>
void Exits<R>::slice_codes(const Query& q, MenSquares& squares, bool mirrored, Row& out) const {
  const PlacementIndex<R>& index = layout_.index;
  const SquareMap& map = kSymmetries<R>[mirrored ? kMirrorFiles : 0];
  const std::int64_t slice = index.slice_of({squares.data() + 2, slot(layout_.first_piece - 2)});
  const CodeArray& codes = (D == Distance::to_mate ? solution_.dtm : solution_.dtz)[slot(~q.side)];
  const auto first_of_pair = [&] {
    const auto pair = slot(index.pair_of(squares[0], squares[1]).pair);
    return part_.first_code(static_cast<std::uint64_t>(slice), pair);
  };
  const int first = layout_.first_piece;
  const std::span<Square> pieces{squares.data() + first, slot(men() - first)};
  if (layout_.word_man < 0) {
    out[0] = value_of<D>(codes[first_of_pair()]);
  } else if (layout_.word_man >= first && index.piece_groups().back().size == 1) {
    pieces.back() = 0;
    const std::uint64_t row = first_of_pair() + index.inner_of(pieces);
    const CodeArray::Place* places = codes.places().data() + row;
    for (std::size_t s = 0; s < out.size(); ++s) out[s] = value_of<D>(codes.meaning()[places[map[s]]]);
    if (codes.has_late())
      for (std::size_t s = 0; s < out.size(); ++s) out[s] = value_of<D>(codes[row + map[s]]);
  } else {
    for (const Square s : Squares(q.wanted)) {
      squares[slot(layout_.word_man)] = map[slot(s)];
      out[slot(s)] = value_of<D>(codes[first_of_pair() + index.inner_of(pieces)]);
    }
  }
}

#define BOOKENDS_INSTANTIATE(game)                                             \
  template class Exits<games::game>;                                           \
  template Bitboard attacked_from<games::game>(Kind, Color, Square, Bitboard); \
  template Bitboard attacking<games::game>(Kind, Color, Square, Bitboard);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
