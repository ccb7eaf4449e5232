#include "tests/io/faults.h"

#include <sys/types.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace bookends::test {
namespace {

Faults current;
int calls = 0, renames = 0, placings = 0;

void end_here() {
  if (placings++ == current.end_at) ::_exit(0);
}

}  // namespace

FaultScope::FaultScope(const Faults& faults) {
  current = faults;
  calls = renames = placings = 0;
}
FaultScope::~FaultScope() { current = Faults{}; }
int FaultScope::writes() const { return current.writes; }

extern "C" {

ssize_t __real_pwrite(int fd, const void* bytes, size_t size, off_t offset);
int __real_fsync(int fd);
int __real_rename(const char* from, const char* to);
int __real_renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags);
int __real_syncfs(int fd);

ssize_t __wrap_pwrite(int fd, const void* bytes, size_t size, off_t offset);
int __wrap_fsync(int fd);
int __wrap_rename(const char* from, const char* to);
int __wrap_renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags);
int __wrap_syncfs(int fd);

ssize_t __wrap_pwrite(int fd, const void* bytes, size_t size, off_t offset) {
  ++calls;
  if (current.interrupt_every != 0 && calls % current.interrupt_every == 0) {
    errno = EINTR;
    return -1;
  }
  if (current.fail_write_at >= 0 && current.writes >= current.fail_write_at) {
    errno = current.write_error;
    return -1;
  }
  ++current.writes;
  if (current.short_write != 0) size = std::min(size, current.short_write);
  return __real_pwrite(fd, bytes, size, offset);
}

int __wrap_fsync(int fd) {
  end_here();
  if (current.interrupted_fsyncs > 0) {
    --current.interrupted_fsyncs;
    errno = EINTR;
    return -1;
  }
  if (current.fsync_error != 0) {
    errno = current.fsync_error;
    return -1;
  }
  return __real_fsync(fd);
}

int __wrap_rename(const char* from, const char* to) {
  end_here();
  if (current.rename_error != 0 && renames++ >= current.fail_rename_at) {
    errno = current.rename_error;
    return -1;
  }
  return __real_rename(from, to);
}

int __wrap_renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  end_here();
  if (current.exchange_error != 0) {
    errno = current.exchange_error;
    return -1;
  }
  return __real_renameat2(from_folder, from, to_folder, to, flags);
}

int __wrap_syncfs(int fd) {
  end_here();
  if (current.interrupted_fsyncs > 0) {
    --current.interrupted_fsyncs;
    errno = EINTR;
    return -1;
  }
  return __real_syncfs(fd);
}

}  // extern "C"

}  // namespace bookends::test
