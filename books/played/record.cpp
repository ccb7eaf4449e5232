#include "books/played/record.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/base/count_text.h"

namespace bookends {

namespace {

template <class T>
T capped_sum(T a, T b) {
  return a > std::numeric_limits<T>::max() - b ? std::numeric_limits<T>::max() : static_cast<T>(a + b);
}

// Rounded to the nearest. Counts that are capped weigh a little less.
std::uint16_t mean_rating(const PlayedMove& a, const PlayedMove& b) {
  const std::uint64_t rated = std::uint64_t{a.rated} + b.rated;
  if (rated == 0) return 0;
  const std::uint64_t sum = std::uint64_t{a.rated} * a.rating + std::uint64_t{b.rated} * b.rating;
  return static_cast<std::uint16_t>((sum + rated / 2) / rated);
}

}  // namespace

std::string played_text(const PlayedMove& move) {
  if (move.games == 0) return "weight " + std::to_string(move.weight);
  return count_text(move.games, "game") + ' ' + std::to_string(percent_of_points(move)) + " %";
}

double played_weight(const PlayedMove& move, double result_weight) {
  if (move.games == 0) return move.weight;
  const double points = 2 * share_of_points(move) * move.games;
  return (1 - result_weight) * move.games + result_weight * points;
}

const PlayedMove* best_played(const std::vector<PlayedMove>& moves, int present, double result_weight) {
  const auto rank = [&](const PlayedMove& move) {
    return std::tuple(played_weight(move, result_weight), move.games, move.move_index == present);
  };
  const PlayedMove* best = nullptr;
  for (const PlayedMove& move : moves)
    if (best == nullptr || rank(move) > rank(*best)) best = &move;
  return best;
}

PlayedMove together(const PlayedMove& a, const PlayedMove& b) {
  PlayedMove sum = a;
  sum.games = capped_sum(a.games, b.games);
  sum.wins = std::min(sum.games, capped_sum(a.wins, b.wins));
  sum.draws = std::min(sum.games - sum.wins, capped_sum(a.draws, b.draws));
  sum.losses = std::min(sum.games - sum.wins - sum.draws, capped_sum(a.losses, b.losses));
  sum.rated = std::min(sum.games, capped_sum(a.rated, b.rated));
  sum.rating = mean_rating(a, b);
  sum.year = std::max(a.year, b.year);
  sum.weight = capped_sum(a.weight, b.weight);
  sum.learned = a.learned != 0 ? a.learned : b.learned;
  return sum;
}

std::vector<PlayedMove> together(const std::vector<PlayedMove>& a, const std::vector<PlayedMove>& b) {
  std::vector<PlayedMove> all;
  auto left = a.begin(), right = b.begin();
  while (left != a.end() || right != b.end()) {
    if (right == b.end() || (left != a.end() && left->move_index < right->move_index))
      all.push_back(*left++);
    else if (left == a.end() || right->move_index < left->move_index)
      all.push_back(*right++);
    else
      all.push_back(together(*left++, *right++));
  }
  return all;
}

}  // namespace bookends
