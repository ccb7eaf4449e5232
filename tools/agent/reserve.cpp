#include "tools/agent/reserve.h"

#include <cstddef>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

namespace bookends::agent {
namespace {

// Enough for lines of input and answers; the C library gives so large a block back to the system, and not to one
// thread's own store.
constexpr std::size_t kReserve = std::size_t{2} << 20;

// Neither locking nor what is done under the lock asks `new` for anything.
std::mutex mutex;
void* reserve = nullptr;
unsigned releases = 0;

// Called by `new`, which tries again when it returns: once in each thread, as two may come here for the same want, and
// the second one finds nothing left to free but room. What is too large even so is refused.
void release_reserve() {
  thread_local unsigned seen = 0;
  const std::lock_guard lock(mutex);
  if (reserve != nullptr) {
    std::free(std::exchange(reserve, nullptr));
    ++releases;
  }
  if (std::exchange(seen, releases) == releases) throw std::bad_alloc();
}

}  // namespace

bool keep_reserve() {
  std::set_new_handler(&release_reserve);
  const std::lock_guard lock(mutex);
  if (reserve == nullptr) reserve = std::malloc(kReserve);
  return reserve != nullptr;
}

}  // namespace bookends::agent
