// What it costs to read games of PGN and to play their moves: a file of short games, of long ones, and of long ones
// with a comment after every move, as servers write them.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/random.h"
#include "core/notation/move_text.h"
#include "core/notation/pgn.h"
#include "core/notation/pgn_reader.h"

namespace bookends {
namespace {

using games::chess;

// Of some moves the one after which the other side has the fewest: pieces come out, as they do in games of people.
Move some_move(const Position<chess>& position, const MoveList& moves, Random& dice) {
  Move best;
  int fewest = MoveList::kCapacity;
  for (int i = 0; i < 3; ++i) {
    const Move m = moves[dice.below(moves.size())];
    const int left = position.after(m).count_legal_moves();
    if (left < fewest) best = m;
    fewest = std::min(fewest, left);
  }
  return best;
}

std::string random_game(int plies, bool clocks, Random& dice) {
  PgnText text;
  auto position = Position<chess>::start();
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = position.legal_moves();
    if (moves.empty()) break;
    const Move m = some_move(position, moves, dice);
    if (clocks || ply % 2 == 0) text.word(std::to_string(ply / 2 + 1) + (ply % 2 == 0 ? "." : "..."));
    text.word(format_san(position, m));
    if (clocks) text.words("{ [%clk 0:09:" + std::to_string(10 + dice.below(50)) + "] }");
    position.play(m);
  }
  text.word("1/2-1/2");
  return text.text();
}

std::string file_of_games(int plies, bool clocks) {
  Random dice(1);
  std::string text;
  for (int game = 0; game < 1000; ++game) {
    for (const char* name : {"Event", "Site", "Date", "Round", "White", "Black", "WhiteElo", "BlackElo", "ECO"})
      text += pgn_tag(name, std::string(name) + " of game " + std::to_string(game));
    text += pgn_tag("Result", "1/2-1/2") + '\n' + random_game(plies, clocks, dice) + "\n\n";
  }
  return text;
}

void read_games(benchmark::State& state, int plies, bool clocks) {
  const std::string text = file_of_games(plies, clocks);
  std::size_t games = 0, moves = 0;
  for (auto _ : state) {
    PgnOmissions omitted;
    PgnReader reader(std::string_view(text), "games", PgnPolicy::strict, omitted);
    Position<chess> start = Position<chess>::start();
    while (const std::optional<PgnGame> game = reader.next_played<chess>(start).value()) {
      ++games;
      moves += game->nodes.size() - 1;
    }
  }
  using benchmark::Counter;
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text.size()));
  state.counters["games/s"] = Counter(static_cast<double>(games), Counter::kIsRate);
  state.counters["s/ply"] = Counter(static_cast<double>(moves), Counter::kIsRate | Counter::kInvert);
}

BENCHMARK_CAPTURE(read_games, short_games, 25, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_games, long_games, 80, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(read_games, with_clocks, 80, true)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bookends
