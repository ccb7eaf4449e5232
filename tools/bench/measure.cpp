#include "tools/bench/measure.h"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "gen/console/stop_watcher.h"

namespace bookends {

namespace {

template <const Rules& R>
Result<MeasuredPosition> search_once(const Position<R>& position, std::string_view fen, int depth,
                                     const SearchOptions& options, const ChosenNet<R>& net, Progress& progress) {
  MeasuredPosition measured{fen, {}, {}};
  Search<R> search(options);
  search.set_net(net.net);
  search.settle();  // what the table's memory costs is not to be timed
  SearchLimits limits;
  limits.depth = depth;
  std::atomic<bool> stop{false};
  const auto watch = [&](const SearchLine& line, const SearchStatistics& s) {
    if (line.rank == 1) measured.depths.push_back({s.depth, s.nodes, s.seconds});
  };
  const StopWatcher watcher(progress, stop);  // an iteration may take hours
  measured.statistics = search.run(Game<R>(position), limits, stop, watch).statistics;
  if (stop) return Error{ErrorCode::interrupted, "bench was interrupted"};
  return measured;
}

MeasuredPosition median(std::vector<MeasuredPosition> runs) {
  const auto middle = runs.begin() + static_cast<std::ptrdiff_t>((runs.size() - 1) / 2);
  std::nth_element(runs.begin(), middle, runs.end(),
                   [](const auto& a, const auto& b) { return a.statistics.seconds < b.statistics.seconds; });
  return *middle;
}

// The median run of a position, for each of the options.
template <const Rules& R>
Result<std::vector<MeasuredPosition>> search_in_turns(std::string_view fen, const BenchWork& work,
                                                      const ChosenNet<R>& net, Progress& progress) {
  const auto position = Position<R>::from_fen(fen);
  if (!position) return position.error();
  std::vector<std::vector<MeasuredPosition>> runs(work.options.size());
  for (int i = 0; i < work.repeat; ++i)
    for (std::size_t j = 0; j < work.options.size(); ++j) {
      const auto run = search_once<R>(*position, fen, work.depth, work.options[j], net, progress);
      if (!run) return run.error();
      runs[j].push_back(*run);
    }
  std::vector<MeasuredPosition> medians;
  for (auto& all : runs) medians.push_back(median(std::move(all)));
  return medians;
}

template <const Rules& R>
Result<std::vector<MeasuredGame>> measure_game(const BenchSuite& suite, const BenchWork& work, Progress& progress) {
  const Result<ChosenNet<R>> net = choose_net<R>(work.net);
  if (!net) return net.error();
  std::vector<MeasuredGame> games(work.options.size(), {suite.rules, work.depth, net->digest, {}, {}});
  for (std::size_t i = 0; i < suite.positions.size(); ++i) {
    progress.update({.task = suite.rules->name,
                     .done = static_cast<double>(i),
                     .total = static_cast<double>(suite.positions.size()),
                     .unit = "positions",
                     .detail = ""});
    const auto medians = search_in_turns<R>(suite.positions[i], work, *net, progress);
    if (!medians) return medians.error();
    for (std::size_t j = 0; j < games.size(); ++j) {
      games[j].sum += (*medians)[j].statistics;
      games[j].positions.push_back((*medians)[j]);
    }
  }
  return games;
}

}  // namespace

Result<std::vector<MeasuredGame>> measure(const BenchSuite& suite, const BenchWork& work, Progress& progress) {
  return with_game(*suite.rules, [&]<const Rules & R>() { return measure_game<R>(suite, work, progress); });
}

Ratio ratio_of(const MeasuredGame& first, const MeasuredGame& second, double least_seconds) {
  Ratio ratio;
  double time = 0, nodes = 0;
  for (std::size_t i = 0; i < first.positions.size(); ++i) {
    const SearchStatistics& a = first.positions[i].statistics;
    const SearchStatistics& b = second.positions[i].statistics;
    if (a.seconds < least_seconds) continue;
    ++ratio.positions;
    time += std::log(a.seconds / std::max(b.seconds, 1e-6));
    nodes += std::log(static_cast<double>(a.nodes) / static_cast<double>(std::max<std::uint64_t>(b.nodes, 1)));
  }
  if (ratio.positions == 0) return ratio;
  ratio.time = std::exp(time / ratio.positions);
  ratio.nodes = std::exp(nodes / ratio.positions);
  return ratio;
}

}  // namespace bookends
