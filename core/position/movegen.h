// Legal move generation, once for all games and for all uses: what is done with the moves is the business of a Sink.
//
// A Sink has four members:
//   void piece(Square from, Bitboard targets)               moves of one piece
//   void pawns(Bitboard targets, int step, bool promotes)   pawn moves by target square; the pawn comes from target -
//   step void single(Move m)                                     a special move (en passant, castling)
//
// Moves are generated legal, not filtered: pieces that check and pieces that are pinned are found first, from the
// king's square; then a pinned piece keeps to its pin line and every piece but the king must, in check, capture the
// checker or stand between. Only king steps and en passant captures (which clear two squares of a rank at once) are
// tried out.
#pragma once

#include "core/position/position.h"
#include "core/rules/geometry.h"

namespace bookends {

// Captures count promotions in, quiets leave them out: together they are all moves, and no move is in both.
enum class Moves { all, captures, quiets };

// P: Position<R>, or whatever else answers turn, king, pieces, occupied, attackers, en_passant and castling.
template <const Rules& R, Moves wanted, class Sink, class P = Position<R>>
class MoveGenerator {
 public:
  MoveGenerator(const P& position, Sink& sink)
      : p_(position),
        sink_(sink),
        us_(position.turn()),
        king_(position.king(us_)),
        occupied_(position.occupied()),
        enemies_(position.pieces(~us_)) {
    find_sliding_threats();
    find_leaping_checkers();
    resolve_checks();
  }

  void generate() {
    if (!several(checkers_)) {
      for_each_kind([this]<Kind K>() {
        if (sink_.satisfied()) return;
        if constexpr (K == Kind::pawn)
          pawn_moves();
        else if constexpr (K != Kind::king)
          piece_moves<K>();
      });
      if constexpr (R.castling && with_quiets) castling_moves();
    }
    if (!sink_.satisfied()) king_moves();
  }

 private:
  static constexpr const Geometry<R>& g_ = geometry<R>;
  static constexpr bool with_quiets = wanted != Moves::captures;
  static constexpr bool with_captures = wanted != Moves::quiets;

  template <Slides S>
  Bitboard enemy_sliders() const {
    Bitboard b = 0;
    for_each_kind([&]<Kind K>() {
      if constexpr ((R.piece(K).slides & S) != 0) b |= p_.pieces(~us_, K);
    });
    return b;
  }

  static Bitboard line_squares(Square s, Direction a, Direction b) {
    const Line x = g_.lines[a][slot(s)], y = g_.lines[b][slot(s)];
    return x.lower | x.upper | y.lower | y.upper;
  }

  // Every enemy slider on a line with our king checks it when the squares between are free, and pins the one piece
  // between when that is ours.
  void find_sliding_threats() {
    Bitboard snipers = (enemy_sliders<orthogonal>() & line_squares(king_, along_file, along_rank)) |
                       (enemy_sliders<diagonal>() & line_squares(king_, along_diagonal, along_antidiagonal));
    while (snipers != 0) {
      const Square s = pop_lowest(snipers);
      const Bitboard between = g_.between[slot(king_)][slot(s)];
      const Bitboard blockers = between & occupied_;
      if (blockers == 0) {
        checkers_ |= bit(s);
        targets_ &= between | bit(s);
      } else if (!several(blockers)) {
        pinned_ |= blockers & ~enemies_;
      }
    }
  }

  void find_leaping_checkers() {
    for_each_kind([this]<Kind K>() {
      Bitboard leapers = 0;
      if constexpr (K == Kind::pawn)
        leapers = g_.pawn_captures[slot(us_)][slot(king_)] & p_.pieces(~us_, K);
      else if constexpr (R.piece(K).leaps != 0 && K != Kind::king)
        leapers = g_.leaps[slot(us_)][slot(K)][slot(king_)] & p_.pieces(~us_, K);
      if (leapers == 0) return;
      checkers_ |= leapers;
      targets_ &= leapers;
    });
  }

  // The squares of the wanted kind of move, for pieces.
  Bitboard wanted_squares() const {
    if constexpr (wanted == Moves::captures) return enemies_;
    if constexpr (wanted == Moves::quiets) return ~occupied_;
    return ~(occupied_ & ~enemies_);
  }

  void resolve_checks() {
    targets_ &= wanted_squares();
    blocks_ = checkers_ == 0 ? g_.board : pre_capture_targets();
  }

  // Where a pawn may land when it must answer a check; `targets_` itself has lost the free squares when only captures
  // are wanted, with which promotions by a plain step are generated too.
  Bitboard pre_capture_targets() const {
    if (several(checkers_)) return 0;
    const Square c = lowest(checkers_);
    return g_.between[slot(king_)][slot(c)] | checkers_;
  }

  Bitboard pin_line(Square s) const { return contains(pinned_, s) ? g_.through[slot(king_)][slot(s)] : ~Bitboard{0}; }

  void king_moves() {
    Bitboard to = attacks<R, Kind::king>(us_, king_, occupied_) & wanted_squares();
    const Bitboard without_king = occupied_ ^ bit(king_);
    for (Bitboard t = to; t != 0;) {
      const Square s = pop_lowest(t);
      if (p_.attackers(s, ~us_, without_king) != 0) to ^= bit(s);
    }
    if (to != 0) sink_.piece(king_, to);
  }

  template <Kind K>
  void piece_moves() {
    for (const Square s : Squares(p_.pieces(us_, K))) {
      const Bitboard to = attacks<R, K>(us_, s, occupied_) & targets_ & pin_line(s);
      if (to != 0) sink_.piece(s, to);
    }
  }

  void pawn_moves() {
    const Bitboard pawns = p_.pieces(us_, Kind::pawn);
    pawn_steps(pawns & ~pinned_, blocks_);
    for (const Square s : Squares(pawns & pinned_)) pawn_steps(bit(s), blocks_ & pin_line(s));
    if constexpr (R.en_passant && with_captures) en_passant_captures(pawns);
  }

  void pawn_steps(Bitboard pawns, Bitboard allowed) {
    const int up = forward(R, us_);
    const Bitboard free = g_.board & ~occupied_, last = g_.promotion[slot(us_)];
    const Bitboard one = shifted(pawns, up) & free;
    emit_pawns(one & allowed & ((with_quiets ? ~last : 0) | (with_captures ? last : 0)), up);
    if constexpr (with_captures) {
      emit_pawns(shifted(pawns & g_.not_last_file, up + 1) & enemies_ & allowed, up + 1);
      emit_pawns(shifted(pawns & g_.not_first_file, up - 1) & enemies_ & allowed, up - 1);
    }
    if constexpr (R.double_step && with_quiets) {
      const Bitboard stepped = shifted(pawns & g_.double_from[slot(us_)], up) & free;
      emit_pawns(shifted(stepped, up) & free & allowed, 2 * up);
    }
  }

  void emit_pawns(Bitboard targets, int step) {
    const Bitboard last = g_.promotion[slot(us_)];
    if ((targets & ~last) != 0) sink_.pawns(targets & ~last, step, false);
    if ((targets & last) != 0) sink_.pawns(targets & last, step, true);
  }

  void en_passant_captures(Bitboard pawns) {
    const Square to = p_.en_passant();
    if (to == kNoSquare) return;
    const Bitboard victim = bit(to - forward(R, us_));
    for (const Square from : Squares(g_.pawn_captures[slot(~us_)][slot(to)] & pawns)) {
      const Bitboard after = (occupied_ ^ bit(from) ^ victim) | bit(to);
      if ((p_.attackers(king_, ~us_, after) & ~victim) == 0) sink_.single(Move(from, to));
    }
  }

  void castling_moves() {
    const int rights = us_ == Color::white ? p_.castling() & 3 : p_.castling() >> 2;
    if (rights == 0 || checkers_ != 0) return;
    const auto safe = [this](Square s) { return p_.attackers(s, ~us_, occupied_) == 0; };
    const auto free = [this](Square s) { return !contains(occupied_, s); };
    const Square k = king_;
    if ((rights & white_king_side) != 0 && free(k + 1) && free(k + 2) && safe(k + 1) && safe(k + 2))
      sink_.single(Move(k, k + 2));
    if ((rights & white_queen_side) != 0 && free(k - 1) && free(k - 2) && free(k - 3) && safe(k - 1) && safe(k - 2))
      sink_.single(Move(k, k - 2));
  }

  const P& p_;
  Sink& sink_;
  const Color us_;
  const Square king_;
  const Bitboard occupied_;
  const Bitboard enemies_;
  Bitboard checkers_ = 0;
  Bitboard pinned_ = 0;
  Bitboard targets_ = g_.board;  // where a piece other than the king may land
  Bitboard blocks_ = 0;          // the same for pawns, before it is known what stands there
};

// Sinks.

template <const Rules& R>
struct ListSink {
  MoveList& list;

  void piece(Square from, Bitboard targets) {
    for (const Square to : Squares(targets)) list.add(Move(from, to));
  }
  void pawns(Bitboard targets, int step, bool promotes) {
    for (const Square to : Squares(targets)) {
      if (!promotes) {
        list.add(Move(to - step, to));
      } else {
        for (const char letter : R.promotes_to) list.add(Move(to - step, to, static_cast<Kind>(R.slot_of(letter))));
      }
    }
  }
  void single(Move m) { list.add(m); }
  static constexpr bool satisfied() { return false; }
};

template <const Rules& R>
struct CountSink {
  int total = 0;

  void piece(Square, Bitboard targets) { total += count(targets); }
  void pawns(Bitboard targets, int, bool promotes) {
    total += count(targets) * (promotes ? static_cast<int>(R.promotes_to.size()) : 1);
  }
  void single(Move) { ++total; }
  static constexpr bool satisfied() { return false; }
};

// Only whether there is a move.
struct AnySink {
  bool found = false;

  void piece(Square, Bitboard) { found = true; }
  void pawns(Bitboard, int, bool) { found = true; }
  void single(Move) { found = true; }
  bool satisfied() const { return found; }
};

}  // namespace bookends
