// The evaluation near given weights as a linear function of them: what a position's score is made of.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/progress.h"
#include "core/eval/weights/weight_list.h"
#include "gen/tune/data.h"

namespace bookends {

// Rows of sparse coefficients. The score of row i for White, in centipawns, is
//   offset[i] + sum over n in [begin[i], begin[i + 1]) of coefficient[n] * weight[column[n]].
struct LinearRows {
  std::vector<float> offset;
  std::vector<std::size_t> begin{0};
  std::vector<std::uint16_t> column;  // in the order of for_each_weight
  std::vector<float> coefficient;

  std::size_t size() const { return offset.size(); }
  double score(std::size_t row, const std::vector<double>& weights) const {
    double sum = offset[row];
    for (std::size_t n = begin[row]; n < begin[row + 1]; ++n)
      sum += static_cast<double>(coefficient[n]) * weights[column[n]];
    return sum;
  }
};

// All weights of a game as a list of numbers, and what they are.
std::vector<double> weight_values(const Rules& rules, const Weights& weights);
std::vector<WeightTag> weight_tags(const Rules& rules);

// Material and square tables enter exactly; the other terms by finite differences, which are exact where a term is
// linear in its weight. Weights that are not tuned have no column. The rows are those of `chosen` (indices into data).
// Interrupted, it returns fewer rows.
template <const Rules& R>
LinearRows linearise(const TuningData<R>& data, const std::vector<std::uint32_t>& chosen, const Weights& weights,
                     int threads, Progress& progress);

#define BOOKENDS_EXTERN_LINEARISE(game)                                                                                \
  extern template LinearRows linearise<games::game>(const TuningData<games::game>&, const std::vector<std::uint32_t>&, \
                                                    const Weights&, int, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_LINEARISE)
#undef BOOKENDS_EXTERN_LINEARISE

}  // namespace bookends
