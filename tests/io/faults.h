// Faults at system calls. The linker sends the calls of the code under test (and only of this test binary) through the
// wrappers in faults.cpp.
#pragma once

#include <cstddef>

namespace bookends::test {

struct Faults {
  int fail_write_at = -1;       // the n-th pwrite from now on (0 = the next) fails with write_error, and all after it
  int write_error = 0;          // an errno
  std::size_t short_write = 0;  // a pwrite takes at most so many bytes; 0 = all
  int interrupt_every = 0;      // every n-th pwrite fails with EINTR before it does anything
  int fsync_error = 0;
  int rename_error = 0;
  int exchange_error = 0;      // of renameat2
  int fail_rename_at = 0;      // the first rename of those that fail
  int end_at = -1;             // the process ends instead of the n-th call of fsync, syncfs, rename and renameat2
  int interrupted_fsyncs = 0;  // so many fail with EINTR first, of syncfs too
  int writes = 0;              // counts calls that did write
};

// In force until destroyed; at most one at a time.
class FaultScope {
 public:
  explicit FaultScope(const Faults& faults);
  ~FaultScope();
  FaultScope(const FaultScope&) = delete;
  FaultScope& operator=(const FaultScope&) = delete;
  int writes() const;
};

}  // namespace bookends::test
