// Which policy grows the better book from the same number of searches: games are played out of each book against an
// opponent who plays well but not always best, and where the book ends a deep search says what the book was worth.
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>

#include "books/grow/build.h"
#include "books/probe/probe.h"
#include "core/rules/games.h"
#include "core/search/search.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

constexpr const Rules& R = games::fragments;

constexpr std::uint64_t kOpponentNodes = 1000, kJudgeNodes = 50'000;
constexpr double kTemperature = 20;  // centipawns: a move that gives away so much is played 1/e as often as the best
constexpr int kGames = 200;

SearchResult search(const Position<R>& position, std::uint64_t nodes, int lines) {
  SearchOptions options;
  options.hash_bytes = std::size_t{4} << 20;
  options.threads = 1;
  options.multi_pv = lines;
  SearchLimits limits;
  limits.nodes = nodes;
  const std::atomic<bool> stop = false;
  return Search<R>(options).run(Game<R>(position), limits, stop);
}

Move opponent_move(const Position<R>& position, std::mt19937& dice) {
  const SearchResult found = search(position, kOpponentNodes, 4);
  std::vector<double> weights;
  for (const SearchLine& line : found.lines)
    weights.push_back(std::exp((line.score - found.lines[0].score) / kTemperature));
  return found.lines[std::discrete_distribution<std::size_t>(weights.begin(), weights.end())(dice)].pv.front();
}

struct Exit {
  int plies = 0;
  double value = 0;  // centipawns for the book's side; decided games count 1000
};

Exit play(const Book<R>& book, Color side, std::mt19937& dice) {
  Position<R> position = Position<R>::start();
  Exit exit;
  while (exit.plies < 60 && !verdict(position).over()) {
    const auto answer = book.probe(position);
    if (!answer) break;
    position.play(position.turn() == side ? answer->move : opponent_move(position, dice));
    ++exit.plies;
  }
  const Verdict end = verdict(position);
  const int score = !end.over()                    ? search(position, kJudgeNodes, 1).lines[0].score
                    : end.outcome == Outcome::draw ? 0
                    : end.outcome == Outcome::win  ? 1000
                                                   : -1000;
  exit.value = std::clamp(position.turn() == side ? score : -score, -1000, 1000);
  return exit;
}

void policy(benchmark::State& state, const CostModel& cost, Policy kind) {
  for (auto _ : state) {
    const test::TemporaryFolder folder;
    BuildJob job;
    job.settings.game = R.name;
    job.settings.rules_fingerprint = fingerprint(R);
    job.settings.starts = {std::string(R.starts[0])};
    job.settings.leaf_nodes = 1000;
    job.settings.policy = kind;
    job.settings.cost = cost;
    job.limits.positions = static_cast<std::size_t>(state.range(0));
    job.threads = 2;
    job.workspace = folder / "work";
    job.out = folder / "book";
    Progress silent;
    const auto summary = build_book<R>(job, search_evaluator<R>({1000, 3}, nullptr), silent);
    if (!summary) return state.SkipWithError(summary.error().message.c_str());
    const Book<R> book = std::move(Book<R>::open(job.out)).value();
    std::mt19937 dice(1);
    double plies = 0, value = 0, squares = 0;
    for (int game = 0; game < kGames; ++game) {
      const Exit exit = play(book, kColors[slot(game % 2)], dice);
      plies += exit.plies;
      value += exit.value;
      squares += exit.value * exit.value;
    }
    const double mean = value / kGames;
    state.counters["searches"] = static_cast<double>(summary->new_searches);
    state.counters["exit_ply"] = plies / kGames;
    state.counters["exit_value"] = mean;
    state.counters["standard_error"] = std::sqrt((squares / kGames - mean * mean) / kGames);
  }
}

CostModel plain() {
  CostModel model;
  model.uncertainty = model.principal = model.best = 0;
  return model;
}

BENCHMARK_CAPTURE(policy, path, CostModel(), Policy::path)->Arg(2000)->Unit(benchmark::kSecond)->Iterations(1);
BENCHMARK_CAPTURE(policy, path_without_bonuses, plain(), Policy::path)
    ->Arg(2000)
    ->Unit(benchmark::kSecond)
    ->Iterations(1);
BENCHMARK_CAPTURE(policy, dropout, CostModel(), Policy::dropout)->Arg(2000)->Unit(benchmark::kSecond)->Iterations(1);

}  // namespace
}  // namespace bookends
