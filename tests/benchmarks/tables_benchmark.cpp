// Probing random legal positions of one ending, one thread: with a warm cache, and with every block to be decoded. With
// BOOKENDS_PROBE_TABLES, a folder, and BOOKENDS_PROBE_FENS, a file with a FEN a line, also given/usual/wdl and the
// like: "usual" has the cache that a program has by default, "roomy" one for all blocks.
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <random>
#include <string>

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

struct Given {
  std::unique_ptr<Tables<games::chess>> usual, roomy;  // with the usual cache, and with one that holds everything
  std::vector<Chess> positions;
};

const Given& given() {
  static const Given read = [] {
    Given g;
    const char* folder = std::getenv("BOOKENDS_PROBE_TABLES");
    auto usual = Tables<games::chess>::open(folder);
    TablesOptions room;
    room.cache_bytes = std::size_t{4} << 30;
    auto roomy = Tables<games::chess>::open(folder, room);
    if (!usual || !roomy) return g;
    g.usual = std::move(usual).value();
    g.roomy = std::move(roomy).value();
    std::ifstream file(std::getenv("BOOKENDS_PROBE_FENS"));
    for (std::string line; std::getline(file, line);)
      if (const auto position = Chess::from_fen(line)) g.positions.push_back(*position);
    return g;
  }();
  return read;
}

void probe_given(benchmark::State& state, Metric metric, bool roomy) {
  const Given& g = given();
  if (g.positions.empty()) return state.SkipWithError("no tables, or no positions");
  const auto& tables = roomy ? *g.roomy : *g.usual;
  for (const Chess& position : g.positions) benchmark::DoNotOptimize(tables.probe(position, metric));
  for (std::size_t i = 0; auto _ : state)
    benchmark::DoNotOptimize(tables.probe(g.positions[i++ % g.positions.size()], metric));
}

const bool kGiven = [] {
  if (std::getenv("BOOKENDS_PROBE_TABLES") == nullptr || std::getenv("BOOKENDS_PROBE_FENS") == nullptr) return false;
  for (const bool roomy : {false, true}) {
    const std::string name = roomy ? "given/roomy/" : "given/usual/";
    benchmark::RegisterBenchmark((name + "wdl").c_str(), probe_given, Metric::wdl, roomy);
    benchmark::RegisterBenchmark((name + "dtm").c_str(), probe_given, Metric::dtm, roomy);
    benchmark::RegisterBenchmark((name + "dtz").c_str(), probe_given, Metric::dtz, roomy);
  }
  return true;
}();

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
