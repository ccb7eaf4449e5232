#include "tools/match/standing.h"

#include <algorithm>
#include <functional>
#include <string>

namespace bookends::match {
namespace {

// As SAN: a game that was read from a file has no other.
std::uint64_t hash_of_moves(const GameRecord& game) {
  std::string text = game.fen;
  for (const PlayedMove& move : game.moves) text.append(1, ' ').append(move.san);
  return std::hash<std::string>()(text);
}

}  // namespace

void Standing::add(const GameRecord& game) {
  ++games_;
  const int opponent = std::max(game.players[0], game.players[1]);
  PairScore& score = scores_[slot(opponent - 1)];
  const int ours = game.half_points(0);
  ++(ours == 2 ? score.wins : ours == 1 ? score.draws : score.losses);
  if (game.white_half_points == 2) ++score.white_wins;
  if (game.white_half_points == 0) ++score.black_wins;
  ++score.terminations[static_cast<std::size_t>(game.termination)];
  if (game.number % 2 == 0) {
    first_of_pair_ = ours;
    first_moves_ = hash_of_moves(game);
  } else {
    add_pair(opponent, first_of_pair_ + ours, hash_of_moves(game));
  }
  add_moves(game);
}

void Standing::add_pair(int opponent, int half_points, std::uint64_t moves) {
  constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15ULL;
  PairScore& score = scores_[slot(opponent - 1)];
  const std::uint64_t both = ((first_moves_ * kOdd + moves) * kOdd + static_cast<std::uint64_t>(opponent)) * kOdd;
  ++(pairs_.insert(both).second ? score.pairs[slot(half_points)] : score.repeated_pairs);
}

void Standing::add_moves(const GameRecord& game) {
  for (const Color c : kColors) {
    EngineTotals& totals = totals_[slot(game.players[slot(c)])];
    ++totals.games;
    totals.overshoot = std::max(totals.overshoot, game.overshoot[slot(c)]);
    if (!game.failed() || game.loser() != c) continue;
    if (game.termination == Termination::crash) ++totals.crashes;
    if (game.termination == Termination::time_forfeit) ++totals.time_forfeits;
    if (game.termination == Termination::illegal_move) ++totals.illegal_moves;
  }
  std::size_t mover = game.white_moves_first ? 0 : 1;
  for (const PlayedMove& move : game.moves) {
    EngineTotals& totals = totals_[slot(game.players[mover])];
    const uci::Thought& thought = move.thought;
    ++totals.moves;
    totals.seconds += thought.seconds;
    if (thought.depth > 0) {
      ++totals.moves_with_depth;
      totals.depths += thought.depth;
    }
    if (thought.nodes > 0) {
      totals.nodes += thought.nodes;
      totals.seconds_with_nodes += thought.seconds;
    }
    mover = 1 - mover;
  }
}

}  // namespace bookends::match
