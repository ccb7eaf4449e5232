// Memory for caches: of what is wanted as much as there is, but not all that there is.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

#include "core/base/large_pages.h"

namespace bookends {

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};

struct SpareRequest {
  std::size_t parts = 0;
  std::size_t least_parts = 1;
  std::size_t part_bytes = 0;
  std::size_t more_bytes = 0;  // behind the parts, however many
  // A power of two; what has kLargePage or more begins at a multiple of that.
  std::size_t alignment = alignof(std::max_align_t);
};

struct SpareMemory {
  std::unique_ptr<void, FreeMemory> memory;  // null: nothing
  std::size_t parts = 0, bytes = 0;
};

// Where memory is short half of the parts, a quarter and so on, and at most half of what there is: others need some,
// too. The system has only to find the pages that are written to.
SpareMemory take_spare_memory(const SpareRequest& wanted);

}  // namespace bookends
