// FEN both ways, for every game: a Setup is a position as FEN says it, with nothing derived.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/rules/bitboard.h"
#include "core/rules/counting.h"
#include "core/rules/rules.h"

namespace bookends {

// A piece with its colour, or nothing, in one byte.
class Occupant {
 public:
  constexpr Occupant() = default;
  constexpr Occupant(Color c, Kind k) : code_(static_cast<std::uint8_t>(index(c) * kKinds + index(k))) {}
  constexpr bool empty() const { return code_ == kNone; }
  constexpr Color color() const { return static_cast<Color>(code_ / kKinds); }
  constexpr Kind kind() const { return static_cast<Kind>(code_ % kKinds); }
  constexpr bool operator==(const Occupant&) const = default;

 private:
  static constexpr std::uint8_t kNone = 12;
  std::uint8_t code_ = kNone;
};

// Castling rights, one bit each.
enum Castling : std::uint8_t {
  no_castling = 0,
  white_king_side = 1,
  white_queen_side = 2,
  black_king_side = 4,
  black_queen_side = 8
};

struct Setup {
  std::array<Occupant, kMaxSquares> board{};  // by square; only the first Rules::squares() are used
  Color turn = Color::white;
  std::uint8_t castling = no_castling;
  Square en_passant = kNoSquare;  // the square behind a pawn that has just stepped twice
  Count count;                    // Makruk
  int halfmove_clock = 0;         // plies since a capture or pawn move
  int fullmove = 1;

  bool operator==(const Setup&) const = default;
};

// The largest number of plies without progress, and of moves, that a FEN has.
inline constexpr int kMostFenNumber = 9999;

// Parses and checks everything that can be said without attacks: shape, letters, one king each, no pawn where none can
// stand, rights that fit the board. Trailing fields may be missing ("4k/5/5/5/K4 w" is enough). EPD is read, too: of
// its operations the clocks count ("... w - - hmvc 3; fmvn 20;"), the others are passed over. Castling rights may name
// the file of the rook ("HAha"). Errors: invalid_argument, naming the field, what was found there and what was
// expected.
Result<Setup> parse_fen(const Rules& rules, std::string_view fen);

// The same of a setup that comes from elsewhere: men, castling rights, en passant square, running count. Errors:
// invalid_argument, as parse_fen.
Result<void> check_setup(const Rules& rules, const Setup& setup);

// The FEN with all six fields.
std::string format_fen(const Rules& rules, const Setup& setup);

// "c3", and back; kNoSquare when it is no square of the board.
std::string square_name(const Rules& rules, Square s);
Square parse_square(const Rules& rules, std::string_view name);

}  // namespace bookends
