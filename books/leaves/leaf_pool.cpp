#include "books/leaves/leaf_pool.h"

#include <algorithm>

#include "books/work/journaled_batch.h"

namespace bookends {

template <const Rules& R>
LeafPool<R>::LeafPool(const EvaluatorFactory<R>& make, int threads) {
  for (int i = 0; i < std::max(1, threads); ++i) evaluators_.push_back(make());
}

template <const Rules& R>
Result<std::vector<LeafResult>> LeafPool<R>::run(const std::vector<LeafJob>& jobs, Journal& journal,
                                                 const std::function<bool(std::size_t)>& pulse) {
  std::vector<SearchTask> tasks;
  for (const LeafJob& job : jobs) tasks.push_back(job.task);
  const auto search = [&](std::size_t worker, const SearchTask& task) {
    return evaluators_[worker]->evaluate(*unpack_position<R>(task.position), task.only, stop_);
  };
  return run_journaled<LeafResult>(tasks, evaluators_.size(), journal, search, pulse, stop_, searches_);
}

#define BOOKENDS_INSTANTIATE(game) template class LeafPool<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
