// The Adam method of gradient descent (Kingma and Ba, 2015).
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace bookends {

class Adam {
 public:
  explicit Adam(std::size_t size) : mean_(size), square_(size) {}

  void begin_step(double rate) {
    mean_left_ *= kMeanKept;
    square_left_ *= kSquareKept;
    rate_ = static_cast<float>(rate * std::sqrt(1 - square_left_) / (1 - mean_left_));
  }

  static constexpr std::size_t kBlock = 1024;

  // Parameters [from, to), at most kBlock, by the gradients of the parts, summed in order and multiplied by `share`.
  void update(std::span<float> parameters, std::span<const std::vector<float>> gradients, float share, std::size_t from,
              std::size_t to) {
    std::array<float, kBlock> sums{};
    for (const std::vector<float>& part : gradients)
      for (std::size_t i = from; i < to; ++i) sums[i - from] += part[i];
    for (std::size_t i = from; i < to; ++i) {
      const float g = sums[i - from] * share;
      mean_[i] = static_cast<float>(kMeanKept) * mean_[i] + static_cast<float>(1 - kMeanKept) * g;
      square_[i] = static_cast<float>(kSquareKept) * square_[i] + static_cast<float>(1 - kSquareKept) * g * g;
      parameters[i] -= rate_ * mean_[i] / (std::sqrt(square_[i]) + kTiny);
    }
  }

 private:
  static constexpr double kMeanKept = 0.9;
  static constexpr double kSquareKept = 0.999;
  static constexpr float kTiny = 1e-8f;

  std::vector<float> mean_, square_;
  double mean_left_ = 1, square_left_ = 1;
  float rate_ = 0;
};

}  // namespace bookends
