// A position of a game, and its moves. Copied, never unmade: a Position is a small value.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/position/fen.h"
#include "core/position/move.h"
#include "core/rules/bitboard.h"
#include "core/rules/counting.h"
#include "core/rules/games.h"
#include "core/rules/rules.h"

namespace bookends {

using Key = std::uint64_t;

template <const Rules& R>
class Position {
 public:
  // The default start position.
  static Position start();
  // A legal position from a Setup or a FEN; the side not to move may not be in check. Errors: invalid_argument.
  static Result<Position> from_setup(const Setup& setup);
  static Result<Position> from_fen(std::string_view fen);
  Setup setup() const;
  std::string fen() const;

  Bitboard pieces(Color c) const { return colors_[slot(c)]; }
  Bitboard pieces(Kind k) const { return kinds_[slot(k)]; }
  Bitboard pieces(Color c, Kind k) const { return pieces(c) & pieces(k); }
  Bitboard occupied() const { return colors_[0] | colors_[1]; }
  Occupant at(Square s) const { return board_[slot(s)]; }
  Square king(Color c) const { return lowest(pieces(c, Kind::king)); }

  Color turn() const { return turn_; }
  std::uint8_t castling() const { return castling_; }
  // Set only when an enemy pawn stands ready to capture (whether or not that capture is legal).
  Square en_passant() const { return en_passant_; }
  Count count() const { return count_; }
  int halfmove_clock() const { return halfmove_clock_; }  // plies
  int fullmove() const { return fullmove_; }

  // Zobrist key: of pieces, side to move, castling rights, en passant (zobrist.h). Kept incrementally.
  Key key() const { return key_; }
  // The key by which repetitions are counted: without the rights where the game does not count them, and without one to
  // capture en passant that no legal move uses.
  Key repetition_key() const;
  // The key from scratch; equal to key() always.
  Key compute_key() const;

  // Squares from which pieces of `by` attack s, on a board occupied by `occupied`.
  Bitboard attackers(Square s, Color by, Bitboard occupied) const;
  bool attacked(Square s, Color by) const { return attackers(s, by, occupied()) != 0; }
  bool in_check() const { return attacked(king(turn_), ~turn_); }
  // Squares the piece on s attacks (s must be occupied).
  Bitboard attacks_from(Square s) const;

  // Every legal move, in a fixed order.
  void legal_moves(MoveList& list) const;
  MoveList legal_moves() const {
    MoveList list;
    legal_moves(list);
    return list;
  }
  // Only captures (en passant included) and promotions.
  void legal_captures(MoveList& list) const;
  // The others.
  void legal_quiets(MoveList& list) const;
  int count_legal_moves() const;  // without listing them
  bool has_legal_move() const;
  bool is_legal(Move m) const;
  // Squares from which a man of that kind may go to `to` by a legal move that is no castling.
  Bitboard origins(Kind kind, Square to) const;

  bool is_capture(Move m) const;  // en passant included
  bool is_en_passant(Move m) const;
  bool gives_check(Move m) const;  // m legal
  bool is_zeroing(Move m) const { return is_capture(m) || at(m.from()).kind() == Kind::pawn; }

  // m must be legal.
  void play(Move m);
  Position after(Move m) const {
    Position p = *this;
    p.play(m);
    return p;
  }
  // Passes the turn; not in check. En passant is gone afterwards.
  void play_null();

  bool operator==(
      const Position& other) const;  // placement, turn, rights, count: what decides the game but for history

 private:
  Key en_passant_key() const;  // its part of the key
  bool can_take_en_passant() const;
  Bitboard pawn_origins(Square to) const;
  bool exposes_king(Square from, Square to) const;
  void put(Color c, Kind k, Square s);
  void remove(Square s);
  void move_castling_rook(Square from, Square to);
  void update_castling(Move m);
  void set_en_passant(Square s);
  void update_count(bool captured);

  std::array<Bitboard, 2> colors_{};
  std::array<Bitboard, kKinds> kinds_{};
  Key key_ = 0;
  std::array<Occupant, static_cast<std::size_t>(R.squares())> board_{};
  Color turn_ = Color::white;
  std::uint8_t castling_ = 0;
  std::int8_t en_passant_ = kNoSquare;
  std::uint16_t halfmove_clock_ = 0;
  std::uint16_t fullmove_ = 1;
  Count count_;
};

#define BOOKENDS_EXTERN_POSITION(game) extern template class Position<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_POSITION)
#undef BOOKENDS_EXTERN_POSITION

}  // namespace bookends
