// Evaluators (evaluator.h) that ranks share: for a book that they build together.
#pragma once

#include <vector>

#include "books/leaves/dispatcher.h"
#include "books/leaves/evaluator.h"

namespace bookends {

// The results of `own` evaluators and of those on other ranks, in turns: `threads` by rank.
template <const Rules& R>
EvaluatorFactory<R> shared_evaluator(LeafDispatcher& dispatcher, const std::vector<int>& threads,
                                     EvaluatorFactory<R> own);

// On every other rank: evaluates on so many threads until all is done. Errors: as serve_rank_0().
template <const Rules& R>
Result<void> serve_leaves(Communicator& ranks, const EvaluatorFactory<R>& make, int threads);

}  // namespace bookends
