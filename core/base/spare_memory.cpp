#include "core/base/spare_memory.h"

namespace bookends {
namespace {

// Not asked of less than 64 MiB, which is nobody's all.
bool is_as_much_left(std::size_t bytes) {
  if (bytes < std::size_t{64} << 20) return true;
  void* volatile rest = std::malloc(bytes);  // volatile: else a compiler may take the pair away
  const bool is_there = rest != nullptr;
  std::free(rest);
  return is_there;
}

}  // namespace

SpareMemory take_spare_memory(const SpareRequest& wanted) {
  for (std::size_t parts = wanted.parts; parts > 0 && parts >= wanted.least_parts; parts /= 2) {
    const std::size_t bytes = parts * wanted.part_bytes + wanted.more_bytes;
    const std::size_t alignment = bytes < kLargePage ? wanted.alignment : kLargePage;
    const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
    SpareMemory got{std::unique_ptr<void, FreeMemory>(std::aligned_alloc(alignment, rounded)), parts, bytes};
    if (got.memory && is_as_much_left(bytes)) return got;
  }
  return {};
}

}  // namespace bookends
