// What writing a table costs once its ending is solved, single-threaded: counting, finding an order, packing, and the
// file itself. Items: numbers of the index, for both sides to move.
#include <benchmark/benchmark.h>
#include <unistd.h>

#include <filesystem>

#include "tablebases/build/table_maker.h"
#include "tablebases/pack/table_writer.h"
#include "tests/benchmarks/solved_ending.h"

namespace bookends::tables {
namespace {

template <const Rules& R>
Result<Solution> solve_with_all(const Ending& ending) {
  MemorySource source(R);
  add_dependencies<R>(source, ending);
  Progress progress;
  return solve<R>(ending, source, {.threads = 1, .dtz = R.move_limit != 0, .hints = true}, progress);
}

template <const Rules& R>
std::vector<SideStatistics> count(const PlacementIndex<R>& index, const Solution& solution) {
  std::vector<SideStatistics> out;
  for (int side = 0; side < (solution.ending.symmetric() ? 1 : 2); ++side)
    out.push_back(count_side(index, side, solution, 1));
  return out;
}

void write_ending(benchmark::State& state, const Rules& rules, const char* name) {
  const Ending ending = *parse_ending(rules, name);
  const std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("bookends-benchmark-" + std::to_string(getpid()) + ".bkt");
  with_game(rules, [&]<const Rules & R>() {
    const PlacementIndex<R> index(ending);
    const Solution solution = *solve_with_all<R>(ending);
    for (auto _ : state) {
      state.PauseTiming();
      Solution used_up = solution;
      state.ResumeTiming();
      const auto written = write_table(path, R, used_up, count(index, solution), {}, 1);
      if (!written) state.SkipWithError(written.error().message.c_str());
    }
    state.SetItemsProcessed(state.iterations() * 2 * static_cast<std::int64_t>(index.size()));
    state.counters["bytes_an_item"] =
        static_cast<double>(std::filesystem::file_size(path)) / (2 * static_cast<double>(index.size()));
  });
  std::filesystem::remove(path);
}
BENCHMARK_CAPTURE(write_ending, fragments_KQRvKRB, games::fragments, "KQRvKRB")
    ->Unit(benchmark::kMillisecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(write_ending, chess_KRBvKR, games::chess, "KRBvKR")->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(write_ending, chess_KBNvKQ, games::chess, "KBNvKQ")->Unit(benchmark::kMillisecond)->Iterations(1);
BENCHMARK_CAPTURE(write_ending, chess_KRPvKR, games::chess, "KRPvKR")->Unit(benchmark::kMillisecond)->Iterations(1);

}  // namespace
}  // namespace bookends::tables
