#include "tools/agent/reserve.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace bookends::agent {
namespace {

// Enough for lines of input and answers; the C library gives so large a block back to the system, and not to one
// thread's own store.
constexpr std::size_t kReserve = std::size_t{2} << 20;

std::atomic<void*> reserve{nullptr};

// Called by `new`, which tries again when it returns: once. What is too large even so is refused.
void release_reserve() {
  void* kept = reserve.exchange(nullptr);
  if (kept == nullptr) throw std::bad_alloc();
  std::free(kept);
}

}  // namespace

bool keep_reserve() {
  std::set_new_handler(&release_reserve);
  if (reserve.load() == nullptr) reserve.store(std::malloc(kReserve));
  return reserve.load() != nullptr;
}

}  // namespace bookends::agent
