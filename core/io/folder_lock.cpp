#include "core/io/folder_lock.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/io/file.h"

namespace bookends {

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  FolderLock lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (lock.fd_ < 0) return Error{ErrorCode::io, "cannot open " + folder.string() + ": " + std::strerror(errno)};
  if (!lock_if_free(lock.fd_)) return Error{ErrorCode::io, folder.string() + ": in use by another run"};
  return lock;
}

bool FolderLock::holds(const std::filesystem::path& folder) const {
  struct stat locked {
  }, named{};
  return fd_ >= 0 && ::fstat(fd_, &locked) == 0 && ::lstat(folder.c_str(), &named) == 0 &&
         locked.st_dev == named.st_dev && locked.st_ino == named.st_ino;
}

FolderLock::~FolderLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace bookends
