#include "tools/match/pgn/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/io/file.h"

namespace bookends::match {
namespace {

Error failed(const std::filesystem::path& path, const char* what) {
  return {ErrorCode::io, path.string() + ": cannot " + what + ": " + std::strerror(errno)};
}

Error not_made(const std::filesystem::path& path) {
  if (errno != ENOENT) return failed(path, "be made");
  return {ErrorCode::io, path.string() + ": cannot be made: there is no folder for it, or that takes no files"};
}

Error already_there(const std::filesystem::path& path) {
  return {ErrorCode::invalid_argument, path.string() + " is there already; --resume goes on with it"};
}

Result<void> lock(const std::filesystem::path& path, int fd) {
  if (lock_if_free(fd)) return {};
  return Error{ErrorCode::io, path.string() + ": another match is writing its games to it"};
}

}  // namespace

Result<void> PgnFile::check(const std::filesystem::path& path, bool may_be_there) {
  if (path == "-")
    return Error{ErrorCode::invalid_argument, "--pgn -: standard output gets the result of the match; name a file"};
  std::error_code ignored;
  const std::filesystem::file_status status = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(status))
    return Error{ErrorCode::invalid_argument, "--pgn " + path.string() + ": that is a folder; name a file in it"};
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    return Error{ErrorCode::invalid_argument,
                 "--pgn " + path.string() + ": that is no regular file, and keeps no games"};
  if (std::filesystem::exists(std::filesystem::symlink_status(path, ignored))) {
    if (!may_be_there) return already_there(path);
    if (access(path.c_str(), R_OK | W_OK) != 0) return failed(path, "be opened");
    const Result<PgnFile> file = reopen(path);
    return file ? Result<void>() : file.error();
  }
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  if (access(folder.c_str(), W_OK | X_OK) != 0) return not_made(path);
  return {};
}

Result<PgnFile> PgnFile::create(const std::filesystem::path& path) {
  if (AtomicFile::is_being_written(path))
    return Error{ErrorCode::io, path.string() + ": cannot be made: another process is writing it"};
  const int fd = open_file(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND);
  if (fd < 0 && errno == EEXIST) return already_there(path);
  if (fd < 0) return not_made(path);
  PgnFile file(path, fd);
  if (const Result<void> locked = lock(path, fd); !locked) return locked.error();
  if (const Result<void> kept = keep_name(path); !kept) return kept.error();
  return file;
}

// Whoever gets the lock after the file was replaced has that of the old one, and starts over.
Result<PgnFile> PgnFile::reopen(const std::filesystem::path& path) {
  while (true) {
    const int fd = open_file(path, O_WRONLY | O_APPEND);
    if (fd < 0) return failed(path, "be opened");
    PgnFile file(path, fd);
    if (const Result<void> locked = lock(path, fd); !locked) return locked.error();
    if (is_same_file(fd, path)) return file;
  }
}

Result<void> PgnFile::cut(std::size_t keep) {
  if (ftruncate(fd_, static_cast<off_t>(keep)) != 0) return failed(path_, "be cut");
  return {};
}

PgnFile::PgnFile(PgnFile&& other) noexcept : path_(std::move(other.path_)), fd_(std::exchange(other.fd_, -1)) {}

PgnFile& PgnFile::operator=(PgnFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(fd_, other.fd_);
  return *this;
}

PgnFile::~PgnFile() {
  if (fd_ >= 0) close(fd_);
}

Result<void> PgnFile::add(std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(fd_, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failed(path_, "write");
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  while (fsync(fd_) != 0) {
    // What cannot be synchronised, such as some network file systems' files, is written as well as it can be.
    if (errno == EINVAL) return {};
    if (errno != EINTR) return failed(path_, "write");
  }
  return {};
}

// The new file is locked before it has the name, and the old one until then, so that no other match gets in between.
Result<bool> PgnFile::replace(std::string_view text) {
  auto made = AtomicFile::create(path_);
  if (!made || !made->append(as_bytes(text))) return false;
  const Result<int> fd = made->commit_locked();
  if (!fd && is_same_file(fd_, path_)) return false;
  if (!fd) return fd.error();  // it has the name already
  *this = PgnFile(path_, *fd);
  const int flags = fcntl(fd_, F_GETFL);
  if (flags < 0 || fcntl(fd_, F_SETFL, flags | O_APPEND) != 0) return failed(path_, "be opened");
  return true;
}

}  // namespace bookends::match
