#include "core/io/atomic_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "core/io/file.h"

namespace bookends {
namespace fs = std::filesystem;
namespace {

Error folder_fault(const fs::path& path, int number) {
  return {ErrorCode::io, "cannot write " + path.string() + ": " + std::strerror(number)};
}

int write_whole(int fd, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t n = ::write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) return ENOSPC;
    bytes = bytes.subspan(static_cast<std::size_t>(n));
  }
  return 0;
}

// One call for hundreds of files: to sync each by itself takes as long as to write them all.
int sync_all(const fs::path& folder) {
  const int fd = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return errno;
  const int error = ::syncfs(fd) == 0 ? 0 : errno;
  ::close(fd);
  return error;
}

// By this file a folder is known that was begun here, so that nobody else's is cleared.
constexpr const char* kMark = ".part";

Error in_the_way(const fs::path& path, const fs::path& other) {
  return {ErrorCode::io, "cannot write " + path.string() + ": " + other.string() +
                             " is in the way, and was not begun by this program; move it elsewhere"};
}

bool is_begun_here(const fs::path& folder) {
  std::error_code error;
  return fs::is_directory(fs::symlink_status(folder, error)) &&
         (fs::is_empty(folder, error) || fs::exists(fs::symlink_status(folder / kMark, error)));
}

// The folder, made or found, marked and locked. Another process may have put it in its place between the two: then once
// more.
Result<FolderLock> take_temporary(const fs::path& path, const fs::path& temporary) {
  for (;;) {
    std::error_code error;
    fs::create_directory(temporary, error);
    if (!is_begun_here(temporary)) return error ? folder_fault(path, error.value()) : in_the_way(path, temporary);
    Result<FolderLock> lock = FolderLock::take(temporary);
    if (!lock) return Error{ErrorCode::io, "cannot write " + path.string() + ": " + lock.error().message};
    if (!lock->holds(temporary)) continue;
    if (!is_begun_here(temporary)) return in_the_way(path, temporary);
    const Result<void> marked = write_file(temporary / kMark, {});
    if (!marked) return marked.error();
    return lock;
  }
}

}  // namespace

AtomicFolder::AtomicFolder(fs::path path, fs::path temporary, FolderLock lock)
    : path_(std::move(path)), temporary_(std::move(temporary)), lock_(std::move(lock)) {}

AtomicFolder::AtomicFolder(AtomicFolder&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})), lock_(std::move(other.lock_)) {}

AtomicFolder::~AtomicFolder() {
  std::error_code ignored;
  if (!temporary_.empty()) fs::remove_all(temporary_, ignored);
}

Result<AtomicFolder> AtomicFolder::create(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error).lexically_normal();
  fs::path target = fs::weakly_canonical(whole.has_filename() ? whole : whole.parent_path(), error);
  if (error) return folder_fault(path, error.value());
  if (!target.has_filename()) return folder_fault(path, EISDIR);
  fs::path temporary = target.parent_path() / ("." + target.filename().string() + ".part");
  Result<FolderLock> lock = take_temporary(path, temporary);
  if (!lock) return lock.error();
  AtomicFolder folder(std::move(target), std::move(temporary), std::move(*lock));
  for (const auto& left : fs::directory_iterator(folder.temporary_, error)) {
    if (left.path().filename() != kMark) fs::remove_all(left.path(), error);
    if (error) break;
  }
  if (error) return folder_fault(path, error.value());
  return folder;
}

Result<void> AtomicFolder::write(const fs::path& name, std::span<const std::byte> bytes) {
  const fs::path file = temporary_ / name;
  int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0 && errno == ENOENT && name.has_parent_path()) {
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error) return folder_fault(path_ / name, error.value());
    fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  }
  if (fd < 0) return folder_fault(path_ / name, errno);
  int fault = write_whole(fd, bytes);
  if (::close(fd) != 0 && fault == 0) fault = errno;
  return fault == 0 ? Result<void>() : Result<void>(folder_fault(path_ / name, fault));
}

Result<void> AtomicFolder::commit(bool replace) {
  std::error_code error;
  fs::remove(temporary_ / kMark, error);
  if (error) return folder_fault(path_, error.value());
  if (const int fault = sync_all(temporary_)) return folder_fault(path_, fault);
  if (const Result<void> placed = put_in_place(replace); !placed) return placed;
  temporary_.clear();
  return keep_name(path_);
}

// The system refuses to rename over a folder that is not empty. One that is to go changes places with the new one, so
// that at every moment there is one of that name.
Result<void> AtomicFolder::put_in_place(bool replace) {
  if (::rename(temporary_.c_str(), path_.c_str()) == 0) return {};
  if (!replace || (errno != ENOTEMPTY && errno != EEXIST)) return folder_fault(path_, errno);
  std::error_code error;
  if (::renameat2(AT_FDCWD, temporary_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0) {
    fs::remove_all(temporary_, error);
    return error ? Result<void>(folder_fault(temporary_, error.value())) : Result<void>();
  }
  if (errno != EINVAL && errno != ENOSYS) return folder_fault(path_, errno);
  const fs::path old = temporary_.string() + ".old";  // this file system cannot exchange names
  fs::rename(path_, old, error);
  if (error) return folder_fault(path_, error.value());
  if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int fault = errno;
    fs::rename(old, path_, error);
    return folder_fault(path_, fault);
  }
  fs::remove_all(old, error);
  return error ? Result<void>(folder_fault(old, error.value())) : Result<void>();
}

}  // namespace bookends
