// The count of a match: results against each opponent, and what each engine did.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tools/match/game/record.h"
#include "tools/match/statistics/statistics.h"

namespace bookends::match {

// The first engine against one other.
struct PairScore {
  int wins = 0, draws = 0, losses = 0;            // of the first engine
  int white_wins = 0, black_wins = 0;             // by colour, whoever had it; draws are the same
  Pentanomial pairs{};                            // complete pairs only
  std::int64_t repeated_pairs = 0;                // of these: the same as one before, move by move
  std::int64_t squares = 0;                       // summed, of how often each different pair came
  std::array<int, kTerminations> terminations{};  // by Termination

  int games() const { return wins + draws + losses; }
  // Of which both games were played. Only they are in the estimate: without any there is none.
  std::int64_t complete_pairs() const;
  // Engines that always answer alike (at fixed nodes, without variety) play the same pair again where its opening comes
  // again, which says nothing new: this many different pairs would say as much as all did (statistics.h).
  double independent_pairs() const;
  Estimate estimate() const;
  double log_likelihood_ratio(const Sprt& sprt) const;
};

struct EngineTotals {
  int games = 0;
  int crashes = 0;
  int time_forfeits = 0;
  int illegal_moves = 0;
  std::int64_t moves = 0;
  double seconds = 0;
  std::int64_t moves_unsearched = 0;  // of which the engine said neither score nor depth, as our agent of a book's
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
  void add_pair(PairScore& score, int opponent, const GameRecord& second);

  // Of a pair whose second game has not come yet.
  struct First {
    int half_points = 0;  // of the first engine
    std::uint64_t hash = 0;
    bool failed = false;
  };

  int games_ = 0;
  First first_;
  std::unordered_map<std::uint64_t, std::int64_t> times_;  // that a pair came, by its hash
  std::vector<PairScore> scores_;
  std::vector<EngineTotals> totals_;
};

}  // namespace bookends::match
