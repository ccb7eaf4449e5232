#include "tools/agent/reserve.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <utility>

namespace bookends::agent {
namespace {

// Enough for lines of input and answers; the C library gives so large a block back to the system, and not to one
// thread's own store.
constexpr std::size_t kReserve = std::size_t{2} << 20;

std::atomic<void*> reserve{nullptr};
std::atomic<unsigned> releases{0};

// Called by `new`, which tries again when it returns: once in each thread, as two may come here for the same want, and
// the second one finds nothing left to free but room. What is too large even so is refused.
void release_reserve() {
  thread_local unsigned seen = 0;
  if (void* kept = reserve.exchange(nullptr); kept != nullptr) {
    std::free(kept);
    ++releases;
  }
  const unsigned now = releases.load();
  if (std::exchange(seen, now) == now) throw std::bad_alloc();
}

}  // namespace

bool keep_reserve() {
  std::set_new_handler(&release_reserve);
  if (reserve.load() == nullptr) reserve.store(std::malloc(kReserve));
  return reserve.load() != nullptr;
}

}  // namespace bookends::agent
