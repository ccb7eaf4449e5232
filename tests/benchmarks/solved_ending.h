// Endings with all that they depend on, for benchmarks of what follows.
#pragma once

#include "core/base/progress.h"
#include "tablebases/solve/solve.h"

namespace bookends::tables {

template <const Rules& R>
void add_dependencies(MemorySource& source, const Ending& ending) {
  Progress progress;
  for (const Ending& d : dependencies(R, ending)) {
    if (source.has(d)) continue;
    add_dependencies<R>(source, d);
    source.add(std::move(*solve<R>(d, source, {.threads = 1, .dtz = true}, progress)));
  }
}

}  // namespace bookends::tables
