// A pool of leaf evaluators, one for each thread, that search the leaves of one round of a build.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <vector>

#include "books/leaves/evaluator.h"
#include "books/work/journal.h"
#include "books/work/tasks.h"

namespace bookends {

template <const Rules& R>
class LeafPool {
 public:
  LeafPool(const EvaluatorFactory<R>& make, int threads);

  // The results in the order of the jobs, each also in the journal. `pulse` is called as Batch::pulse; when it returns
  // false the searches that run are abandoned and the answer is ErrorCode::interrupted. The first error of the journal
  // (io) or of an evaluator ends it and is passed on. limit: as run_batch().
  Result<std::vector<LeafResult>> run(const std::vector<LeafJob>& jobs, Journal& journal,
                                      const std::function<bool(std::size_t)>& pulse);
  std::size_t searches() const { return searches_; }  // not answered by the journal, since the pool was made

 private:
  std::atomic<bool> stop_{false};  // the one that evaluators see, as long as they live
  std::vector<std::unique_ptr<LeafEvaluator<R>>> evaluators_;
  std::size_t searches_ = 0;
};

}  // namespace bookends
