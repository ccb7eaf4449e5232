// What is thrown in another thread, or in an OpenMP region: it would end the program there. Mostly that there is no
// memory.
#pragma once

#include <atomic>
#include <exception>
#include <utility>

namespace bookends {

// Each piece of the work goes through run(); when all is over the thread that began it calls rethrow():
//
//   Thrown thrown;
//   #pragma omp parallel for
//   for (...) thrown.run([&] { ... });
//   thrown.rethrow();
class Thrown {
 public:
  // Calls f. What it throws is kept, if it is the first; from then on nothing is called any more.
  template <class F>
  void run(F&& f) noexcept {
    if (any_.load(std::memory_order_relaxed)) return;
    try {
      std::forward<F>(f)();
    } catch (...) {
      if (!any_.exchange(true)) first_ = std::current_exception();
    }
  }
  bool any() const { return any_.load(std::memory_order_relaxed); }
  // Throws what was kept, if there is anything. Only when no run() is under way.
  void rethrow() const {
    if (first_) std::rethrow_exception(first_);
  }

 private:
  std::atomic<bool> any_{false};
  std::exception_ptr first_;
};

}  // namespace bookends
