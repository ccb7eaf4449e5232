// Faults below the book code. The linker sends the calls of the code under test (and only of this test binary) through
// the wrappers in faults.cpp.
#pragma once

#include <cstddef>
#include <functional>

namespace bookends::test {

// In force until destroyed; at most one at a time.
struct BookFaults {
  BookFaults();
  ~BookFaults();
  BookFaults(const BookFaults&) = delete;
  BookFaults& operator=(const BookFaults&) = delete;

  std::size_t room = 1 << 30;         // bytes that the disk takes in before it is full
  std::function<void()> before_full;  // called when a write is about to fail, which makes room for all others
  int interrupted_syncs = 0;          // so many fail with EINTR first
  std::size_t most_threads = std::size_t{1} << 30;  // that the system starts
};

}  // namespace bookends::test
