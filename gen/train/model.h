// A network in floating point, as it is trained: its parameters in one array, its value, and its gradient.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "gen/train/training_set.h"

namespace bookends {

// Where the parts of a model lie in its array: features, bias, output, output bias, as in NetParameters.
struct ModelLayout {
  explicit ModelLayout(const NetShape& shape, std::size_t features);

  NetShape shape;
  std::size_t hidden;
  std::size_t bias;
  std::size_t output;
  std::size_t output_bias;
  std::size_t size;
};

// Small random weights, the same for the same seed.
std::vector<float> initial_parameters(const ModelLayout& layout, std::uint64_t seed);

// Keeps every weight where NetParameters can hold it. Parameters [from, to) only.
void clip(const ModelLayout& layout, std::span<float> parameters, std::size_t from, std::size_t to);

// Squared error of the points expected, summed over samples; `mirrored` says whether the sample is taken as its mirror
// image. Its gradient is added to `gradient`, unless that is empty.
class Model {
 public:
  Model(const ModelLayout& layout, std::span<const float> parameters) : layout_(layout), parameters_(parameters) {}

  double error(const TrainingSet& set, const TrainingSample& sample, bool mirrored, std::span<float> gradient) const;

 private:
  using View = std::array<float, kMostHidden>;
  struct Features {
    std::array<std::uint16_t, 64> rows;
    int count = 0;
  };

  static Features features(const TrainingSet& set, std::span<const std::uint16_t> from, bool flipped);
  void accumulate(const Features& features, View& view) const;
  float weigh(const View& view, const float* weights) const;
  void propagate(const Features& features, const View& view, const float* weights, float slope,
                 std::span<float> gradient, std::size_t weights_at) const;

  const ModelLayout& layout_;
  std::span<const float> parameters_;
};

// Rounded to fixed point, and the other way.
NetParameters quantised(const ModelLayout& layout, std::span<const float> parameters);
std::vector<float> parameters_of(const ModelLayout& layout, const NetParameters& net);

}  // namespace bookends
