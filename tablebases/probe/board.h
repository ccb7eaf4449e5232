// A placement while it is being probed: pieces as sets, the side to move, and the material as a number. What a Position
// knows besides (keys, clocks, a board of squares) would only cost time: most of a probe is looking at the placements
// one ply on.
#pragma once

#include <array>
#include <type_traits>
#include <utility>

#include "core/position/attackers.h"
#include "core/position/movegen.h"
#include "core/position/position.h"
#include "tablebases/material/material.h"

namespace bookends::tables {

// The number of each kind of piece, four bits each; kings are always there. 0: king against king.
using MaterialKey = std::uint64_t;
constexpr MaterialKey material_of_one(Color c, Kind k) {
  return k == Kind::king ? 0 : MaterialKey{1} << (4 * (index(c) * (kKinds - 1) + index(k)));
}
constexpr MaterialKey material_key(const PieceCounts& counts) {
  MaterialKey key = 0;
  for (const Color c : kColors)
    for (const Kind k : kAllKinds) key += material_of_one(c, k) * static_cast<MaterialKey>(counts[slot(c)][slot(k)]);
  return key;
}

// The pieces of a key. Kings are set too.
constexpr PieceCounts counts_of(MaterialKey key) {
  PieceCounts counts{};
  for (const Color c : kColors)
    for (const Kind k : kAllKinds)
      counts[slot(c)][slot(k)] = k == Kind::king ? 1 : static_cast<int>(key / material_of_one(c, k) & 15);
  return counts;
}

template <const Rules& R>
class Board {
 public:
  using Colors = std::array<Bitboard, 2>;      // by slot(Color)
  using Kinds = std::array<Bitboard, kKinds>;  // by slot(Kind)

  Board() = default;
  explicit Board(const Position<R>& position) : turn_(position.turn()), en_passant_(position.en_passant()) {
    for (const Color c : kColors) colors_[slot(c)] = position.pieces(c);
    for (const Kind k : kAllKinds) kinds_[slot(k)] = position.pieces(k);
    count_material();
  }
  // Every man is in one set of each array; board_input.h sees to it.
  Board(const Colors& colors, const Kinds& kinds, Color turn) : colors_(colors), kinds_(kinds), turn_(turn) {
    count_material();
  }

  void put(Occupant man, Square s) {
    colors_[slot(man.color())] |= bit(s);
    kinds_[slot(man.kind())] |= bit(s);
    material_ += material_of_one(man.color(), man.kind());
  }
  void set_turn(Color c) { turn_ = c; }
  void clear() { *this = Board(); }

  Bitboard pieces(Color c) const { return colors_[slot(c)]; }
  Bitboard pieces(Kind k) const { return kinds_[slot(k)]; }
  Bitboard pieces(Color c, Kind k) const { return pieces(c) & pieces(k); }
  Bitboard occupied() const { return colors_[0] | colors_[1]; }
  bool empty() const { return occupied() == 0; }
  Square king(Color c) const { return lowest(pieces(c, Kind::king)); }
  Color turn() const { return turn_; }
  Square en_passant() const { return en_passant_; }
  static constexpr std::uint8_t castling() { return no_castling; }
  MaterialKey material() const { return material_; }
  Bitboard attackers(Square s, Color by, Bitboard occupied) const { return attackers_of<R>(*this, s, by, occupied); }
  bool in_check() const { return attackers(king(turn_), ~turn_, occupied()) != 0; }
  bool leaves_king() const { return attackers(king(~turn_), turn_, occupied()) != 0; }  // no legal move led here

  Kind kind_at(Square s) const {  // s occupied
    int kind = 0;
    for (int k = 1; k < kKinds; ++k) kind += k * static_cast<int>(kinds_[slot(k)] >> s & 1);
    return static_cast<Kind>(kind);
  }

  // The board after a move of ours: `before` comes from `from` and stands on `to` as `now`. What stands there is taken.
  Board after(Square from, Square to, Kind before, Kind now) const {
    Board next = passed();
    if (contains(pieces(~turn_), to)) next.remove(~turn_, kind_at(to), to);
    next.colors_[slot(turn_)] ^= bit(from) | bit(to);
    next.kinds_[slot(before)] ^= bit(from);
    next.kinds_[slot(now)] |= bit(to);
    next.material_ += material_of_one(turn_, now) - material_of_one(turn_, before);
    return next;
  }
  Board after_double_step(Square from, Square to) const {
    Board next = after(from, to, Kind::pawn, Kind::pawn);
    const Square middle = (from + to) / 2;
    if ((geometry<R>.pawn_captures[slot(turn_)][slot(middle)] & pieces(~turn_, Kind::pawn)) != 0)
      next.en_passant_ = middle;
    return next;
  }
  Board after_en_passant(Square from, Square to) const {
    Board next = after(from, to, Kind::pawn, Kind::pawn);
    next.remove(~turn_, Kind::pawn, to - forward(R, turn_));
    return next;
  }
  Board without_en_passant() const {
    Board same = *this;
    same.en_passant_ = kNoSquare;
    return same;
  }

 private:
  Board passed() const {
    Board next = *this;
    next.turn_ = ~turn_;
    next.en_passant_ = kNoSquare;
    return next;
  }
  void remove(Color c, Kind k, Square s) {
    colors_[slot(c)] ^= bit(s);
    kinds_[slot(k)] ^= bit(s);
    material_ -= material_of_one(c, k);
  }

  void count_material() {
    for (const Color c : kColors)
      for (const Kind k : kAllKinds)
        material_ += material_of_one(c, k) * static_cast<MaterialKey>(bookends::count(pieces(c, k)));
  }

  Colors colors_{};
  Kinds kinds_{};
  MaterialKey material_ = 0;
  Color turn_ = Color::white;
  Square en_passant_ = kNoSquare;
};

// What a move does to the half-move clock and to the material.
enum class MoveType : std::uint8_t {
  quiet,        // a piece goes to a free square
  pawn_step,    // zeroes the clock, and no more
  double_step,  // and may give the other side an en passant right
  conversion,   // a capture or promotion: the material is another
  en_passant,   // a conversion too
};
constexpr bool zeroes(MoveType t) { return t != MoveType::quiet; }
constexpr bool converts(MoveType t) { return t == MoveType::conversion || t == MoveType::en_passant; }

// A legal move of a board; what it leads to is only made when it is asked for.
template <const Rules& R>
struct Step {
  const Board<R>* before = nullptr;
  Square from = 0, to = 0;
  Kind kind = Kind::pawn, becomes = Kind::pawn;
  MoveType type = MoveType::quiet;

  Board<R> board() const {
    if (type == MoveType::double_step) return before->after_double_step(from, to);
    if (type == MoveType::en_passant) return before->after_en_passant(from, to);
    return before->after(from, to, kind, becomes);
  }
};

enum class Which : std::uint8_t { all, conversions, captures, pawn_steps };

// What is called with each step, and returns whether it has seen enough: any callable, which must outlive this. A call
// through a pointer costs next to nothing beside a probe, and spares the compiler a move generator for each caller.
template <const Rules& R>
class StepVisitor {
 public:
  template <class Visit>
  requires(!std::is_same_v<Visit, StepVisitor>)
      StepVisitor(Visit& visit)  // NOLINT(google-explicit-constructor): stands for what it is made of
      : visit_(&visit),
        call_([](void* visit_it, const Step<R>& step) { return (*static_cast<Visit*>(visit_it))(step); }) {}
  bool operator()(const Step<R>& step) const { return call_(visit_, step); }

 private:
  void* visit_;
  bool (*call_)(void*, const Step<R>&);
};

// Receives moves from a MoveGenerator and visits them one by one. The enemy king is never taken: it can only stand in
// check where the placement is not legal.
template <const Rules& R, Which which>
class StepSink {
 public:
  StepSink(const Board<R>& board, StepVisitor<R> visit)
      : board_(board), visit_(visit), free_(~board.occupied()), king_(board.pieces(~board.turn(), Kind::king)) {}

  void piece(Square from, Bitboard targets) {
    if constexpr (which == Which::pawn_steps) return;
    const Kind kind = board_.kind_at(from);
    for (const Square to : Squares(targets & ~king_))
      visit({&board_, from, to, kind, kind, contains(free_, to) ? MoveType::quiet : MoveType::conversion});
  }

  void pawns(Bitboard targets, int step, bool promotes) {
    const int up = forward(R, board_.turn());
    const MoveType type = promotes         ? MoveType::conversion
                          : step == up     ? MoveType::pawn_step
                          : step == 2 * up ? MoveType::double_step
                                           : MoveType::conversion;
    if (which == Which::pawn_steps && type == MoveType::conversion) return;
    if (which == Which::captures && (step == up || step == 2 * up)) return;
    for (const Square to : Squares(targets & ~king_)) {
      if (!promotes) visit({&board_, to - step, to, Kind::pawn, Kind::pawn, type});
      if (!promotes) continue;
      for (const char letter : R.promotes_to)
        visit({&board_, to - step, to, Kind::pawn, static_cast<Kind>(R.slot_of(letter)), type});
    }
  }

  void single(Move m) {
    if (which != Which::pawn_steps) visit({&board_, m.from(), m.to(), Kind::pawn, Kind::pawn, MoveType::en_passant});
  }

  bool satisfied() const { return satisfied_; }

 private:
  void visit(const Step<R>& step) { satisfied_ = satisfied_ || visit_(step); }

  const Board<R>& board_;
  const StepVisitor<R> visit_;
  const Bitboard free_;
  const Bitboard king_;  // the enemy's
  bool satisfied_ = false;
};

template <Which which, const Rules& R>
void visit_all_steps(const Board<R>& board, StepVisitor<R> visit) {
  StepSink<R, which> sink(board, visit);
  constexpr bool converting = which == Which::conversions || which == Which::captures;
  MoveGenerator<R, converting ? Moves::captures : Moves::all, decltype(sink), Board<R>>(board, sink).generate();
}
template <Which which, const Rules& R, class Visit>
void visit_steps(const Board<R>& board, Visit visit) {
  visit_all_steps<which, R>(board, visit);
}

// The same for many moves that each need something from far away in memory: `prepare(step)` asks for it and returns a
// number, and `visit(step, number)` follows when it is on its way for a good many.
template <Which which, const Rules& R, class Prepare, class Visit>
void visit_steps_ahead(const Board<R>& board, Prepare prepare, Visit visit) {
  std::array<std::pair<Step<R>, std::uint64_t>, 32> waiting;
  std::size_t n = 0;
  bool enough = false;
  const auto visit_waiting = [&] {
    for (std::size_t i = 0; i < n && !enough; ++i) enough = visit(waiting[i].first, waiting[i].second);
    n = 0;
  };
  visit_steps<which>(board, [&](const Step<R>& step) {
    waiting[n++] = {step, prepare(step)};
    if (n == waiting.size()) visit_waiting();
    return enough;
  });
  visit_waiting();
}

// Whether a pawn could convert if it were not for its own king.
template <const Rules& R>
bool pawn_may_convert(const Board<R>& board) {
  const Geometry<R>& g = geometry<R>;
  const Color us = board.turn();
  const Bitboard pawns = board.pieces(us, Kind::pawn);
  if (pawns == 0) return false;
  const int up = forward(R, us);
  const Bitboard promoting = shifted(pawns, up) & g.promotion[slot(us)] & ~board.occupied();
  const Bitboard taken = shifted(pawns & g.not_last_file, up + 1) | shifted(pawns & g.not_first_file, up - 1);
  return promoting != 0 || (taken & board.pieces(~us)) != 0 || board.en_passant() != kNoSquare;
}

// f(from, targets, kind) for each of our pieces that could capture if it were not for our king.
template <const Rules& R, class F>
void visit_threats(const Board<R>& board, const F& f) {
  const Color us = board.turn();
  const Bitboard own = board.pieces(us), occupied = board.occupied();
  const Bitboard victims = board.pieces(~us) & ~board.pieces(Kind::king);
  if (victims == 0) return;
  for_each_kind([&]<Kind K>() {
    if constexpr (K != Kind::pawn)
      for (const Square from : Squares(own & board.pieces(K)))
        if (const Bitboard targets = attacks<R, K>(us, from, occupied) & victims; targets != 0) f(from, targets, K);
  });
}

// Whether some man could convert if it were not for its own king: false for most placements, and quickly known.
template <const Rules& R>
bool may_convert(const Board<R>& board) {
  bool found = pawn_may_convert(board);
  if (!found) visit_threats(board, [&](Square, Bitboard, Kind) { found = true; });
  return found;
}

// visit(step, board) for the conversions, until it returns true. Where no pawn has any, to try the few captures costs
// less than to look for checks and pins first.
template <const Rules& R, class Visit>
void visit_conversions(const Board<R>& board, Visit visit) {
  if (pawn_may_convert(board))
    return visit_steps<Which::conversions>(board, [&](const Step<R>& step) { return visit(step, step.board()); });
  bool enough = false;
  visit_threats(board, [&](Square from, Bitboard targets, Kind kind) {
    for (const Square to : Squares(targets)) {
      if (enough) return;
      const Step<R> step{&board, from, to, kind, kind, MoveType::conversion};
      const Board<R> next = step.board();
      enough = !next.leaves_king() && visit(step, next);
    }
  });
}

}  // namespace bookends::tables
