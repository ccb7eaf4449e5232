// Probing random legal positions of one ending, one thread: with a warm cache, and with every block to be decoded.
#include <benchmark/benchmark.h>

#include <memory>
#include <random>

#include "tablebases/build/build.h"
#include "tablebases/probe/probe.h"
#include "tablebases/review/placement.h"
#include "tests/support/temporary_folder.h"

namespace bookends::tables {
namespace {

using Chess = Position<games::chess>;

struct Sample {
  std::unique_ptr<Tables<games::chess>> warm, cold;
  std::vector<Chess> positions;
  std::vector<std::vector<Man>> men;
};

const Sample& sample() {
  static const Sample made = [] {
    const bookends::test::TemporaryFolder folder;  // the files stay mapped when it has gone
    Progress progress;
    const auto ending = parse_ending(games::chess, "KRvKN").value();
    const auto built = build_tables(games::chess, closure(games::chess, {ending}), folder.path(), {}, progress,
                                    [](std::string_view) {});
    Sample s;
    if (!built) return s;
    s.warm = std::move(Tables<games::chess>::open(folder.path())).value();
    TablesOptions two_blocks;
    two_blocks.cache_bytes = 1;
    s.cold = std::move(Tables<games::chess>::open(folder.path(), two_blocks)).value();
    const PlacementIndex<games::chess> index(ending);
    std::mt19937 dice(1);
    while (s.positions.size() < 4096) {
      const std::uint64_t number = dice() % index.size();
      if (index.multiplicity(number) == 0) continue;
      const auto position = position_of_number(index, number, static_cast<int>(dice() % 2));
      if (!position) continue;
      s.positions.push_back(*position);
      auto& men = s.men.emplace_back();
      for (const Square square : Squares(position->occupied())) men.push_back({position->at(square), square});
    }
    return s;
  }();
  return made;
}

// Runs f(i) for the positions in turn.
template <class F>
void for_positions(benchmark::State& state, F f) {
  const Sample& s = sample();
  if (s.positions.empty()) return state.SkipWithError("the tables could not be built");
  for (std::size_t i = 0; auto _ : state) f(s, i++ % s.positions.size());
}

void probe(benchmark::State& state, Metric metric) {
  for_positions(
      state, [&](const Sample& s, std::size_t i) { benchmark::DoNotOptimize(s.warm->probe(s.positions[i], metric)); });
}

void probe_cold(benchmark::State& state, Metric metric) {
  for_positions(
      state, [&](const Sample& s, std::size_t i) { benchmark::DoNotOptimize(s.cold->probe(s.positions[i], metric)); });
}

void probe_men(benchmark::State& state) {
  for_positions(state, [](const Sample& s, std::size_t i) {
    benchmark::DoNotOptimize(s.warm->probe_men(s.men[i], s.positions[i].turn(), Metric::wdl));
  });
}

void root_moves(benchmark::State& state) {
  for_positions(state,
                [](const Sample& s, std::size_t i) { benchmark::DoNotOptimize(s.warm->root_moves(s.positions[i])); });
}

BENCHMARK_CAPTURE(probe, wdl, Metric::wdl);
BENCHMARK_CAPTURE(probe, dtm, Metric::dtm);
BENCHMARK_CAPTURE(probe, dtz, Metric::dtz);
BENCHMARK(probe_men);
BENCHMARK(root_moves);
BENCHMARK_CAPTURE(probe_cold, wdl, Metric::wdl);
BENCHMARK_CAPTURE(probe_cold, dtm, Metric::dtm);
BENCHMARK_CAPTURE(probe_cold, dtz, Metric::dtz);

}  // namespace
}  // namespace bookends::tables
