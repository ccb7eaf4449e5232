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

// Gives back what it is given; null is none.
void* counted(void* got) noexcept {
  if (got == nullptr) return nullptr;
  const std::size_t now = held += malloc_usable_size(got);
  std::size_t most = most_held;
  while (now > most && !most_held.compare_exchange_weak(most, now)) {
  }
  return got;
}

// Null where there is none.
void* taken(std::size_t size) noexcept { return counted(fails_now() ? nullptr : std::malloc(size)); }

void* taken(std::size_t size, std::align_val_t alignment) noexcept {
  const auto step = static_cast<std::size_t>(alignment);
  return counted(fails_now() ? nullptr : std::aligned_alloc(step, (size + step - 1) / step * step));
}

void* or_thrown(void* got) {
  if (got == nullptr) throw std::bad_alloc();
  return got;
}

void give_back(void* at) noexcept {
  if (at != nullptr) held -= malloc_usable_size(at);
  std::free(at);
}

}  // namespace
#endif

}  // namespace bookends::test

#ifndef BOOKENDS_SANITIZED
using bookends::test::give_back;
using bookends::test::or_thrown;
using bookends::test::taken;
void* operator new(std::size_t size) { return or_thrown(taken(size)); }
void* operator new[](std::size_t size) { return or_thrown(taken(size)); }
void* operator new(std::size_t size, std::align_val_t alignment) { return or_thrown(taken(size, alignment)); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return taken(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return taken(size); }
void operator delete(void* at) noexcept { give_back(at); }
void operator delete[](void* at) noexcept { give_back(at); }
void operator delete(void* at, std::size_t) noexcept { give_back(at); }
void operator delete[](void* at, std::size_t) noexcept { give_back(at); }
void operator delete(void* at, std::align_val_t) noexcept { give_back(at); }
void operator delete(void* at, std::size_t, std::align_val_t) noexcept { give_back(at); }
void operator delete(void* at, const std::nothrow_t&) noexcept { give_back(at); }
void operator delete[](void* at, const std::nothrow_t&) noexcept { give_back(at); }
#endif
