#include "core/base/large_pages.h"

#include <cstdint>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bookends {

namespace {

constexpr std::size_t kVector = 64;

constexpr std::size_t rounded_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

}  // namespace

void advise_large_pages(void* memory, std::size_t bytes) {
#ifdef __linux__
  const auto address = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = rounded_up(address, kLargePage), last = (address + bytes) / kLargePage * kLargePage;
  if (first < last) madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
#else
  (void)memory, (void)bytes;
#endif
}

void* allocate_pages(std::size_t bytes) {
  const std::size_t alignment = bytes >= kLargePage ? kLargePage : kVector;
  void* memory = std::aligned_alloc(alignment, rounded_up(bytes, alignment));
  if (memory == nullptr) throw std::bad_alloc();
  advise_large_pages(memory, bytes);
  return memory;
}

}  // namespace bookends
