// What games say of the moves of a position: how often each was played, and what came of it.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "core/position/position.h"

namespace bookends {

struct PlayedMove {
  std::uint16_t move_index = 0;  // as BookEntry::move_index
  std::uint32_t games = 0;       // in which it was played; in one game it counts once
  // For the side that played it. Games without a result are the rest.
  std::uint32_t wins = 0, draws = 0, losses = 0;
  std::uint32_t rated = 0;   // games in which the side that played it had a rating
  std::uint16_t rating = 0;  // the mean of these, 0 to kHighestRating
  std::uint16_t year = 0;    // of the last of the games; 0 where none has one
  // Of a Polyglot book: its weight, and what an engine has learned.
  std::uint16_t weight = 0;
  std::uint32_t learned = 0;

  bool operator==(const PlayedMove&) const = default;
};
inline constexpr int kHighestRating = 4095;

// Of one position, ascending by move_index, each move once.
struct BookPlayed {
  Key key = 0;
  std::vector<PlayedMove> moves;

  bool operator==(const BookPlayed&) const = default;
};

// The share of points of the side that played it, 0 to 1: a draw counts half, and so does a game without a result.
inline double share_of_points(const PlayedMove& move) {
  if (move.games == 0) return 0;
  return (move.wins + 0.5 * (move.games - move.wins - move.losses)) / move.games;
}

// The same in whole percent, as texts have it.
inline long percent_of_points(const PlayedMove& move) { return std::lround(100 * share_of_points(move)); }

// "52 games 54 %": how often, and its share of points; of a move that was never played the weight of a Polyglot book.
std::string played_text(const PlayedMove& move);

// How much results count: with 1 a win 2, a draw or a game without a result 1, a loss 0, as Polyglot weighs the moves
// of its books; with 0 every game the same; in between a mixture of both.
inline constexpr double kPointsOnly = 1;

// Of a move that was never played what a Polyglot book says.
double played_weight(const PlayedMove& move, double result_weight = kPointsOnly);

// The move of the greatest weight, of equal ones that of more games; of those `present` if it is one, else the first.
// nullptr where there is no move.
const PlayedMove* best_played(const std::vector<PlayedMove>& moves, int present, double result_weight = kPointsOnly);

// The record of both together. Their moves are the same one.
PlayedMove together(const PlayedMove& a, const PlayedMove& b);
// The same for all moves of a position.
std::vector<PlayedMove> together(const std::vector<PlayedMove>& a, const std::vector<PlayedMove>& b);

}  // namespace bookends
