#include "tests/damage/allocations.h"

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace bookends::test {
namespace {

std::atomic<std::size_t> held{0}, most_held{0}, held_before{0}, left_to_fail{0};

}  // namespace

void begin_counting_allocations() {
  held_before = held.load();
  most_held = held.load();
}

std::size_t most_allocated() {
  const std::size_t most = most_held, before = held_before;
  return most > before ? most - before : 0;
}

void fail_allocation(std::size_t n) { left_to_fail = n; }
bool end_of_failing() { return left_to_fail.exchange(0) == 0; }

#ifndef BOOKENDS_SANITIZED
namespace {

// Whether it is this one's turn. No other thread allocates while one is to fail.
bool fails_now() { return left_to_fail > 0 && --left_to_fail == 0; }

// Null where there is none.
void* counted(std::size_t size) noexcept {
  void* const got = fails_now() ? nullptr : std::malloc(size);
  if (got == nullptr) return nullptr;
  const std::size_t now = held += malloc_usable_size(got);
  std::size_t most = most_held;
  while (now > most && !most_held.compare_exchange_weak(most, now)) {
  }
  return got;
}

void* counted_or_thrown(std::size_t size) {
  if (void* const got = counted(size)) return got;
  throw std::bad_alloc();
}

void give_back(void* at) noexcept {
  if (at != nullptr) held -= malloc_usable_size(at);
  std::free(at);
}

}  // namespace
#endif

}  // namespace bookends::test

#ifndef BOOKENDS_SANITIZED
// Of those for larger alignments there are few.
using bookends::test::counted;
using bookends::test::counted_or_thrown;
using bookends::test::give_back;
void* operator new(std::size_t size) { return counted_or_thrown(size); }
void* operator new[](std::size_t size) { return counted_or_thrown(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void operator delete(void* at) noexcept { give_back(at); }
void operator delete[](void* at) noexcept { give_back(at); }
void operator delete(void* at, std::size_t) noexcept { give_back(at); }
void operator delete[](void* at, std::size_t) noexcept { give_back(at); }
void operator delete(void* at, const std::nothrow_t&) noexcept { give_back(at); }
void operator delete[](void* at, const std::nothrow_t&) noexcept { give_back(at); }
#endif
