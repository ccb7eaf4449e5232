#include "tools/match/statistics/standing.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <string>

#include "core/notation/pgn_words.h"

namespace bookends::match {
namespace {

// Moves as SAN, and without signs of check: a game that was read from a file has no others.
std::uint64_t hash_of(const GameRecord& game) {
  std::string text =
      game.fen + ' ' + std::to_string(game.white_half_points) + std::to_string(static_cast<int>(game.termination));
  for (const GameMove& move : game.moves) text.append(1, ' ').append(plain_move(move.san));
  return std::hash<std::string>()(text);
}

std::uint64_t combined(std::uint64_t first, std::uint64_t second, int opponent) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15ULL;
  return (first * kOdd + second) * kOdd + static_cast<std::uint64_t>(opponent);
}

}  // namespace

std::int64_t PairScore::complete_pairs() const { return std::accumulate(pairs.begin(), pairs.end(), std::int64_t{0}); }

double PairScore::independent_pairs() const {
  const auto all = static_cast<double>(complete_pairs());
  return squares == 0 ? 0 : all * all / static_cast<double>(squares);
}

Estimate PairScore::estimate() const { return match::estimate(pairs, independent_pairs()); }

double PairScore::log_likelihood_ratio(const Sprt& sprt) const {
  return match::log_likelihood_ratio(pairs, independent_pairs(), sprt);
}

void Standing::add(const GameRecord& game) {
  ++games_;
  const int opponent = std::max(game.players[0], game.players[1]);
  PairScore& score = scores_[slot(opponent - 1)];
  const int ours = game.half_points(0);
  ++(ours == 2 ? score.wins : ours == 1 ? score.draws : score.losses);
  if (game.white_half_points == 2) ++score.white_wins;
  if (game.white_half_points == 0) ++score.black_wins;
  ++score.terminations[static_cast<std::size_t>(game.termination)];
  if (game.number % 2 == 0)
    first_ = {ours, hash_of(game), game.failed()};
  else
    add_pair(score, opponent, game);
  add_moves(game);
}

// A pair in which an engine failed is never a repeated one: engines do not fail on purpose.
void Standing::add_pair(PairScore& score, int opponent, const GameRecord& second) {
  ++score.pairs[slot(first_.half_points + second.half_points(0))];
  if (first_.failed || second.failed()) {
    ++score.squares;
    return;
  }
  const std::int64_t before = times_[combined(first_.hash, hash_of(second), opponent)]++;
  if (before > 0) ++score.repeated_pairs;
  score.squares += 2 * before + 1;
}

void Standing::add_moves(const GameRecord& game) {
  for (const Color c : kColors) {
    EngineTotals& totals = totals_[slot(game.players[slot(c)])];
    ++totals.games;
    totals.nodes += game.searched[slot(c)].nodes;
    totals.seconds_with_nodes += game.searched[slot(c)].seconds;
    totals.overshoot = std::max(totals.overshoot, game.overshoot[slot(c)]);
    if (!game.failed() || game.loser() != c) continue;
    if (game.termination == Termination::crash) ++totals.crashes;
    if (game.termination == Termination::time_forfeit) ++totals.time_forfeits;
    if (game.termination == Termination::illegal_move) ++totals.illegal_moves;
  }
  std::size_t mover = game.white_moves_first ? 0 : 1;
  for (const GameMove& move : game.moves) {
    EngineTotals& totals = totals_[slot(game.players[mover])];
    const uci::Thought& thought = move.thought;
    ++totals.moves;
    totals.seconds += thought.seconds;
    if (!thought.score && thought.depth == 0) ++totals.moves_unsearched;
    if (thought.depth > 0) {
      ++totals.moves_with_depth;
      totals.depths += thought.depth;
    }
    mover = 1 - mover;
  }
}

}  // namespace bookends::match
