// What a book takes in memory while it grows, and how fast it grows when searches cost nothing.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <string>

#include "books/grow/build.h"
#include "core/rules/games.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

// Values from keys, in no time.
template <const Rules& R>
class FreeEvaluator final : public LeafEvaluator<R> {
 public:
  Result<LeafResult> evaluate(const Position<R>& position, std::span<const Move> only,
                              const std::atomic<bool>&) override {
    std::vector<Candidate> all;
    const auto judge = [&](Move m) {
      const Key key = position.after(m).key();
      all.push_back({m, static_cast<std::int16_t>(static_cast<int>(key % 401) - 200)});
    };
    for (const Move m : only) judge(m);
    if (only.empty())
      for (const Move m : position.legal_moves()) judge(m);
    std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
    LeafResult result;
    result.depth = 1;
    result.candidates.assign(all.begin(), all.begin() + std::min<std::ptrdiff_t>(3, std::ssize(all)));
    return result;
  }
};

// Bytes, from the line of /proc/self/status that begins with `name`.
double memory(const std::string& name) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with(name)) return 1024 * std::stod(line.substr(name.size() + 1));
  return 0;
}

// From here on the most memory is counted anew.
void reset_peak() { std::ofstream("/proc/self/clear_refs") << 5; }

template <const Rules& R>
void grow_book(benchmark::State& state) {
  for (auto _ : state) {
    const test::TemporaryFolder folder;
    BuildJob job;
    job.settings.game = R.name;
    job.settings.rules_fingerprint = fingerprint(R);
    job.settings.starts = {std::string(R.starts[0])};
    job.limits.positions = static_cast<std::size_t>(state.range(0));
    job.workspace = folder / "work";
    job.out = folder / "book";
    Progress silent;
    reset_peak();
    const double before = memory("VmRSS:");
    const auto summary = build_book<R>(
        job, [] { return std::make_unique<FreeEvaluator<R>>(); }, silent);
    if (!summary) return state.SkipWithError(summary.error().message.c_str());
    const auto positions = static_cast<double>(summary->positions);
    state.counters["bytes_per_position"] = (memory("VmHWM:") - before) / positions;
    state.counters["positions_per_second"] = benchmark::Counter(positions, benchmark::Counter::kIsRate);
  }
}

void grow_chess(benchmark::State& state) { grow_book<games::chess>(state); }
void grow_fragments(benchmark::State& state) { grow_book<games::fragments>(state); }

BENCHMARK(grow_chess)->Arg(300'000)->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK(grow_fragments)->Arg(300'000)->Unit(benchmark::kSecond)->Iterations(1);

}  // namespace
}  // namespace bookends
