// The static evaluation: what a position is worth to the side to move, without searching.
//
// A game's weights (weights.h) say which of the shared terms it uses. The evaluation is symmetric: a position and its
// mirror image with colours exchanged have the same value. It knows nothing of mate and stalemate; the search does.
#pragma once

#include <string_view>
#include <vector>

#include "core/eval/score.h"
#include "core/eval/weights/weights.h"
#include "core/position/position.h"

namespace bookends {

// No static evaluation is ever outside +-kMaxEvaluation, so that none can be taken for a decided game.
inline constexpr Score kMaxEvaluation = 20000;

template <const Rules& R>
Score evaluate(const Position<R>& position, const Weights& weights);

// With the game's own weights.
template <const Rules& R>
Score evaluate(const Position<R>& position);

// Exact only when material and squares leave the value within lazy_margin of [alpha, beta]; otherwise just them,
// which are then outside the window on the right side but for rare cases.
template <const Rules& R>
Score evaluate_within(const Position<R>& position, Score alpha, Score beta, const Weights& weights);

// The evaluation taken apart, for fitting weights to data: its score without the tempo and without rounding.
struct EvaluationParts {
  Phased tables;            // material and squares, White's less Black's
  Phased terms;             // everything else
  double middle_share = 0;  // what a centipawn of either phase adds to the score: the blend, and the scaling of what
  double end_share = 0;     // is hard to convert
  double score() const {    // for White
    return middle_share * (tables.middle + terms.middle) + end_share * (tables.end + terms.end);
  }
};
template <const Rules& R>
EvaluationParts evaluation_parts(const Position<R>& position, const Weights& weights);
// EvaluationParts::terms alone.
template <const Rules& R>
Phased evaluation_terms(const Position<R>& position, const Weights& weights);

// The value of one term for both sides, for people.
struct TermValue {
  std::string_view name;
  Phased white;
  Phased black;
};
template <const Rules& R>
std::vector<TermValue> explain_evaluation(const Position<R>& position, const Weights& weights);

#define BOOKENDS_EXTERN_EVALUATE(game)                                                                            \
  extern template EvaluationParts evaluation_parts<games::game>(const Position<games::game>&, const Weights&);    \
  extern template Phased evaluation_terms<games::game>(const Position<games::game>&, const Weights&);             \
  extern template Score evaluate<games::game>(const Position<games::game>&, const Weights&);                      \
  extern template Score evaluate<games::game>(const Position<games::game>&);                                      \
  extern template Score evaluate_within<games::game>(const Position<games::game>&, Score, Score, const Weights&); \
  extern template std::vector<TermValue> explain_evaluation<games::game>(const Position<games::game>&, const Weights&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_EVALUATE)
#undef BOOKENDS_EXTERN_EVALUATE

}  // namespace bookends
