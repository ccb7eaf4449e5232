// The count of a match: results against each opponent, and what each engine did.
#pragma once

#include <cstdint>
#include <unordered_set>
#include <vector>

#include "tools/match/record.h"
#include "tools/match/statistics.h"

namespace bookends::match {

// The first engine against one other.
//
// Engines that always answer alike (at fixed nodes, without variety) play the same pair again where the openings come
// again. It says nothing new: counted as another one it would only make the interval narrower than it is.
struct PairScore {
  int wins = 0, draws = 0, losses = 0;            // of the first engine
  int white_wins = 0, black_wins = 0;             // by colour, whoever had it; draws are the same
  Pentanomial pairs{};                            // complete ones, each once: see repeated_pairs
  std::int64_t repeated_pairs = 0;                // the same as one before, move by move
  std::array<int, kTerminations> terminations{};  // by Termination

  int games() const { return wins + draws + losses; }
};

struct EngineTotals {
  int games = 0;
  int crashes = 0;
  int time_forfeits = 0;
  int illegal_moves = 0;
  std::int64_t moves = 0;
  double seconds = 0;
  std::int64_t moves_with_depth = 0;
  double depths = 0;  // summed
  std::uint64_t nodes = 0;
  double seconds_with_nodes = 0;
  double overshoot = 0;  // seconds, the most

  double mean_depth() const { return moves_with_depth > 0 ? depths / static_cast<double>(moves_with_depth) : 0; }
  double mean_seconds() const { return moves > 0 ? seconds / static_cast<double>(moves) : 0; }
  double nodes_per_second() const {
    return seconds_with_nodes > 0 ? static_cast<double>(nodes) / seconds_with_nodes : 0;
  }
};

class Standing {
 public:
  explicit Standing(int engines)
      : scores_(static_cast<std::size_t>(engines - 1)), totals_(static_cast<std::size_t>(engines)) {}

  // Games come in the order of the match, so that the two of a pair follow each other.
  void add(const GameRecord& game);

  int games() const { return games_; }
  const std::vector<PairScore>& scores() const { return scores_; }     // [opponent - 1]
  const std::vector<EngineTotals>& totals() const { return totals_; }  // [engine]

 private:
  void add_moves(const GameRecord& game);
  void add_pair(int opponent, int half_points, std::uint64_t moves);

  int games_ = 0;
  int first_of_pair_ = 0;                    // half points of the first engine
  std::uint64_t first_moves_ = 0;            // of a pair, as their hash
  std::unordered_set<std::uint64_t> pairs_;  // that were played, as their hash
  std::vector<PairScore> scores_;
  std::vector<EngineTotals> totals_;
};

}  // namespace bookends::match
