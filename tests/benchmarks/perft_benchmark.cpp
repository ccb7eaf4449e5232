// Leaves per second of perft with bulk counting, one thread.
#include <benchmark/benchmark.h>

#include <string>

#include "core/perft.h"

namespace bookends {
namespace {

template <const Rules& R>
void leaves(benchmark::State& state, std::string_view fen, int depth) {
  const auto position = Position<R>::from_fen(fen).value();
  std::uint64_t total = 0;
  for (auto _ : state) total += perft(position, depth);
  state.counters["leaves/s"] = benchmark::Counter(static_cast<double>(total), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(leaves<games::chess>, chess_start, games::chess.starts[0], 5)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leaves<games::chess>, chess_middlegame,
                  "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leaves<games::makruk>, makruk_start, games::makruk.starts[0], 4)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leaves<games::fragments>, fragments_start1, games::fragments.starts[0], 7)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leaves<games::fragments>, fragments_start0, games::fragments.starts[1], 7)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(leaves<games::gardner>, gardner_start, games::gardner.starts[0], 6)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace bookends
