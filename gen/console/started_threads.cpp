#include "gen/console/started_threads.h"

#include <omp.h>

#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace bookends {
namespace {

// How many threads beside this one the system gives at a time. The stack of each is as large as those of OpenMP.
int threads_given(int wanted) {
  std::mutex mutex;
  std::condition_variable changed;
  bool over = false;
  std::vector<std::jthread> threads;
  const auto wait = [&] {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return over; });
  };
  try {
    threads.reserve(static_cast<std::size_t>(wanted));
    while (static_cast<int>(threads.size()) < wanted) threads.emplace_back(wait);
  } catch (const std::exception&) {  // enough is known
  }
  const std::lock_guard lock(mutex);
  over = true;
  changed.notify_all();
  return static_cast<int>(threads.size());
}

}  // namespace

int started_threads(int wanted) {
  const int threads = 1 + (wanted > 1 ? threads_given(wanted - 1) : 0);
  omp_set_num_threads(threads);  // for those that ask for all there are
  int there = 0;
#pragma omp parallel num_threads(threads) reduction(+ : there)
  ++there;
  return there;
}

}  // namespace bookends
