// Leaves per second of perft with bulk counting, one thread.
#include <benchmark/benchmark.h>

#include <string>

#include "core/position/perft.h"

namespace bookends {
namespace {

void leaves(benchmark::State& state, const Rules& rules, std::string_view fen, int depth) {
  std::uint64_t total = 0;
  with_game(rules, [&]<const Rules & R>() {
    const auto position = Position<R>::from_fen(fen).value();
    for (auto _ : state) total += perft(position, depth);
  });
  state.counters["leaves/s"] = benchmark::Counter(static_cast<double>(total), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(leaves, chess_start, games::chess, games::chess.starts[0], 5)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leaves, chess_middlegame, games::chess,
                  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leaves, makruk_start, games::makruk, games::makruk.starts[0], 4)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leaves, fragments_start1, games::fragments, games::fragments.starts[0], 7)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leaves, fragments_start0, games::fragments, games::fragments.starts[1], 7)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leaves, gardner_start, games::gardner, games::gardner.starts[0], 6)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bookends
