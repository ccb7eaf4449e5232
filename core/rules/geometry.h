// Attack tables of a game, derived from its Rules at compile time.
#pragma once

#include <array>

#include "core/rules/bitboard.h"
#include "core/rules/games.h"

namespace bookends {

// A line through a square, split into the squares below and above it in bit order.
struct Line {
  Bitboard lower = 0;
  Bitboard upper = 0;
};

// The squares a slider sees along a line, the first occupied one each way included. Works on any board without magic
// numbers ("obstruction difference"): between the highest blocker below and the lowest blocker above lie, in bit
// order, exactly the free squares of the line and other bits that the mask removes.
constexpr Bitboard slide(const Line& line, Bitboard occupied) {
  const Bitboard below = line.lower & occupied;
  const Bitboard above = line.upper & occupied;
  const Bitboard highest_below = Bitboard{1} << (63 - std::countl_zero(below | 1));
  const Bitboard lowest_above = above & (0 - above);
  return (line.lower | line.upper) & (2 * lowest_above - highest_below);
}

// Directions of lines, as used to index Geometry::lines.
enum Direction : int { along_file, along_rank, along_diagonal, along_antidiagonal };
inline constexpr int kDirections = 4;
inline constexpr std::array<std::array<int, 2>, kDirections> kSteps{{{0, 1}, {1, 0}, {1, 1}, {-1, 1}}};

template <const Rules& R>
struct Geometry {
  static constexpr std::size_t n = static_cast<std::size_t>(R.squares());
  using BySquare = std::array<Bitboard, n>;

  Bitboard board = 0;
  Bitboard not_first_file = 0;
  Bitboard not_last_file = 0;
  std::array<Bitboard, 2> promotion{};                  // [color] squares on which a pawn promotes
  std::array<Bitboard, 2> pawns{};                      // [color] squares on which a pawn can stand
  std::array<Bitboard, 2> double_from{};                // [color] squares from which it may step twice
  std::array<std::array<BySquare, kKinds>, 2> leaps{};  // [color][kind][square]
  std::array<BySquare, 2> pawn_captures{};              // [color][square]
  std::array<std::array<Line, n>, kDirections> lines{};
  std::array<BySquare, n> between{};  // squares strictly between two squares of a line; 0 when not on one
  std::array<BySquare, n> through{};  // the whole line through two squares; 0 when there is none
};

namespace detail {

constexpr bool on_board(const Rules& r, int file, int rank) {
  return file >= 0 && file < r.files && rank >= 0 && rank < r.ranks;
}

// The rank on which the game's pawns start, as their own side counts it; a pawn never stands behind it.
constexpr int pawn_home_rank(const Rules& r) {
  int rank = r.ranks - 1;
  for (const char ch : r.starts[0]) {
    if (ch == 'P') return rank;
    if (ch == '/') --rank;
    if (ch == ' ') break;
  }
  return 1;
}

template <const Rules& R>
constexpr void add_leaps(Geometry<R>& g, Square s) {
  const auto i = slot(s);
  const int f = file_of(R, s), k = rank_of(R, s);
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    for (int cell = 0; cell < 25; ++cell) {
      if ((R.pieces[kind].leaps >> cell & 1) == 0) continue;
      const int df = cell % 5 - 2, dr = 2 - cell / 5;
      if (on_board(R, f + df, k + dr)) g.leaps[0][kind][i] |= bit(square_at(R, f + df, k + dr));
      if (on_board(R, f + df, k - dr)) g.leaps[1][kind][i] |= bit(square_at(R, f + df, k - dr));
    }
  for (const int df : {-1, 1}) {
    if (on_board(R, f + df, k + 1)) g.pawn_captures[0][i] |= bit(square_at(R, f + df, k + 1));
    if (on_board(R, f + df, k - 1)) g.pawn_captures[1][i] |= bit(square_at(R, f + df, k - 1));
  }
}

template <const Rules& R>
constexpr void add_regions(Geometry<R>& g, Square s) {
  g.board |= bit(s);
  if (file_of(R, s) > 0) g.not_first_file |= bit(s);
  if (file_of(R, s) < R.files - 1) g.not_last_file |= bit(s);
  for (const Color c : kColors) {
    const auto side = slot(c);
    const int rank = relative_rank(R, c, s), home = pawn_home_rank(R);
    if (rank >= R.ranks - R.promotion_ranks)
      g.promotion[side] |= bit(s);
    else if (rank >= home)
      g.pawns[side] |= bit(s);
    if (R.double_step && rank == home) g.double_from[side] |= bit(s);
  }
}

template <const Rules& R>
constexpr void add_lines(Geometry<R>& g, Square s) {
  const auto i = slot(s);
  for (std::size_t d = 0; d < kDirections; ++d) {
    const int df = kSteps[d][0], dr = kSteps[d][1];
    Line& line = g.lines[d][i];
    for (const int sign : {-1, 1}) {
      Bitboard passed = 0;
      int f = file_of(R, s) + sign * df, k = rank_of(R, s) + sign * dr;
      for (; on_board(R, f, k); f += sign * df, k += sign * dr) {
        const Square t = square_at(R, f, k);
        g.between[i][slot(t)] = passed;
        passed |= bit(t);
      }
      (sign < 0 ? line.lower : line.upper) = passed;
    }
    const Bitboard whole = line.lower | line.upper | bit(s);
    for (const Square t : Squares(whole & ~bit(s))) g.through[i][slot(t)] = whole;
  }
}

template <const Rules& R>
constexpr Geometry<R> make_geometry() {
  static_assert(valid(R));
  Geometry<R> g;
  for (Square s = 0; s < R.squares(); ++s) {
    add_leaps<R>(g, s);
    add_regions<R>(g, s);
    add_lines<R>(g, s);
  }
  return g;
}

}  // namespace detail

template <const Rules& R>
inline constexpr Geometry<R> geometry = detail::make_geometry<R>();

// Squares that a piece of slot K attacks by sliding, by leaping, and in all; pawns have captures of their own.
template <const Rules& R, Kind K>
constexpr Bitboard slides_from(Square s, Bitboard occupied) {
  constexpr Piece piece = R.piece(K);
  const auto i = slot(s);
  const auto& lines = geometry<R>.lines;
  Bitboard b = 0;
  if constexpr ((piece.slides & orthogonal) != 0)
    b |= slide(lines[along_file][i], occupied) | slide(lines[along_rank][i], occupied);
  if constexpr ((piece.slides & diagonal) != 0)
    b |= slide(lines[along_diagonal][i], occupied) | slide(lines[along_antidiagonal][i], occupied);
  return b;
}

template <const Rules& R, Kind K>
constexpr Bitboard attacks(Color c, Square s, Bitboard occupied) {
  const auto i = slot(s);
  const auto side = slot(c);
  if constexpr (K == Kind::pawn) {
    return geometry<R>.pawn_captures[side][i];
  } else {
    Bitboard b = slides_from<R, K>(s, occupied);
    if constexpr (R.piece(K).leaps != 0) b |= geometry<R>.leaps[side][slot(K)][i];
    return b;
  }
}

// Calls f.template operator()<K>() for every slot, pawns first.
template <class F>
constexpr void for_each_kind(F&& f) {
  f.template operator()<Kind::pawn>();
  f.template operator()<Kind::knight>();
  f.template operator()<Kind::bishop>();
  f.template operator()<Kind::rook>();
  f.template operator()<Kind::queen>();
  f.template operator()<Kind::king>();
}

}  // namespace bookends
