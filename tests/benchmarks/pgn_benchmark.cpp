// What it costs to read games of PGN and to play their moves: a file of short games, of long ones, and of long ones
// with a comment after every move, as servers write them.
#include <benchmark/benchmark.h>

#include <random>
#include <string>
#include <string_view>

#include "core/notation/pgn_reader.h"
#include "tests/benchmarks/make_games/made_game.h"

namespace bookends {
namespace {

using games::chess;

std::string file_of_games(int plies, bool clocks) {
  std::mt19937_64 random(1);
  std::string text;
  for (int game = 0; game < 1000; ++game) text += made_game(static_cast<std::uint64_t>(game), plies, clocks, random);
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
