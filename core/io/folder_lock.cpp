#include "core/io/folder_lock.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "core/io/file.h"

namespace bookends {

Result<FolderLock> FolderLock::take(const std::filesystem::path& folder) {
  FolderLock lock(open_file(folder, O_RDONLY | O_DIRECTORY));
  if (lock.fd_ < 0) return io_error("cannot open", folder, errno);
  if (!lock_if_free(lock.fd_)) return Error{ErrorCode::io, folder.string() + ": in use by another run"};
  return lock;
}

bool FolderLock::holds(const std::filesystem::path& folder) const { return fd_ >= 0 && is_same_file(fd_, folder); }

FolderLock::~FolderLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace bookends
