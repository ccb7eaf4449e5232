// What solving costs: whole endings, single-threaded, and the solver's inner loops.
#include <benchmark/benchmark.h>

#include <random>

#include "tablebases/solve/kernels.h"
#include "tablebases/solve/solve.h"

namespace bookends::tables {
namespace {

template <const Rules& R>
void add_dependencies(MemorySource& source, const Ending& ending) {
  Progress progress;
  for (const Ending& d : dependencies(R, ending)) {
    if (source.find(d).ok()) continue;
    add_dependencies<R>(source, d);
    source.add(std::move(*solve<R>(d, source, {1}, progress)));
  }
}

void solve_ending(benchmark::State& state, const Rules& rules, const char* name) {
  const Ending ending = *parse_ending(rules, name);
  MemorySource source(rules);
  Progress progress;
  with_game(rules, [&]<const Rules & R>() {
    add_dependencies<R>(source, ending);
    for (auto _ : state) {
      auto solution = solve<R>(ending, source, {1}, progress);
      benchmark::DoNotOptimize(solution.value().dtm[0].data());
    }
  });
}
BENCHMARK_CAPTURE(solve_ending, fragments_KRvKN, games::fragments, "KRvKN")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve_ending, fragments_KPvKP, games::fragments, "KPvKP")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve_ending, chess_KQvKR, games::chess, "KQvKR")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(solve_ending, chess_KRPvK, games::chess, "KRPvK")->Unit(benchmark::kMillisecond);

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

// One block of five men: 4096 words.
struct Block {
  using W = Word<games::chess>;
  Block() : after(4096), free(4096), before(4096) {
    std::mt19937_64 random(1);
    for (W& w : free) w = random() | random();
    for (std::size_t i = 0; i < after.size(); ++i) after[i] = random() & random() & free[i];
  }
  std::vector<W> after, free, before;
};

void unmove_word_queen(benchmark::State& state) {
  Block b;
  for (auto _ : state) {
    Kernels<games::chess>::unmove_word(Kind::queen, Color::white, b.after.data(), b.free.data(), b.before.data(), 4096);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * 4096);
}
BENCHMARK(unmove_word_queen);

void unmove_outer_queen(benchmark::State& state) {
  Block b;
  const auto stride = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    Kernels<games::chess>::unmove_outer(Kind::queen, Color::white, b.after.data(), b.free.data(), b.before.data(), 4096,
                                        stride);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * 4096);
}
BENCHMARK(unmove_outer_queen)->Arg(1)->Arg(64);

void pull_king(benchmark::State& state) {
  Block b;
  for (auto _ : state) {
    Kernels<games::chess>::pull_king(static_cast<int>(state.range(0)), 2, b.after.data(), b.before.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * 4096);
}
BENCHMARK(pull_king)->Arg(0)->Arg(1)->Arg(4)->Arg(7);

}  // namespace
}  // namespace bookends::tables
