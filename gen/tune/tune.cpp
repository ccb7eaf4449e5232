#include "gen/tune/tune.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/random.h"
#include "core/eval/evaluate.h"
#include "core/eval/logistic.h"
#include "gen/tune/chances.h"
#include "gen/tune/weights_file.h"

namespace bookends {

namespace {

constexpr std::uint64_t kLot = 1;

using Rows = std::vector<std::uint32_t>;  // indices into the data

// Drawn by lot, but as many as asked for, and one at least: games beside each other, or so many apart, may have begun
// alike.
std::vector<bool> held_out_games(std::uint32_t games, int percent) {
  std::vector<std::uint32_t> drawn(games);
  std::iota(drawn.begin(), drawn.end(), 0u);
  std::ranges::sort(drawn, {}, [](std::uint32_t game) { return std::pair(Random(kLot, game).next(), game); });
  drawn.resize((std::uint64_t{games} * static_cast<std::uint64_t>(percent) + 99) / 100);
  std::vector<bool> held_out(games);
  for (const std::uint32_t game : drawn) held_out[game] = true;
  return held_out;
}

// Every game belongs wholly to one part.
template <const Rules& R>
std::array<Rows, 2> split(const TuningData<R>& data, const TuneSettings& settings) {
  std::array<Rows, 2> parts;
  if (data.empty()) return parts;
  const std::vector<bool> held_out = held_out_games(data.back().game + 1, settings.validation_percent);
  for (std::uint32_t i = 0; i < data.size(); ++i) {
    if (std::abs(data[i].score) > settings.decided) continue;
    parts[held_out[data[i].game] ? 1 : 0].push_back(i);
  }
  return parts;
}

double for_white(Color turn, Score score) { return turn == Color::white ? score : -score; }

template <const Rules& R>
std::vector<float> evaluations(const TuningData<R>& data, const Rows& rows, const Weights& weights, int threads) {
  std::vector<float> values(rows.size());
#pragma omp parallel for num_threads(threads) schedule(static)
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Position<R>& p = data[rows[i]].position;
    values[i] = static_cast<float>(for_white(p.turn(), evaluate<R>(p, weights)));
  }
  return values;
}

template <const Rules& R>
class Tuner {
 public:
  Tuner(const TuningData<R>& data, const Weights& start, const TuneSettings& settings, Progress& progress)
      : data_(data),
        start_(start),
        settings_(settings),
        progress_(progress),
        tags_(weight_tags(R)),
        parts_(split<R>(data, settings)) {}

  Result<TuneReport> run() {
    if (auto ready = prepare(); !ready) return ready.error();
    report_.weights = start_;
    report_.before = errors();
    const std::vector<double> anchor = weight_values(R, start_);
    std::vector<double> values = anchor;
    for (int round = 0; round < rounds(); ++round)
      if (auto done = run_round(round, anchor, values); !done) return done.error();
    report_.after = errors();
    set_chances();
    list_changes(anchor);
    return report_;
  }

 private:
  // No round is without a step, and what is left over goes to the first ones.
  int rounds() const { return std::min(settings_.rounds, settings_.epochs); }
  int epochs_before(int round) const {
    return round * (settings_.epochs / rounds()) + std::min(round, settings_.epochs % rounds());
  }

  static Error interruption() { return {ErrorCode::interrupted, "interrupted; nothing is written"}; }

  Result<void> prepare() {
    report_.positions = parts_[0].size() + parts_[1].size();
    report_.games = data_.back().game + std::size_t{1};
    report_.held_out = parts_[1].size();
    if (parts_[0].empty() || (settings_.validation_percent > 0 && parts_[1].empty()))
      return Error{ErrorCode::invalid_argument, "too few games to hold some out"};
    const std::vector<float> results = results_of(parts_[0]);
    if (std::ranges::all_of(results, [&](float r) { return r == results.front(); }))
      return Error{ErrorCode::invalid_argument, "all games have the same result: there is nothing to learn"};
    report_.scale = fit_scale(scores_of(parts_[0]), results, settings_.threads);
    for (const std::size_t part : {0, 1}) targets_[part] = targets_of(parts_[part]);
    return {};
  }

  std::vector<float> results_of(const Rows& rows) const {
    std::vector<float> values;
    for (const std::uint32_t i : rows) values.push_back(static_cast<float>(points_of_white(data_[i].result)));
    return values;
  }
  std::vector<float> scores_of(const Rows& rows) const {
    std::vector<float> values;
    for (const std::uint32_t i : rows)
      values.push_back(static_cast<float>(for_white(data_[i].position.turn(), data_[i].score)));
    return values;
  }
  std::vector<float> targets_of(const Rows& rows) const {
    std::vector<float> targets = results_of(rows);
    const std::vector<float> scores = scores_of(rows);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      const double predicted = logistic(report_.scale * static_cast<double>(scores[i]));
      targets[i] =
          static_cast<float>(settings_.lambda * static_cast<double>(targets[i]) + (1 - settings_.lambda) * predicted);
    }
    return targets;
  }

  double error_of(std::size_t part) const {
    return mean_squared_error(evaluations<R>(data_, parts_[part], report_.weights, settings_.threads), targets_[part],
                              report_.scale, settings_.threads);
  }
  TuneErrors errors() const { return {.train = error_of(0), .validation = error_of(1)}; }

  Result<void> run_round(int round, const std::vector<double>& anchor, std::vector<double>& values) {
    rows_ = linearise<R>(data_, parts_[0], report_.weights, settings_.threads, progress_);
    if (rows_.size() != parts_[0].size()) return interruption();
    const FitSettings fitting{.scale = report_.scale,
                              .epochs = epochs_before(round + 1) - epochs_before(round),
                              .rate = std::ldexp(settings_.rate, -round),
                              .prior = settings_.prior,
                              .threads = settings_.threads};
    bool stopped = false;
    fit(rows_, targets_[0], anchor, fitting, values, [&](int epoch, double error) {
      progress_.update({.task = "fit",
                        .done = static_cast<double>(epochs_before(round) + epoch),
                        .total = static_cast<double>(settings_.epochs),
                        .unit = "epochs",
                        .detail = std::to_string(error)});
      return !(stopped = progress_.stop_requested());
    });
    if (stopped) return interruption();
    if (!std::ranges::all_of(values, [](double v) { return std::isfinite(v); }))
      return Error{ErrorCode::invalid_argument, "the fit came to weights that are no numbers; nothing is written"};
    report_.weights = rounded(values);
    return {};
  }

  Weights rounded(const std::vector<double>& values) const {
    std::vector<int> whole;
    for (std::size_t i = 0; i < values.size(); ++i)
      whole.push_back(static_cast<int>(std::lround(std::clamp<double>(values[i], tags_[i].least, tags_[i].most))));
    return weights_of(R, whole);
  }

  // How the games ended from the scores that the search gave, whatever the evaluation is made of.
  void set_chances() {
    Outcomes outcomes;
    for (const std::uint32_t i : parts_[0]) {
      const double white = points_of_white(data_[i].result);
      const double points = data_[i].position.turn() == Color::white ? white : 1 - white;
      ++outcomes[data_[i].score][static_cast<std::size_t>(2 * points)];
    }
    const ChanceCurve curve = fit_chances(outcomes);
    report_.weights.win_even = curve.even;
    report_.weights.win_width = curve.width;
  }

  void list_changes(const std::vector<double>& anchor) {
    std::vector<double> acts(anchor.size(), 0.0);
    for (std::size_t n = 0; n < rows_.column.size(); ++n)
      acts[rows_.column[n]] += std::abs(static_cast<double>(rows_.coefficient[n]));
    const std::vector<double> values = weight_values(R, report_.weights);
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double change = values[i] - anchor[i];
      if (change == 0 || !tags_[i].tuned) continue;
      report_.changes.push_back({.name = weight_name(R, tags_[i]),
                                 .before = static_cast<int>(anchor[i]),
                                 .after = static_cast<int>(values[i]),
                                 .effect = std::abs(change) * acts[i] / static_cast<double>(rows_.size())});
    }
    std::ranges::stable_sort(report_.changes, std::ranges::greater{}, &WeightChange::effect);
  }

  const TuningData<R>& data_;
  const Weights& start_;
  const TuneSettings& settings_;
  Progress& progress_;
  const std::vector<WeightTag> tags_;
  const std::array<Rows, 2> parts_;  // to fit to, held out
  std::array<std::vector<float>, 2> targets_;
  LinearRows rows_;
  TuneReport report_;
};

}  // namespace

template <const Rules& R>
Result<TuneReport> tune(const TuningData<R>& data, const Weights& start, const TuneSettings& settings,
                        Progress& progress) {
  return Tuner<R>(data, start, settings, progress).run();
}

#define BOOKENDS_INSTANTIATE(game)                                                                                   \
  template Result<TuneReport> tune<games::game>(const TuningData<games::game>&, const Weights&, const TuneSettings&, \
                                                Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
