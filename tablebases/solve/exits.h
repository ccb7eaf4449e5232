// Exits: the moves that leave a slice, captures, promotions and pawn moves. What they lead to is already solved, so
// for every position one number says all the solver needs: the value of the best of them.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tablebases/ranks/partition.h"
#include "tablebases/rows/layout.h"
#include "tablebases/rows/value.h"
#include "tablebases/solve/child.h"

namespace bookends::tables {

// All men of a placement but the word man.
struct Placement {
  MenSquares squares{};  // by man of the index
  Bitboard occupied = 0;
};

// Conversions are captures and promotions; pawn moves are all others of pawns.
enum class ExitKind : std::uint8_t { all, conversion, pawn_move };

template <const Rules& R>
class Exits {
 public:
  using W = Word<R>;
  using Row = typename Child<R>::Row;

  // `solution` is the one being made, `part` what it holds; slices more advanced than the one asked for must be
  // complete in it.
  Exits(const Layout<R>& layout, const OwnPart<R>& part, const Solution& solution)
      : layout_(layout), part_(part), solution_(solution) {}
  // Finds the endings that the exits lead to. `needed`: what of them. Errors: what the source returns; not_found where
  // it has less.
  Result<void> load(SolutionSource& source, const Known& needed);

  // For every square of `wanted`, the value of the best exit of `side` for itself; kNoValue when it has none. Other
  // entries of `best` are unspecified. `wanted`: squares of the word man in legal positions. False: no exit at all, and
  // nothing of `best` is specified.
  bool best(ExitKind kind, Distance distance, const Placement& placement, Color side, W wanted, Row& best) const;

 private:
  struct Query {  // what a call is about, handed down
    Distance distance;
    const Placement& at;
    Color side;
    W wanted;
    Row& best;
    bool found = false;
  };

  Result<void> load_promotions(SolutionSource& source, int pawn, const Known& needed);
  Occupant man(int i) const { return layout_.index.men()[slot(i)]; }
  int men() const { return static_cast<int>(layout_.index.men().size()); }
  const Child<R>& capture(int removed) const { return captures_[slot(removed - 2)]; }

  void conversions(Query& q) const;
  void pawn_moves(Query& q) const;
  void captures_by(Query& q, int mover) const;
  void captures_onto(Query& q, int mover, int removed, Square to, Bitboard between) const;
  void captures_of_word_man(Query& q, int mover, Bitboard targets) const;
  void captures_by_word_man(Query& q) const;
  void promotions_by(Query& q, int pawn) const;
  void pushes_by(Query& q, int pawn) const;
  void double_step(Query& q, int pawn, Square passed) const;
  void add_row(Query& q, const Child<R>& child, int mover, Square to, Bitboard except) const;
  Value after(const Query& q, const Child<R>& child, int mover, Square to) const;
  void add(Query& q, Square word_square, Value value) const;
  void slice_row(const Query& q, int pawn, Square to, Row& out) const;
  template <Distance D>
  void slice_codes(const Query& q, MenSquares& squares, bool mirrored, Row& out) const;
  Row en_passant_row(const Query& q, int pawn, Square passed) const;
  bool has_move_without_en_passant(const Query& q, int pawn, Square to, Square word_square) const;

  const Layout<R>& layout_;
  const OwnPart<R>& part_;
  const Solution& solution_;
  std::vector<Child<R>> captures_;  // by captured man - 2: kings are not captured
  std::vector<Child<R>>
      word_captures_;  // by capturing piece - first piece: of the word man, with rows for the capturer
  // [pawn][captured man + 1, 0 for none][place in Rules::promotes_to]
  std::array<std::array<std::vector<Child<R>>, kMaxMen + 1>, kMaxMen> promotions_;
};

// Squares a man attacks, and squares from which one attacks; for a slot known only at run time.
template <const Rules& R>
Bitboard attacked_from(Kind kind, Color color, Square s, Bitboard occupied);
template <const Rules& R>
Bitboard attacking(Kind kind, Color color, Square target, Bitboard occupied);

#define BOOKENDS_EXTERN_EXITS(game)                                                   \
  extern template class Exits<games::game>;                                           \
  extern template Bitboard attacked_from<games::game>(Kind, Color, Square, Bitboard); \
  extern template Bitboard attacking<games::game>(Kind, Color, Square, Bitboard);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_EXITS)
#undef BOOKENDS_EXTERN_EXITS

}  // namespace bookends::tables
