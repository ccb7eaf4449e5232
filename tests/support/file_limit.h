// A disk on which files cannot grow beyond so many bytes.
#pragma once

#include <sys/resource.h>

#include <csignal>
#include <cstddef>

namespace bookends::test {

// In force until destroyed, for the whole process: a write takes what there is room for, then fails (EFBIG).
class FileLimit {
 public:
  explicit FileLimit(std::size_t bytes) : signal_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &before_);
    rlimit limit = before_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_);
  }
  FileLimit(const FileLimit&) = delete;
  FileLimit& operator=(const FileLimit&) = delete;

 private:
  void (*signal_)(int);
  rlimit before_{};
};

}  // namespace bookends::test
