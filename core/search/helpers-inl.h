// The helper threads of a search (Lazy SMP): they share the transposition table with the caller's thread and nothing
// else, search the same iterations, some a ply ahead, and fill the table.
#pragma once

#include <new>
#include <system_error>

#include "core/search/aspiration.h"
#include "core/search/search_state.h"

namespace bookends {

// A system that refuses a thread, or the memory for it, gives us fewer helpers, not an error.
template <const Rules& R>
void Search<R>::State::start_helpers(SearchControl& control) {
  for (std::size_t i = 1; i < workers.size(); ++i) {
    try {
      threads.emplace_back([this, i, &control] { help(*workers[i], static_cast<int>(i), control); });
    } catch (const std::system_error&) {
      return;
    } catch (const std::bad_alloc&) {
      return;
    }
  }
}

template <const Rules& R>
void Search<R>::State::help(Worker<R>& worker, int number, const SearchControl& control) {
  for (int depth = 1 + number % 2; depth <= kMaxDepth && !worker.stopped(); ++depth) {
    if (control.limits().depth != 0 && depth > control.limits().depth + 1) return;
    aspire(worker, depth, 0);
  }
}

}  // namespace bookends
