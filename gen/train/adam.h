// The Adam method of gradient descent (Kingma and Ba, 2015).
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace bookends {

template <class Number>
class Adam {
 public:
  // `square_kept` is how much of the mean square is kept from step to step; `tiny` keeps a parameter in place whose
  // gradient was always zero.
  Adam(std::size_t size, double square_kept, double tiny)
      : square_kept_(square_kept), tiny_(static_cast<Number>(tiny)), mean_(size), square_(size) {}

  void begin_step(double rate) {
    mean_left_ *= kMeanKept;
    square_left_ *= square_kept_;
    rate_ = static_cast<Number>(rate * std::sqrt(1 - square_left_) / (1 - mean_left_));
  }

  // Moves the parameters from index `from` on, as many as there are gradients. Different ones may be moved by different
  // threads.
  void update(std::span<Number> parameters, std::span<const Number> gradients, std::size_t from) {
    const auto kept = static_cast<Number>(square_kept_), learned = static_cast<Number>(1 - square_kept_);
    for (std::size_t n = 0; n < gradients.size(); ++n) {
      const Number g = gradients[n];
      const std::size_t i = from + n;
      mean_[i] = static_cast<Number>(kMeanKept) * mean_[i] + static_cast<Number>(1 - kMeanKept) * g;
      square_[i] = kept * square_[i] + learned * g * g;
      parameters[i] -= rate_ * mean_[i] / (std::sqrt(square_[i]) + tiny_);
    }
  }

 private:
  static constexpr double kMeanKept = 0.9;

  double square_kept_;
  Number tiny_;
  std::vector<Number> mean_, square_;
  double mean_left_ = 1, square_left_ = 1;
  Number rate_ = 0;
};

}  // namespace bookends
