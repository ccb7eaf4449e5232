// A batch (core/base/batch.h) with a journal: tasks that several threads share, of which the journal answers those that
// were done in an earlier run.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <vector>

#include "books/work/journal.h"
#include "core/base/batch.h"

namespace bookends {

// The answers in the order of the tasks. `answer(worker, task)` finds one that the journal does not have, on a thread,
// and soon returns anything when `stop` becomes true. `pulse` is asked as Batch::pulse, with those of the journal among
// what is done, and before the first thread is started. `found` grows by how many were not in the journal. Errors: the
// first of an answer or of the journal (io); interrupted; limit, as run_batch().
template <class Answer, class Task, class Find>
Result<std::vector<Answer>> run_journaled(const std::vector<Task>& tasks, std::size_t workers, Journal& journal,
                                          const Find& answer, const std::function<bool(std::size_t)>& pulse,
                                          std::atomic<bool>& stop, std::size_t& found) {
  std::vector<Answer> answers(tasks.size());
  std::vector<std::size_t> todo;  // indices of those that the journal does not answer
  for (std::size_t i = 0; i < tasks.size(); ++i)
    if (std::optional<Answer> known = journal.find(tasks[i]))
      answers[i] = std::move(*known);
    else
      todo.push_back(i);
  if (todo.empty()) return answers;
  std::mutex mutex;  // guards the journal
  const auto work = [&](std::size_t worker, std::size_t turn) -> Result<void> {
    const std::size_t i = todo[turn];
    Result<Answer> result = answer(worker, tasks[i]);
    const std::lock_guard lock(mutex);
    if (stop) return Error{ErrorCode::interrupted, "interrupted"};  // cut short: no answer
    Result<void> sound = result ? journal.add(tasks[i], *result) : result.error();
    if (!sound) stop = true;  // nothing is added after an error
    if (sound) answers[i] = std::move(*result);
    return sound;
  };
  const auto asked = [&](std::size_t done) { return pulse(tasks.size() - todo.size() + done); };
  if (!asked(0)) return Error{ErrorCode::interrupted, "interrupted"};
  std::size_t done = 0;
  const Result<void> ran = run_batch({todo.size(), workers, work, asked}, stop, done);
  found += done;
  if (!ran) return ran.error();
  return answers;
}

}  // namespace bookends
