#include "books/leaf_pool.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>

namespace bookends {

template <const Rules& R>
struct LeafPool<R>::Batch {
  const std::vector<LeafJob>& jobs;
  Journal& journal;
  std::vector<LeafResult> results;
  std::vector<std::size_t> todo;  // indices of the jobs that the journal does not answer

  std::atomic<std::size_t> next{0};
  std::atomic<bool>& stop;
  std::mutex mutex;  // guards the journal and what follows
  std::condition_variable changed;
  std::size_t done = 0;
  int running = 0;
  Result<void> sound{};  // the first error stays: nothing is added after it

  Batch(const std::vector<LeafJob>& the_jobs, Journal& the_journal, std::atomic<bool>& the_stop)
      : jobs(the_jobs), journal(the_journal), results(the_jobs.size()), stop(the_stop) {
    stop = false;
    for (std::size_t i = 0; i < jobs.size(); ++i)
      if (std::optional<LeafResult> known = journal.find(jobs[i].task))
        results[i] = std::move(*known);
      else
        todo.push_back(i);
  }
};

template <const Rules& R>
LeafPool<R>::LeafPool(const EvaluatorFactory<R>& make, int threads) {
  for (int i = 0; i < std::max(1, threads); ++i) evaluators_.push_back(make());
}

template <const Rules& R>
void LeafPool<R>::work(LeafEvaluator<R>& evaluator, Batch& batch) {
  while (!batch.stop) {
    const std::size_t turn = batch.next++;
    if (turn >= batch.todo.size()) break;
    const std::size_t i = batch.todo[turn];
    const SearchTask& task = batch.jobs[i].task;
    const Result<Position<R>> position = unpack_position<R>(task.position);
    Result<LeafResult> result = evaluator.evaluate(*position, task.only, batch.stop);
    if (batch.stop) break;  // cut short: no result
    const std::lock_guard lock(batch.mutex);
    if (!batch.sound) break;
    batch.sound = result ? batch.journal.add(task, *result) : result.error();
    if (!batch.sound) {
      batch.stop = true;
      break;
    }
    batch.results[i] = std::move(*result);
    ++batch.done;
  }
}

// A system that refuses a thread gives us fewer, not an error. Returns how many there are.
template <const Rules& R>
std::size_t LeafPool<R>::start(std::vector<std::jthread>& threads, Batch& batch) {
  const std::size_t wanted = std::min(evaluators_.size(), batch.todo.size());
  const std::lock_guard lock(batch.mutex);  // none is counted out before all are counted in
  try {
    while (threads.size() < wanted)
      threads.emplace_back([&batch, &evaluator = *evaluators_[threads.size()]] {
        work(evaluator, batch);
        const std::lock_guard ended(batch.mutex);
        --batch.running;
        batch.changed.notify_one();
      });
  } catch (const std::system_error&) {
  }
  batch.running = static_cast<int>(threads.size());
  return threads.size();
}

template <const Rules& R>
Result<std::vector<LeafResult>> LeafPool<R>::run(const std::vector<LeafJob>& jobs, Journal& journal,
                                                 const std::function<bool(std::size_t)>& pulse) {
  Batch batch(jobs, journal, stop_);
  const std::size_t known = jobs.size() - batch.todo.size();
  std::vector<std::jthread> threads;
  if (start(threads, batch) == 0 && !batch.todo.empty())
    return Error{ErrorCode::limit, "the system refuses to start a thread"};
  bool go_on = true;
  {
    std::unique_lock lock(batch.mutex);
    while (batch.running > 0) {
      batch.changed.wait_for(lock, std::chrono::milliseconds(50), [&] { return batch.running == 0; });
      const std::size_t done = known + batch.done;
      lock.unlock();
      if (go_on && !pulse(done)) {
        go_on = false;
        batch.stop = true;
      }
      lock.lock();
    }
  }
  threads.clear();  // joins
  searches_ += batch.done;
  if (!batch.sound) return batch.sound.error();
  if (batch.done < batch.todo.size()) return Error{ErrorCode::interrupted, "interrupted"};
  return std::move(batch.results);
}

#define BOOKENDS_INSTANTIATE(game) template class LeafPool<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
