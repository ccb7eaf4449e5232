#include "core/rules/counting.h"

#include <algorithm>

namespace bookends {
namespace {

constexpr auto kPawnSlot = static_cast<std::size_t>(index(Kind::pawn));

int men(const PieceCounts& pieces, Color c) {
  int n = 0;
  for (const int k : pieces[slot(c)]) n += k;
  return n;
}

// What tells the weaker side when both still have pieces; in hundredths of a Bia. No rule says it: a choice of ours.
int strength(const PieceCounts& pieces, Color c) {
  constexpr std::array<int, kKinds> kWorth{100, 300, 260, 500, 170, 0};
  int sum = 0;
  for (std::size_t k = 0; k < kKinds; ++k) sum += kWorth[k] * pieces[slot(c)][k];
  return sum;
}

// Moves the chaser of a bare Khun has in all: the first line that fits its material. These are the usual rules of
// Thailand; engines as Fairy-Stockfish and Cute Chess have the same.
struct Limit {
  Kind kind;
  int at_least;
  int moves;
};
constexpr std::array<Limit, 5> kLimits{
    {{Kind::rook, 2, 8}, {Kind::rook, 1, 16}, {Kind::bishop, 2, 22}, {Kind::knight, 2, 32}, {Kind::bishop, 1, 44}}};
constexpr int kOtherwise = 64;
constexpr int kBoardHonourMoves = 64;

int pieces_honour_moves(const std::array<int, kKinds>& chaser) {
  for (const Limit& limit : kLimits)
    if (chaser[slot(limit.kind)] >= limit.at_least) return limit.moves;
  return kOtherwise;
}

// The count starts at the number of men plus one, for the bare side's first move: an even number of plies when that
// side is to move, one ply earlier when the chaser is (the bare Khun took the last Bia).
Count start_pieces_honour(const PieceCounts& pieces, Color bare, Color turn) {
  const int limit = 2 * pieces_honour_moves(pieces[slot(~bare)]);
  const int plies = 2 * (men(pieces, bare) + men(pieces, ~bare)) - (turn == bare ? 0 : 1);
  return {static_cast<std::uint16_t>(limit), static_cast<std::uint16_t>(plies)};
}

}  // namespace

bool is_count_limit(int plies) {
  static_assert(kBoardHonourMoves == kOtherwise);
  if (plies == 2 * kOtherwise) return true;
  return std::any_of(kLimits.begin(), kLimits.end(), [plies](const Limit& limit) { return plies == 2 * limit.moves; });
}

Count next_count(Count before, const PieceCounts& pieces, Color turn, bool bared) {
  if (pieces[0][kPawnSlot] + pieces[1][kPawnSlot] > 0) return {};
  const bool white_bare = men(pieces, Color::white) == 1, black_bare = men(pieces, Color::black) == 1;
  if (white_bare && black_bare) return {};
  if (before.running() && !bared) return {before.limit, static_cast<std::uint16_t>(before.plies + 1)};
  if (white_bare || black_bare) return start_pieces_honour(pieces, white_bare ? Color::white : Color::black, turn);
  // Board's honour: the weaker side counts its own moves from 1, so its count begins when it is to move.
  if (strength(pieces, turn) > strength(pieces, ~turn)) return {};
  return {2 * kBoardHonourMoves, 0};
}

}  // namespace bookends
