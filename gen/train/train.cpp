#include "gen/train/train.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "core/base/random.h"
#include "gen/train/adam.h"
#include "gen/train/model.h"

namespace bookends {

namespace {

constexpr std::size_t kParts = 16;         // of a batch
constexpr std::size_t kNeighbours = 1024;  // samples that are held out together: those of a game are much alike
constexpr std::size_t kFewestRuns = 20;    // of neighbours: in a small set they are shorter
constexpr std::size_t kBlock = 1024;       // of parameters
constexpr double kSquareKept = 0.999;
constexpr double kTiny = 1e-8;
constexpr double kLastRate = 0.01;  // of the first

using Numbers = std::vector<std::uint32_t>;  // of samples

struct Split {
  Numbers training, held_out;
};

// Which runs of neighbours are held out: at least one, if any shall be, and never all.
std::vector<bool> runs_held_out(std::size_t runs, const TrainSettings& settings) {
  std::vector<bool> held_out(runs, false);
  for (std::size_t run = 0; run < runs; ++run)
    held_out[run] = Random(settings.seed, run).below(100) < settings.validation_percent;
  const auto count = static_cast<std::size_t>(std::count(held_out.begin(), held_out.end(), true));
  if (runs > 1 && settings.validation_percent > 0 && (count == 0 || count == runs)) {
    const int chosen = Random(settings.seed, runs).below(static_cast<int>(runs));
    held_out[static_cast<std::size_t>(chosen)] = count == 0;
  }
  if (runs == 1) held_out[0] = false;
  return held_out;
}

Split split(std::size_t samples, const TrainSettings& settings) {
  const std::size_t run = std::clamp(samples / kFewestRuns, std::size_t{1}, kNeighbours);
  const std::vector<bool> held_out = runs_held_out((samples + run - 1) / run, settings);
  Split split;
  for (std::size_t i = 0; i < samples; ++i)
    (held_out[i / run] ? split.held_out : split.training).push_back(static_cast<std::uint32_t>(i));
  return split;
}

void shuffle(Numbers& numbers, std::uint64_t seed, int epoch) {
  Random dice(seed, static_cast<std::uint64_t>(epoch));
  for (std::size_t i = numbers.size(); i > 1; --i)
    std::swap(numbers[i - 1], numbers[static_cast<std::size_t>(dice.below(static_cast<int>(i)))]);
}

class Trainer {
 public:
  Trainer(const TrainingSet& set, const TrainSettings& settings)
      : set_(set),
        settings_(settings),
        layout_(set.shape, set.mirrored.size()),
        parameters_(settings.from ? parameters_of(layout_, *settings.from)
                                  : initial_parameters(layout_, settings.seed)),
        adam_(layout_.size, kSquareKept, kTiny),
        split_(split(set.samples.size(), settings)),
        gradients_(kParts, std::vector<float>(layout_.size)) {}

  Result<TrainedNet> run(Progress& progress, const std::function<void(const EpochReport&)>& report);

 private:
  bool epoch(int number, Progress& progress);
  double judge(int number, TrainedNet& trained);
  void move(std::size_t from, std::size_t to, float share);
  double step(std::span<const std::uint32_t> batch, int epoch, double rate);
  double mean_error(std::span<const float> parameters, const Numbers& numbers) const;
  double rate(std::size_t step) const;
  std::size_t steps() const {
    const auto batch = static_cast<std::size_t>(settings_.batch);
    return (split_.training.size() + batch - 1) / batch;
  }
  bool mirrored(const TrainingSample& sample, std::uint32_t number, int epoch) const {
    return sample.mirrors && ((Random(settings_.seed + number, static_cast<std::uint64_t>(epoch)).next() & 1) != 0);
  }

  const TrainingSet& set_;
  const TrainSettings& settings_;
  ModelLayout layout_;
  std::vector<float> parameters_;
  Adam<float> adam_;
  Split split_;
  std::vector<std::vector<float>> gradients_;  // of the parts of a batch
  std::vector<float> best_;                    // parameters
  double training_error_ = 0;                  // of the epoch
  std::string last_epoch_;                     // how it went, for the progress
};

double Trainer::rate(std::size_t step) const {
  const double done =
      static_cast<double>(step) / static_cast<double>(steps() * static_cast<std::size_t>(settings_.epochs));
  return settings_.rate * (kLastRate + (1 - kLastRate) * 0.5 * (1 + std::cos(std::numbers::pi * done)));
}

// Returns the error of the batch before the step, summed.
double Trainer::step(std::span<const std::uint32_t> batch, int epoch, double rate) {
  std::array<double, kParts> errors{};
  const Model model(layout_, parameters_);
#pragma omp parallel for num_threads(settings_.threads) schedule(dynamic, 1)
  for (std::size_t part = 0; part < kParts; ++part) {
    std::vector<float>& gradient = gradients_[part];
    std::fill(gradient.begin(), gradient.end(), 0.0f);
    for (std::size_t i = batch.size() * part / kParts; i < batch.size() * (part + 1) / kParts; ++i) {
      const TrainingSample& sample = set_.samples[batch[i]];
      errors[part] += model.error(set_, sample, mirrored(sample, batch[i], epoch), gradient);
    }
  }
  adam_.begin_step(rate);
#pragma omp parallel for num_threads(settings_.threads) schedule(static)
  for (std::size_t from = 0; from < layout_.size; from += kBlock)
    move(from, std::min(from + kBlock, layout_.size), 1 / static_cast<float>(batch.size()));
  double sum = 0;
  for (const double e : errors) sum += e;
  return sum;
}

// The parameters [from, to), at most kBlock, by the gradients of the parts, summed in order and multiplied by `share`.
void Trainer::move(std::size_t from, std::size_t to, float share) {
  std::array<float, kBlock> sums{};
  for (const std::vector<float>& part : gradients_)
    for (std::size_t i = from; i < to; ++i) sums[i - from] += part[i];
  for (float& sum : sums) sum *= share;
  adam_.update(parameters_, std::span(sums).first(to - from), from);
  clip(layout_, parameters_, from, to);
}

// False when it was interrupted.
bool Trainer::epoch(int number, Progress& progress) {
  Numbers& order = split_.training;
  shuffle(order, settings_.seed, number);
  const auto batch = static_cast<std::size_t>(settings_.batch);
  const std::size_t steps_before = steps() * static_cast<std::size_t>(number - 1);
  double sum = 0;
  for (std::size_t i = 0; i < steps(); ++i) {
    const std::size_t from = i * batch, size = std::min(batch, order.size() - from);
    sum += step(std::span(order).subspan(from, size), number, rate(steps_before + i));
    const double done = number - 1 + static_cast<double>(from + size) / static_cast<double>(order.size());
    progress.update({"train", done, static_cast<double>(settings_.epochs), "epochs", last_epoch_});
    if (progress.stop_requested()) return false;
  }
  training_error_ = sum / static_cast<double>(order.size());
  return true;
}

double Trainer::mean_error(std::span<const float> parameters, const Numbers& numbers) const {
  if (numbers.empty()) return std::numeric_limits<double>::quiet_NaN();
  std::array<double, kParts> errors{};
  const Model model(layout_, parameters);
#pragma omp parallel for num_threads(settings_.threads) schedule(dynamic, 1)
  for (std::size_t part = 0; part < kParts; ++part)
    for (std::size_t i = numbers.size() * part / kParts; i < numbers.size() * (part + 1) / kParts; ++i)
      errors[part] += model.error(set_, set_.samples[numbers[i]], false, {});
  double sum = 0;
  for (const double e : errors) sum += e;
  return sum / static_cast<double>(numbers.size());
}

// The error on the samples held out, after an epoch. Keeps the parameters if none before did better.
double Trainer::judge(int number, TrainedNet& trained) {
  const double held_out = mean_error(parameters_, split_.held_out);
  const double error = split_.held_out.empty() ? training_error_ : held_out;
  const double least = split_.held_out.empty() ? trained.training_error : trained.held_out_error;
  if (best_.empty() || error <= least) {
    best_ = parameters_;
    trained.best_epoch = number;
    trained.training_error = training_error_;
    trained.held_out_error = held_out;
  }
  last_epoch_ = "error " + std::to_string(error);
  return held_out;
}

Result<TrainedNet> Trainer::run(Progress& progress, const std::function<void(const EpochReport&)>& report) {
  using Time = std::chrono::steady_clock;
  const auto start = Time::now();
  TrainedNet trained;
  trained.trained_on = split_.training.size();
  trained.held_out = split_.held_out.size();
  const auto judged = [&](int number) {
    const double held_out = judge(number, trained);
    if (report) report({number, training_error_, held_out, std::chrono::duration<double>(Time::now() - start).count()});
  };
  if (settings_.from && !split_.held_out.empty()) {
    training_error_ = std::numeric_limits<double>::quiet_NaN();
    judged(0);
  }
  for (int number = 1; number <= settings_.epochs; ++number) {
    trained.interrupted = !epoch(number, progress);
    if (trained.interrupted) break;
    trained.epochs = number;
    judged(number);
  }
  if (best_.empty()) return Error{ErrorCode::interrupted, "interrupted before the first epoch was finished"};
  if (!std::ranges::all_of(best_, [](float p) { return std::isfinite(p); }))
    return Error{ErrorCode::invalid_argument, "the training came to weights that are no numbers; nothing is written"};
  trained.net = quantised(layout_, best_);
  trained.rounded_error = mean_error(parameters_of(layout_, trained.net), split_.held_out);
  return trained;
}

}  // namespace

Result<TrainedNet> train(const TrainingSet& set, const TrainSettings& settings, Progress& progress,
                         const std::function<void(const EpochReport&)>& report) {
  return Trainer(set, settings).run(progress, report);
}

}  // namespace bookends
