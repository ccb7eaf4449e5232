// Memory in large pages, where the system has them: reads here and there in a table of small pages miss the cache of
// addresses as often as that of data, and the kernel's zeroing of small pages takes long.
#pragma once

#include <cstddef>
#include <cstdlib>

namespace bookends {

inline constexpr std::size_t kLargePage = std::size_t{2} << 20;

// Asks for large pages for memory that has not been touched yet; no more than advice.
void advise_large_pages(void* memory, std::size_t bytes);

// Uninitialised, aligned for vectors, in large pages where it is as large as one; for std::free(). Throws
// std::bad_alloc.
void* allocate_pages(std::size_t bytes);

// An allocator of containers, for what is large.
template <class T>
struct LargePages {
  using value_type = T;

  LargePages() = default;
  template <class Other>
  LargePages(const LargePages<Other>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(allocate_pages(n * sizeof(T))); }
  void deallocate(T* memory, std::size_t) { std::free(memory); }
  bool operator==(const LargePages&) const = default;
};

}  // namespace bookends
