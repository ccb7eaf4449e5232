// Probing random legal positions of one ending, one thread: with a warm cache, and with every block to be decoded. With
// BOOKENDS_PROBE_TABLES, a folder, and BOOKENDS_PROBE_FENS, a file with a FEN a line, also given/usual/wdl and the
// like.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
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
    const bookends::test::TemporaryFolder folder;  // the files stay open when it has gone
    Progress progress;
    const auto ending = parse_ending(games::chess, "KRvKN").value();
    const auto built = build_tables(games::chess, closure(games::chess, {ending}), folder.path(), {}, progress,
                                    [](std::string_view) {});
    Sample s;
    if (!built) return s;
    s.warm = std::move(Tables<games::chess>::open(folder.path())).value();
    TablesOptions no_cache;
    no_cache.cache_bytes = 0;
    s.cold = std::move(Tables<games::chess>::open(folder.path(), no_cache)).value();
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

// "usual": with the cache that a program has by default. "roomy": one that holds everything. "none": none, so each
// block is decoded each time.
struct Cache {
  const char* name;
  std::size_t bytes;
};
constexpr std::array kCaches{Cache{"usual", TablesOptions{}.cache_bytes}, Cache{"roomy", std::size_t{4} << 30},
                             Cache{"none", 0}};

const std::vector<Chess>& given_positions() {
  static const std::vector<Chess> read = [] {
    std::vector<Chess> positions;
    std::ifstream file(std::getenv("BOOKENDS_PROBE_FENS"));
    for (std::string line; std::getline(file, line);)
      if (const auto position = Chess::from_fen(line)) positions.push_back(*position);
    return positions;
  }();
  return read;
}

void probe_given(benchmark::State& state, Metric metric, std::size_t cache_bytes) {
  TablesOptions options;
  options.cache_bytes = cache_bytes;
  const auto tables = Tables<games::chess>::open(std::getenv("BOOKENDS_PROBE_TABLES"), options);
  const std::vector<Chess>& positions = given_positions();
  if (!tables || positions.empty()) return state.SkipWithError("no tables, or no positions");
  const auto probe = [&](const Chess& position) { benchmark::DoNotOptimize((*tables)->probe(position, metric)); };
  if (cache_bytes != 0) std::for_each(positions.begin(), positions.end(), probe);
  for (std::size_t i = 0; auto _ : state) probe(positions[i++ % positions.size()]);
}

const bool kGiven = [] {
  if (std::getenv("BOOKENDS_PROBE_TABLES") == nullptr || std::getenv("BOOKENDS_PROBE_FENS") == nullptr) return false;
  for (const Cache& cache : kCaches) {
    const std::string name = std::string("given/") + cache.name + "/";
    benchmark::RegisterBenchmark((name + "wdl").c_str(), probe_given, Metric::wdl, cache.bytes);
    benchmark::RegisterBenchmark((name + "dtm").c_str(), probe_given, Metric::dtm, cache.bytes);
    benchmark::RegisterBenchmark((name + "dtz").c_str(), probe_given, Metric::dtz, cache.bytes);
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
