// The dispatcher of leaf searches, for a book that ranks build together (core/base/communicator.h). Leaves are the
// positions whose moves are still to be searched. Rank 0 grows the book: its dispatcher sends the others searches and
// takes the results. Every other rank serves until it is told that all is done.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <unordered_map>

#include "books/leaves/evaluator.h"
#include "books/work/journal.h"
#include "core/base/communicator.h"

namespace bookends {

// Tags of the messages. Those of a book build are from here to 9 more.
enum LeafTag : int { kLeafAgreement = 100, kLeafTask, kLeafAnswer };

// How a task's message begins.
enum class LeafOrder : std::uint8_t {
  search,   // u64 number, task
  abandon,  // u64 number
  end
};

// On rank 0. What it asks of the communicator it asks from several threads: sends from any, receives from its own.
class LeafDispatcher {
 public:
  explicit LeafDispatcher(Communicator& ranks);
  ~LeafDispatcher();  // as end(), without a word on how it went
  LeafDispatcher(const LeafDispatcher&) = delete;
  LeafDispatcher& operator=(const LeafDispatcher&) = delete;

  // Has that rank search, and waits. Any number of threads. Errors: what the search ended with there, named by the
  // rank; those of the communicator; interrupted, soon after `stop` became true.
  Result<LeafResult> ask(int rank, const SearchTask& task, const std::atomic<bool>& stop);

  // Tells the others that all is done, and waits until they have heard it.
  Result<void> end();

 private:
  struct Question {
    std::condition_variable changed;
    std::optional<Result<LeafResult>> answer;
  };

  void listen();
  Result<void> take(const Message& message);
  void break_off(const Error& error);

  Communicator& ranks_;
  std::mutex mutex_;
  std::uint64_t last_number_ = 0;
  std::unordered_map<std::uint64_t, Question*> open_;
  std::optional<Error> broken_;
  int told_ = 1;           // the ranks below have been told that all is done
  std::jthread listener_;  // the last, as it uses all others
};

// The results of `own` evaluators and of those on other ranks, in turns: `threads` by rank.
template <const Rules& R>
EvaluatorFactory<R> shared_evaluator(LeafDispatcher& dispatcher, std::vector<int> threads, EvaluatorFactory<R> own);

// On every other rank: searches on so many threads until all is done. Errors: those of the communicator; limit (not a
// single thread can be started). What a search ends with is the business of rank 0.
template <const Rules& R>
Result<void> serve_leaves(Communicator& ranks, const EvaluatorFactory<R>& make, int threads);

}  // namespace bookends
