// While a folder is written there is ".NAME.part", with the new one in it, and for a moment the old one. By these two
// names, which nobody else gives, it is known as begun here: it needs no mark that would have to go before the folder
// takes its place, and may be cleared in any order. So there is no state that a killed process could leave and the next
// one not understand:
//
//     .NAME.part has     NAME is          what happened                          the next one
//     nothing            any              just made, or nearly cleared           goes on
//     new                none or the old  killed while it wrote, or synced       clears the new one
//     new                the new          exchanged; "new" has the old one       clears it
//     old, new           none             no exchange, the old one just moved    puts the old one back, clears the new
//     old                the new          the new one took its place             clears the old one
//
// Nothing takes its place before all of it is on disk; the old one goes last.
#include "core/io/atomic_folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <new>
#include <utility>
#include <vector>

#include "core/io/file.h"
#include "core/io/folder.h"

namespace bookends {
namespace fs = std::filesystem;
namespace {

constexpr const char* kNew = "bookends-new";
constexpr const char* kOld = "bookends-old";

// One call for hundreds of files: to sync each by itself takes as long as to write them all.
int sync_all(const fs::path& folder) {
  const int fd = open_file(folder, O_RDONLY | O_DIRECTORY);
  if (fd < 0) return errno;
  int error = 0;
  do {
    error = ::syncfs(fd) == 0 ? 0 : errno;
  } while (error == EINTR);
  ::close(fd);
  return error;
}

Error in_the_way(const fs::path& path, const fs::path& other) {
  return {ErrorCode::io, "cannot write " + path.string() + ": " + other.string() +
                             " is in the way, and was not begun by this program; move it elsewhere"};
}

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

// A folder, no link to one, with nothing in it that is anybody else's.
bool is_begun_here(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(fs::symlink_status(folder, error))) return false;
  const Result<std::vector<fs::path>> entries = entries_of(folder);
  return entries && std::ranges::all_of(*entries, [](const fs::path& entry) {
           return entry.filename() == kNew || entry.filename() == kOld;
         });
}

// The folder, made or found, and locked. The process that was done with it may have removed it between the two: then
// once more.
Result<FolderLock> take_temporary(const fs::path& path, const fs::path& temporary) {
  for (;;) {
    std::error_code error;
    fs::create_directory(temporary, error);
    if (!is_begun_here(temporary))
      return error ? io_error("cannot write", path, error.value()) : in_the_way(path, temporary);
    Result<FolderLock> lock = FolderLock::take(temporary);
    if (!lock) return Error{ErrorCode::io, "cannot write " + path.string() + ": " + lock.error().message};
    if (!lock->holds(temporary)) continue;
    if (!is_begun_here(temporary)) return in_the_way(path, temporary);
    return lock;
  }
}

// Clears the temporary folder. An old one whose place nothing has taken goes back there.
std::error_code clear_temporary(const fs::path& path, const fs::path& temporary) {
  std::error_code error;
  const fs::path old = temporary / kOld;
  if (is_there(old) && !is_there(path)) fs::rename(old, path, error);
  for (const fs::path& left : {temporary / kNew, old})
    if (!error) fs::remove_all(left, error);
  return error;
}

std::error_code remove_temporary(const fs::path& path, const fs::path& temporary) {
  std::error_code error = clear_temporary(path, temporary);
  if (!error) fs::remove(temporary, error);
  return error;
}

}  // namespace

AtomicFolder::AtomicFolder(fs::path path, fs::path temporary, FolderLock lock)
    : path_(std::move(path)), temporary_(std::move(temporary)), lock_(std::move(lock)) {}

AtomicFolder::AtomicFolder(AtomicFolder&& other) noexcept
    : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})), lock_(std::move(other.lock_)) {}

AtomicFolder::~AtomicFolder() {
  try {
    if (!temporary_.empty()) remove_temporary(path_, temporary_);
  } catch (const std::bad_alloc&) {  // what is left, the next one clears
  }
}

Result<AtomicFolder> AtomicFolder::create(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error).lexically_normal();
  fs::path target = fs::weakly_canonical(whole.has_filename() ? whole : whole.parent_path(), error);
  if (error) return io_error("cannot write", path, error.value());
  if (!target.has_filename()) return io_error("cannot write", path, EISDIR);
  fs::path temporary = target.parent_path() / ("." + target.filename().string() + ".part");
  Result<FolderLock> lock = take_temporary(path, temporary);
  if (!lock) return lock.error();
  AtomicFolder folder(std::move(target), std::move(temporary), std::move(*lock));
  error = clear_temporary(folder.path_, folder.temporary_);
  if (!error) fs::create_directory(folder.temporary_ / kNew, error);
  if (error) return io_error("cannot write", path, error.value());
  return folder;
}

Result<void> AtomicFolder::write(const fs::path& name, std::span<const std::byte> bytes) {
  const fs::path file = temporary_ / kNew / name;
  int fd = open_file(file, O_WRONLY | O_CREAT | O_TRUNC);
  if (fd < 0 && errno == ENOENT && name.has_parent_path()) {
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error) return io_error("cannot write", path_ / name, error.value());
    fd = open_file(file, O_WRONLY | O_CREAT | O_TRUNC);
  }
  if (fd < 0) return io_error("cannot write", path_ / name, errno);
  int fault = write_all(fd, bytes, 0);
  if (::close(fd) != 0 && fault == 0) fault = errno;
  return fault == 0 ? Result<void>() : Result<void>(io_error("cannot write", path_ / name, fault));
}

Result<void> AtomicFolder::commit(bool replace) {
  if (const int fault = sync_all(temporary_)) return io_error("cannot write", path_, fault);
  if (const Result<void> placed = put_in_place(replace); !placed) return placed;
  if (const Result<void> kept = keep_name(path_); !kept) return kept;
  const std::error_code error = remove_temporary(path_, temporary_);
  if (error) return io_error("cannot clear", temporary_, error.value());
  temporary_.clear();
  return {};
}

// The system refuses to rename over a folder that is not empty. One that is to go changes places with the new one, so
// that at every moment there is one of that name; on a file system that cannot do so, there is none for a moment.
Result<void> AtomicFolder::put_in_place(bool replace) {
  const fs::path fresh = temporary_ / kNew, old = temporary_ / kOld;
  if (::rename(fresh.c_str(), path_.c_str()) == 0) return {};
  if (!replace || (errno != ENOTEMPTY && errno != EEXIST)) return io_error("cannot write", path_, errno);
  if (::renameat2(AT_FDCWD, fresh.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0) return {};
  if (errno != EINVAL && errno != ENOSYS) return io_error("cannot write", path_, errno);
  if (::rename(path_.c_str(), old.c_str()) != 0) return io_error("cannot write", path_, errno);
  if (::rename(fresh.c_str(), path_.c_str()) == 0) return {};
  const int fault = errno;
  ::rename(old.c_str(), path_.c_str());
  return io_error("cannot write", path_, fault);
}

}  // namespace bookends
