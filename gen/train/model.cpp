#include "gen/train/model.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/eval/logistic.h"

namespace bookends {

namespace {

constexpr float kMostFeature = static_cast<float>(kMostFeatureWeight) / kActivationOne;
constexpr float kMostOutput = static_cast<float>(kMostOutputWeight) / kOutputOne;
constexpr float kMostOutputBias = 200;  // as a 32-bit number in 1 / kNetOne

// Eight sums side by side, so that the compiler may use vectors without reordering what the source says.
constexpr std::size_t kSums = 8;

template <class T>
T rounded(float value, double one, int most) {
  return static_cast<T>(std::clamp(std::lround(static_cast<double>(value) * one), -long{most}, long{most}));
}

}  // namespace

ModelLayout::ModelLayout(const NetShape& s, std::size_t features)
    : shape(s),
      hidden(slot(s.hidden)),
      bias(features * hidden),
      output(bias + hidden),
      output_bias(output + slot(s.buckets) * 2 * hidden),
      size(output_bias + slot(s.buckets)) {}

std::vector<float> initial_parameters(const ModelLayout& layout, std::uint64_t seed) {
  std::vector<float> parameters(layout.size, 0.0f);
  Random dice(seed, 0);
  const auto uniform = [&](float most) {
    return most * (static_cast<float>(dice.below(1 << 20)) / static_cast<float>(1 << 19) - 1);
  };
  for (std::size_t i = 0; i < layout.bias; ++i) parameters[i] = uniform(0.1f);
  // Half open: what a unit squares is neither flat nor clipped.
  for (std::size_t i = layout.bias; i < layout.output; ++i) parameters[i] = 0.25f + uniform(0.1f);
  for (std::size_t i = layout.output; i < layout.output_bias; ++i)
    parameters[i] = uniform(1 / std::sqrt(static_cast<float>(layout.hidden)));
  return parameters;
}

void clip(const ModelLayout& layout, std::span<float> parameters, std::size_t from, std::size_t to) {
  for (std::size_t i = from; i < to; ++i) {
    const float most = i < layout.output ? kMostFeature : i < layout.output_bias ? kMostOutput : kMostOutputBias;
    parameters[i] = std::clamp(parameters[i], -most, most);
  }
}

Model::Features Model::features(const TrainingSet& set, std::span<const std::uint16_t> from, bool flipped) {
  Features out;
  for (const std::uint16_t f : from) out.rows[slot(out.count++)] = flipped ? set.mirrored[f] : f;
  return out;
}

void Model::accumulate(const Features& features, View& view) const {
  const std::size_t hidden = layout_.hidden;
  std::copy_n(parameters_.data() + layout_.bias, hidden, view.data());
  for (int i = 0; i < features.count; ++i) {
    const float* row = parameters_.data() + features.rows[slot(i)] * hidden;
    for (std::size_t h = 0; h < hidden; ++h) view[h] += row[h];
  }
  for (std::size_t h = 0; h < hidden; ++h) view[h] = std::clamp(view[h], 0.0f, 1.0f);
}

float Model::weigh(const View& view, const float* weights) const {
  std::array<float, kSums> sums{};
  for (std::size_t h = 0; h < layout_.hidden; h += kSums)
    for (std::size_t i = 0; i < kSums; ++i) sums[i] += view[h + i] * view[h + i] * weights[h + i];
  float sum = 0;
  for (const float s : sums) sum += s;
  return sum;
}

// `slope` is that of the error by the output. A unit that is shut or fully open does not learn.
void Model::propagate(const Features& features, const View& view, const float* weights, float slope,
                      std::span<float> gradient, std::size_t weights_at) const {
  const std::size_t hidden = layout_.hidden;
  View by_view;
  float* to_weights = gradient.data() + weights_at;
  for (std::size_t h = 0; h < hidden; ++h) {
    const float a = view[h];
    to_weights[h] += slope * a * a;
    by_view[h] = a < 1.0f ? 2 * slope * weights[h] * a : 0.0f;
  }
  float* to_bias = gradient.data() + layout_.bias;
  for (std::size_t h = 0; h < hidden; ++h) to_bias[h] += by_view[h];
  for (int i = 0; i < features.count; ++i) {
    float* row = gradient.data() + features.rows[slot(i)] * hidden;
    for (std::size_t h = 0; h < hidden; ++h) row[h] += by_view[h];
  }
}

double Model::error(const TrainingSet& set, const TrainingSample& sample, bool mirrored,
                    std::span<float> gradient) const {
  const Features own = features(set, set.own(sample), mirrored && sample.own_flips);
  const Features enemy = features(set, set.enemy(sample), mirrored && sample.enemy_flips);
  View own_view, enemy_view;
  accumulate(own, own_view);
  accumulate(enemy, enemy_view);
  const std::size_t own_at = layout_.output + sample.bucket * 2 * layout_.hidden, enemy_at = own_at + layout_.hidden;
  const float *own_weights = parameters_.data() + own_at, *enemy_weights = parameters_.data() + enemy_at;
  const float value = parameters_[layout_.output_bias + sample.bucket] + weigh(own_view, own_weights) +
                      weigh(enemy_view, enemy_weights);
  const float expected = logistic(value * sample.share);
  const float off = expected - sample.target;
  if (!gradient.empty()) {
    const float slope = 2 * off * expected * (1 - expected) * sample.share;
    gradient[layout_.output_bias + sample.bucket] += slope;
    propagate(own, own_view, own_weights, slope, gradient, own_at);
    propagate(enemy, enemy_view, enemy_weights, slope, gradient, enemy_at);
  }
  return static_cast<double>(off) * off;
}

NetParameters quantised(const ModelLayout& layout, std::span<const float> p) {
  NetParameters net;
  net.shape = layout.shape;
  for (std::size_t i = 0; i < layout.bias; ++i)
    net.features.push_back(rounded<std::int16_t>(p[i], kActivationOne, kMostFeatureWeight));
  for (std::size_t i = layout.bias; i < layout.output; ++i)
    net.bias.push_back(rounded<std::int16_t>(p[i], kActivationOne, kMostFeatureWeight));
  for (std::size_t i = layout.output; i < layout.output_bias; ++i)
    net.output.push_back(rounded<std::int16_t>(p[i], kOutputOne, kMostOutputWeight));
  for (std::size_t i = layout.output_bias; i < layout.size; ++i)
    net.output_bias.push_back(rounded<std::int32_t>(p[i], static_cast<double>(kNetOne), 1'000'000'000));
  return net;
}

std::vector<float> parameters_of(const ModelLayout& layout, const NetParameters& net) {
  std::vector<float> p;
  p.reserve(layout.size);
  for (const auto* part : {&net.features, &net.bias})
    for (const std::int16_t n : *part) p.push_back(static_cast<float>(n) / kActivationOne);
  for (const std::int16_t n : net.output) p.push_back(static_cast<float>(n) / kOutputOne);
  for (const std::int32_t n : net.output_bias)
    p.push_back(static_cast<float>(static_cast<double>(n) / static_cast<double>(kNetOne)));
  return p;
}

}  // namespace bookends
