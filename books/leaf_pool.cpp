#include "books/leaf_pool.h"

#include <algorithm>
#include <mutex>
#include <optional>

#include "books/batch.h"

namespace bookends {

template <const Rules& R>
LeafPool<R>::LeafPool(const EvaluatorFactory<R>& make, int threads) {
  for (int i = 0; i < std::max(1, threads); ++i) evaluators_.push_back(make());
}

template <const Rules& R>
Result<std::vector<LeafResult>> LeafPool<R>::run(const std::vector<LeafJob>& jobs, Journal& journal,
                                                 const std::function<bool(std::size_t)>& pulse) {
  std::vector<LeafResult> results(jobs.size());
  std::vector<std::size_t> todo;  // indices of the jobs that the journal does not answer
  for (std::size_t i = 0; i < jobs.size(); ++i)
    if (std::optional<LeafResult> known = journal.find(jobs[i].task))
      results[i] = std::move(*known);
    else
      todo.push_back(i);
  std::mutex mutex;  // guards the journal
  const auto work = [&](std::size_t worker, std::size_t turn) -> Result<void> {
    const SearchTask& task = jobs[todo[turn]].task;
    const Result<Position<R>> position = unpack_position<R>(task.position);
    Result<LeafResult> result = evaluators_[worker]->evaluate(*position, task.only, stop_);
    if (!result) return result.error();
    const std::lock_guard lock(mutex);
    if (stop_) return {};  // cut short: no result
    results[todo[turn]] = std::move(*result);
    return journal.add(task, results[todo[turn]]);
  };
  const std::size_t known = jobs.size() - todo.size();
  std::size_t done = 0;
  const Result<void> ran =
      run_batch({todo.size(), evaluators_.size(), work, [&](std::size_t n) { return pulse(known + n); }}, stop_, done);
  searches_ += done;
  if (!ran) return ran.error();
  return results;
}

#define BOOKENDS_INSTANTIATE(game) template class LeafPool<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
