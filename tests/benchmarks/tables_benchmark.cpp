// Probing with a warm cache: random legal positions of one ending, one thread.
#include <benchmark/benchmark.h>

#include <memory>
#include <random>

#include "tablebases/build.h"
#include "tablebases/placement.h"
#include "tablebases/probe.h"
#include "tests/support/temporary_folder.h"

namespace bookends::tables {
namespace {

using Fragments = Position<games::fragments>;

struct Sample {
  std::unique_ptr<Tables<games::fragments>> tables;
  std::vector<Fragments> positions;
  std::vector<std::vector<Man>> men;
};

const Sample& sample() {
  static const Sample made = [] {
    const bookends::test::TemporaryFolder folder;  // the files stay mapped when it has gone
    Progress progress;
    const auto ending = parse_ending(games::fragments, "KRvKN").value();
    const auto built = build_tables(games::fragments, closure(games::fragments, {ending}), folder.path(), {}, progress,
                                    [](std::string_view) {});
    Sample s;
    if (!built) return s;
    s.tables = std::move(Tables<games::fragments>::open(folder.path())).value();
    const PlacementIndex<games::fragments> index(ending);
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

void probe(benchmark::State& state, Metric metric) {
  const Sample& s = sample();
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(s.tables->probe(s.positions[i++ % s.positions.size()], metric));
}

void probe_men(benchmark::State& state) {
  const Sample& s = sample();
  for (std::size_t i = 0; auto _ : state) {
    const std::size_t at = i++ % s.positions.size();
    benchmark::DoNotOptimize(s.tables->probe_men(s.men[at], s.positions[at].turn(), Metric::dtm));
  }
}

void root_moves(benchmark::State& state) {
  const Sample& s = sample();
  std::size_t i = 0;
  for (auto _ : state) benchmark::DoNotOptimize(s.tables->root_moves(s.positions[i++ % s.positions.size()]));
}

BENCHMARK_CAPTURE(probe, wdl, Metric::wdl);
BENCHMARK_CAPTURE(probe, dtm, Metric::dtm);
BENCHMARK(probe_men);
BENCHMARK(root_moves);

}  // namespace
}  // namespace bookends::tables
