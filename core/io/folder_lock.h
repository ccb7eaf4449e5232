// A folder that one process at a time works in.
#pragma once

#include <filesystem>
#include <utility>

#include "core/base/result.h"

namespace bookends {

// The lock goes with the open folder, so that a killed process leaves none behind.
class FolderLock {
 public:
  // Errors: io, also where another process has it.
  static Result<FolderLock> take(const std::filesystem::path& folder);

  // Whether the folder of that name is the locked one: somebody may have put another in its place.
  bool holds(const std::filesystem::path& folder) const;

  FolderLock() = default;
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  FolderLock& operator=(FolderLock&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

 private:
  explicit FolderLock(int fd) : fd_(fd) {}
  int fd_ = -1;
};

}  // namespace bookends
