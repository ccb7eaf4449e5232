// What solving costs: whole endings, single-threaded (items: placements of both sides to move, as laid out), and the
// solver's inner loops.
#include <benchmark/benchmark.h>

#include <array>
#include <random>

#include "tablebases/rows/kernels.h"
#include "tablebases/rows/layout.h"
#include "tablebases/solve/solve.h"
#include "tests/benchmarks/solved_ending.h"

namespace bookends::tables {
namespace {

void solve_ending(benchmark::State& state, const Rules& rules, const char* name, bool dtz = false, bool hints = false) {
  const Ending ending = *parse_ending(rules, name);
  MemorySource source(rules);
  Progress progress;
  with_game(rules, [&]<const Rules & R>() {
    add_dependencies<R>(source, ending);
    for (auto _ : state) {
      auto solution = solve<R>(ending, source, {.threads = 1, .dtz = dtz, .hints = hints}, progress);
      benchmark::DoNotOptimize(solution.value().dtm[0].places().data());
    }
    const PlacementIndex<R> index(ending);
    state.SetItemsProcessed(
        state.iterations() * 2 * static_cast<std::int64_t>(index.slices()) *
        static_cast<std::int64_t>(places_of_slice(ending, has_loose_kings(ending), index.pairs(), R.squares())));
  });
}
BENCHMARK_CAPTURE(solve_ending, fragments_KRvKN, games::fragments, "KRvKN")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve_ending, fragments_KPvKP, games::fragments, "KPvKP")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve_ending, fragments_KRPvKR_all, games::fragments, "KRPvKR", true, true)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve_ending, fragments_KQRvKRB_all, games::fragments, "KQRvKRB", true, true)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(solve_ending, chess_KQvKR, games::chess, "KQvKR")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve_ending, chess_KRPvK, games::chess, "KRPvK")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve_ending, chess_KRPvK_dtz, games::chess, "KRPvK", true)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve_ending, chess_KRPvK_all, games::chess, "KRPvK", true, true)->Unit(benchmark::kMillisecond);

// Five men: DTM alone, with DTZ, and with the hints too.
BENCHMARK_CAPTURE(solve_ending, chess_KRBvKR, games::chess, "KRBvKR")->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(solve_ending, chess_KRBvKR_dtz, games::chess, "KRBvKR", true)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(solve_ending, chess_KRBvKR_all, games::chess, "KRBvKR", true, true)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(solve_ending, chess_KRPvKR_all, games::chess, "KRPvKR", true, true)
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(solve_ending, chess_KBNvKQ, games::chess, "KBNvKQ")->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(solve_ending, chess_KQRvKR, games::chess, "KQRvKR")->Unit(benchmark::kMillisecond)->Iterations(1);

// All endings with four men, each once: what `tables build fragments --men 4` computes.
void solve_all_of_fragments(benchmark::State& state) {
  constexpr const Rules& R = games::fragments;
  Progress progress;
  for (auto _ : state) {
    MemorySource source(R);
    for (const Ending& e : endings_up_to(R, 4)) source.add(std::move(*solve<R>(e, source, {1}, progress)));
  }
}
BENCHMARK(solve_all_of_fragments)->Unit(benchmark::kMillisecond);

// One block of five men: 64 rows of 64 words. Every fourth bit is set, on squares free of kings and of other men.
struct Block {
  using W = Word<games::chess>;
  Block() : after(4096), before(4096) {
    std::mt19937_64 random(1);
    for (std::size_t i = 0; i < after.size(); ++i)
      if (i / 64 != i % 64)
        after[i] = random() & random() & ~(bit(static_cast<Square>(i % 64)) | bit(static_cast<Square>(i / 64)));
    job.targets = rows;
    job.before = before.data();
    job.after = after.data();
    job.after_rows = rows.data();
    job.row_men = row_men;
  }
  std::vector<W> after, before;
  std::array<std::uint64_t, 1> rows{~std::uint64_t{0}};
  std::array<const Movement*, 1> row_men{};
  PredJob<W> job;
};

void run(benchmark::State& state, Block& b) {
  for (auto _ : state) {
    RowKernels<games::chess>::pred(b.job);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * 4096);
}

// 0: the row man moves; 1: the lane man; 2: the word man.
void unmove_queen(benchmark::State& state) {
  Block b;
  const Movement queen = movement_of<games::chess>(Kind::queen, Color::white);
  b.row_men[0] = state.range(0) == 0 ? &queen : nullptr;
  b.job.lane_man = state.range(0) == 1 ? &queen : nullptr;
  b.job.word_man = state.range(0) == 2 ? &queen : nullptr;
  run(state, b);
}
BENCHMARK(unmove_queen)->DenseRange(0, 2);

void pull_king(benchmark::State& state) {
  Block b;
  const std::array<KingPull<Block::W>, 1> kings{{{b.after.data(), b.rows.data(), static_cast<int>(state.range(0))}}};
  b.job.kings = kings;
  run(state, b);
}
BENCHMARK(pull_king)->Arg(0)->Arg(1)->Arg(4)->Arg(7);

}  // namespace
}  // namespace bookends::tables
