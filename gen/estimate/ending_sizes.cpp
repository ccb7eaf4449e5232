#include "gen/estimate/ending_sizes.h"

#include <algorithm>
#include <array>

#include "core/rules/games.h"
#include "core/rules/geometry.h"
#include "tablebases/material/index.h"
#include "tablebases/rows/layout.h"

namespace bookends {

namespace {

// Squares where only pawns of side 0, only those of side 1, and both can stand.
struct PawnSquares {
  int first = 0, second = 0, both = 0;
};

// What the formulas need of a board.
struct BoardFigures {
  int squares = 0;
  PawnSquares all, middle, half;              // the whole board, its middle file if it has one, the files on one side
  std::array<std::uint64_t, 9> king_pairs{};  // by the number of symmetries that reduce them
};

std::uint64_t combinations_of(int n, int k) {
  if (k < 0 || k > n) return 0;
  std::uint64_t out = 1;
  for (int i = 1; i <= k; ++i) out = out * static_cast<std::uint64_t>(n - k + i) / static_cast<std::uint64_t>(i);
  return out;
}

template <const Rules& R>
PawnSquares pawn_squares_of(Bitboard among) {
  const Bitboard first = geometry<R>.pawns[0] & among, second = geometry<R>.pawns[1] & among;
  return {count(first & ~second), count(second & ~first), count(first & second)};
}

// Orbits, by Burnside's lemma: the mean number of pairs that a symmetry leaves where they are.
template <const Rules& R>
std::uint64_t king_pairs_under(int symmetries) {
  std::uint64_t fixed = 0;
  for (int g = 0; g < symmetries; ++g) {
    const tables::SquareMap& map = tables::kSymmetries<R>[slot(g)];
    for (Square a = 0; a < R.squares(); ++a)
      for (Square b = 0; b < R.squares(); ++b)
        if (a != b && map[slot(a)] == a && map[slot(b)] == b &&
            !contains(geometry<R>.leaps[0][slot(Kind::king)][slot(a)], b))
          ++fixed;
  }
  return fixed / static_cast<std::uint64_t>(symmetries);
}

template <const Rules& R>
BoardFigures figures_of() {
  BoardFigures out;
  out.squares = R.squares();
  Bitboard middle = 0, half = 0;
  for (Square s = 0; s < R.squares(); ++s) {
    const int file = file_of(R, s), mirrored = R.files - 1 - file;
    if (file == mirrored) middle |= bit(s);
    if (file < mirrored) half |= bit(s);
  }
  out.all = pawn_squares_of<R>(geometry<R>.board);
  out.middle = pawn_squares_of<R>(middle);
  out.half = pawn_squares_of<R>(half);
  for (const int symmetries : {1, 2, 4, 8})
    if (symmetries < 8 || R.files == R.ranks) out.king_pairs[slot(symmetries)] = king_pairs_under<R>(symmetries);
  return out;
}

std::uint64_t pawn_placements(const PawnSquares& squares, int first, int second) {
  std::uint64_t out = 0;
  for (int shared = 0; shared <= first; ++shared)
    out += combinations_of(squares.both, shared) * combinations_of(squares.first, first - shared) *
           combinations_of(squares.second + squares.both - shared, second);
  return out;
}

// Those that the mirror of files maps onto themselves: pawns of the middle file anywhere, the others in twos.
std::uint64_t mirrored_placements(const BoardFigures& board, int first, int second) {
  std::uint64_t out = 0;
  for (int a = first % 2; a <= first; a += 2)
    for (int b = second % 2; b <= second; b += 2)
      out += pawn_placements(board.middle, a, b) * pawn_placements(board.half, (first - a) / 2, (second - b) / 2);
  return out;
}

std::uint64_t slices_of(const BoardFigures& board, const tables::Ending& ending, int symmetries) {
  const int first = ending.pieces[0][0], second = ending.pieces[1][0];
  if (first + second == 0) return 1;
  const std::uint64_t all = pawn_placements(board.all, first, second);
  return symmetries < 2 ? all : (all + mirrored_placements(board, first, second)) / 2;
}

EndingSize size_of(const Rules& rules, const BoardFigures& board, const tables::Ending& ending) {
  EndingSize out;
  out.ending = ending;
  out.symmetries = tables::symmetries_of(rules, ending);
  out.loose_kings = tables::has_loose_kings(ending);
  out.slices = slices_of(board, ending, out.symmetries);
  out.pairs = board.king_pairs[slot(ending.has_pawns() ? 1 : out.symmetries)];
  for (const auto& side : ending.pieces)
    for (const Kind kind : kAllKinds)
      if (kind != Kind::pawn && kind != Kind::king) out.inner *= combinations_of(board.squares, side[slot(kind)]);
  out.slice_places = tables::places_of_slice(ending, out.loose_kings, out.pairs, board.squares);
  return out;
}

}  // namespace

std::vector<EndingSize> ending_sizes(const Rules& rules, int men) {
  const BoardFigures board = with_game(rules, []<const Rules & R>() { return figures_of<R>(); });
  std::vector<tables::Ending> endings = tables::endings_up_to(rules, men);
  std::erase_if(endings, [](const tables::Ending& ending) { return ending.men() <= 2; });
  std::vector<tables::BuildStep> steps = tables::build_steps(rules, endings);
  std::vector<EndingSize> out;
  for (const tables::Ending& ending : endings) {
    EndingSize size = size_of(rules, board, ending);
    size.step = std::move(steps[out.size()]);
    out.push_back(std::move(size));
  }
  return out;
}

}  // namespace bookends
