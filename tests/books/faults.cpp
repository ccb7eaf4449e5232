#include "tests/books/faults.h"

#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <system_error>
#include <thread>
#include <utility>

namespace bookends::test {
namespace {

BookFaults* current = nullptr;

}  // namespace

BookFaults::BookFaults() { current = this; }
BookFaults::~BookFaults() { current = nullptr; }

extern "C" {

ssize_t __real_write(int fd, const void* bytes, size_t size);
ssize_t __wrap_write(int fd, const void* bytes, size_t size);

ssize_t __wrap_write(int fd, const void* bytes, size_t size) {
  if (current == nullptr) return __real_write(fd, bytes, size);
  if (current->room == 0) {
    if (const auto hook = std::exchange(current->before_full, {})) {
      hook();
      current->room = std::size_t{1} << 30;
    }
    errno = ENOSPC;
    return -1;
  }
  size = std::min(size, current->room);
  current->room -= size;
  return __real_write(fd, bytes, size);
}

int __real_fdatasync(int fd);
int __wrap_fdatasync(int fd);

int __wrap_fdatasync(int fd) {
  if (current != nullptr && current->interrupted_syncs > 0) {
    --current->interrupted_syncs;
    errno = EINTR;
    return -1;
  }
  return __real_fdatasync(fd);
}

// std::thread's only way to start one, as both compilers name it with libstdc++.
#define BOOKENDS_START_THREAD _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE
#define BOOKENDS_PREFIXED(prefix, name) prefix##name
#define BOOKENDS_WITH(prefix, name) BOOKENDS_PREFIXED(prefix, name)

void BOOKENDS_WITH(__real_, BOOKENDS_START_THREAD)(std::thread*, std::unique_ptr<std::thread::_State>, void (*)());
void BOOKENDS_WITH(__wrap_, BOOKENDS_START_THREAD)(std::thread*, std::unique_ptr<std::thread::_State>, void (*)());

void BOOKENDS_WITH(__wrap_, BOOKENDS_START_THREAD)(std::thread* thread, std::unique_ptr<std::thread::_State> state,
                                                   void (*depend)()) {
  if (current != nullptr) {
    if (current->most_threads == 0) throw std::system_error(EAGAIN, std::generic_category());
    --current->most_threads;
  }
  BOOKENDS_WITH(__real_, BOOKENDS_START_THREAD)(thread, std::move(state), depend);
}

}  // extern "C"

}  // namespace bookends::test
