#include "core/io/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <new>
#include <system_error>
#include <utility>

#include "core/base/utf8.h"

namespace bookends {

namespace fs = std::filesystem;

namespace {

constexpr mode_t kFileMode = 0666;  // the umask takes its part away
constexpr std::size_t kReadChunk = 1u << 20;
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();

std::string reason(int error) {
  if (error == ENOSPC || error == EDQUOT) return "disk full";
  return std::generic_category().message(error);
}

Error open_error(const fs::path& path, int error) {
  if (error == ENOENT || error == ENOTDIR) return {ErrorCode::not_found, "no such file: " + path.string()};
  return io_error("cannot read", path, error);
}

fs::path folder_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

// "No such file" would be said of one that is to be made, where its folder is missing, or takes none, as /proc.
Error write_error(const fs::path& path, int error) {
  if (error != ENOENT) return io_error("cannot write", path, error);
  std::error_code ignored;
  const fs::path folder = folder_of(path);
  const std::string why = fs::exists(folder, ignored) ? "no files can be made in " : "there is no folder ";
  return {ErrorCode::io, "cannot write " + path.string() + ": " + why + folder.string()};
}

Error folder_error(const fs::path& folder, int error) {
  if (error != ENOENT) return io_error("cannot make folder", folder, error);
  std::error_code ignored;
  fs::path there = folder_of(folder);
  while (!fs::exists(there, ignored) && there.has_relative_path()) there = folder_of(there);
  return {ErrorCode::io, "cannot make folder " + folder.string() + ": no folders can be made in " + there.string()};
}

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  explicit operator bool() const { return fd_ >= 0; }
  int get() const { return fd_; }
  int release() { return std::exchange(fd_, -1); }

 private:
  int fd_;
};

}  // namespace

int open_file(const fs::path& path, int flags) {
  int fd = -1;
  do {
    fd = open(path.c_str(), flags | O_CLOEXEC, kFileMode);
  } while (fd < 0 && errno == EINTR);
  return fd;
}

namespace {

constexpr int kMostLinks = 40;  // as many as the kernel follows

// What a chain of symbolic links ends in, whether it is there or not: a rename would put the file in the place of the
// link, and leave what it leads to as it was.
Result<fs::path> without_links(const fs::path& path) {
  fs::path at = path;
  for (int links = 0; links <= kMostLinks; ++links) {
    std::error_code error;
    if (!fs::is_symlink(at, error)) return at;
    const fs::path target = fs::read_symlink(at, error);
    if (error) return io_error("cannot write", path, error.value());
    at = folder_of(at) / target;
  }
  return io_error("cannot write", path, ELOOP);
}

// One name per target, so that what a killed process left behind is overwritten by the next one, not collected.
fs::path temporary_name(const fs::path& path) { return folder_of(path) / ("." + path.filename().string() + ".part"); }

int sync_retrying(int fd) {
  int failed = 0;
  do {
    failed = fsync(fd);
  } while (failed != 0 && errno == EINTR);
  return failed == 0 ? 0 : errno;
}

// Makes the names in the folder durable. Some file systems cannot sync a folder and say EINVAL: there is nothing to do.
int sync_folder(const fs::path& folder) {
  const Descriptor fd(open_file(folder, O_RDONLY | O_DIRECTORY));
  if (!fd) return errno;
  const int error = sync_retrying(fd.get());
  return error == EINVAL ? 0 : error;
}

// Opens the temporary file and locks it against other writers of the same target. Whoever gets the lock after the file
// was renamed away (its writer was done) holds the lock of the wrong file, and starts over.
Result<int> open_temporary(const fs::path& path, const fs::path& temporary) {
  while (true) {
    Descriptor fd(open_file(temporary, O_RDWR | O_CREAT));
    if (!fd) return write_error(path, errno);
    if (!lock_if_free(fd.get()))
      return Error{ErrorCode::io, "cannot write " + path.string() + ": another process is writing it"};
    if (!is_same_file(fd.get(), temporary)) continue;
    if (ftruncate(fd.get(), 0) != 0) return io_error("cannot write", path, errno);
    return fd.release();
  }
}

}  // namespace

Error io_error(std::string_view what, const fs::path& path, int error) {
  const ErrorCode code = error == ENOMEM ? ErrorCode::limit : ErrorCode::io;
  return {code, std::string(what) + " " + path.string() + ": " + reason(error)};
}

int write_all(int fd, std::span<const std::byte> bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t n = pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return errno;
    if (n == 0) return ENOSPC;  // no progress and no reason given: the only one there can be for a regular file
    bytes = bytes.subspan(static_cast<std::size_t>(n));
    offset += static_cast<std::uint64_t>(n);
  }
  return 0;
}

bool lock_if_free(int fd) { return flock(fd, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK; }

bool is_same_file(int fd, const fs::path& path) {
  struct stat open_one = {};
  struct stat named = {};
  return fstat(fd, &open_one) == 0 && stat(path.c_str(), &named) == 0 && open_one.st_ino == named.st_ino &&
         open_one.st_dev == named.st_dev;
}

Result<void> keep_name(const fs::path& path) {
  if (const int error = sync_folder(folder_of(path))) return io_error("cannot make durable", path, error);
  return {};
}

Result<int> open_regular(const fs::path& path, std::uint64_t& size) {
  Descriptor fd(open_file(path, O_RDONLY | O_NONBLOCK));
  if (!fd) return open_error(path, errno);
  struct stat info = {};
  if (fstat(fd.get(), &info) != 0) return io_error("cannot read", path, errno);
  if (!S_ISREG(info.st_mode)) return Error{ErrorCode::io, "cannot read " + path.string() + ": not a regular file"};
  size = static_cast<std::uint64_t>(info.st_size);
  return fd.release();
}

namespace {

// What is left to read of a file that is said to have so many bytes; no more than `most`.
Result<std::vector<std::byte>> read_all(int fd, std::size_t expected, std::size_t most, const fs::path& path) {
  std::vector<std::byte> bytes;
  std::size_t size = 0;
  // One byte more than the file has, so that its end is seen without growing.
  bytes.resize(std::min(most, expected + 1));
  while (size < most) {
    if (size == bytes.size()) bytes.resize(std::min(most, size + kReadChunk));
    const ssize_t n = read(fd, bytes.data() + size, bytes.size() - size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return io_error("cannot read", path, errno);
    if (n == 0) break;
    size += static_cast<std::size_t>(n);
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

Result<std::vector<std::byte>> read_file(const fs::path& path) {
  const Descriptor fd(open_file(path, O_RDONLY));
  if (!fd) return open_error(path, errno);
  struct stat info = {};
  if (fstat(fd.get(), &info) != 0) return io_error("cannot read", path, errno);
  // A device may have no end.
  if (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode))
    return Error{ErrorCode::io, "cannot read " + path.string() + ": not a regular file"};
  return read_all(fd.get(), static_cast<std::size_t>(info.st_size), kAll, path);
}

Result<std::vector<std::byte>> read_regular_file(const fs::path& path) { return read_beginning(path, kAll); }

Result<std::vector<std::byte>> read_beginning(const fs::path& path, std::size_t most) {
  std::uint64_t size = 0;
  const Result<int> opened = open_regular(path, size);
  if (!opened) return opened.error();
  const Descriptor fd(*opened);
  return read_all(fd.get(), static_cast<std::size_t>(size), most, path);
}

std::string peek_text(const fs::path& path, std::size_t most) {
  const Result<std::vector<std::byte>> bytes = read_beginning(path, most);
  if (bytes) return {reinterpret_cast<const char*>(bytes->data()), bytes->size()};
  if (bytes.error().code == ErrorCode::limit) throw std::bad_alloc();
  return {};
}

Result<std::string> read_text_file(const fs::path& path) {
  const Result<std::vector<std::byte>> bytes = read_file(path);
  if (!bytes) return bytes.error();
  std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return std::string(text);
}

Result<void> make_writable_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return folder_error(folder, error.value());
  // Permission bits do not tell of read-only mounts, quotas and the like; making a file does.
  const fs::path trial = folder / (".bookends-trial-" + std::to_string(getpid()));
  const Descriptor fd(open_file(trial, O_WRONLY | O_CREAT));
  if (!fd && errno == ENOENT)
    return Error{ErrorCode::io, "cannot write to folder " + folder.string() + ": no files can be made in it"};
  if (!fd) return io_error("cannot write to folder", folder, errno);
  unlink(trial.c_str());
  return {};
}

Result<void> make_folder_of(const fs::path& file) {
  std::error_code error;
  const fs::path whole = fs::absolute(file, error);
  if (error) return io_error("cannot find the folder of", file, error.value());
  const Result<fs::path> target = without_links(whole);
  return target ? make_writable_folder(target->parent_path()) : Result<void>(target.error());
}

AtomicFile::AtomicFile(fs::path path, fs::path temporary, int fd)
    : path_(std::move(path)), temporary_(std::move(temporary)), fd_(fd) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : path_(std::move(other.path_)),
      temporary_(std::move(other.temporary_)),
      fd_(std::exchange(other.fd_, -1)),
      size_(other.size_),
      before_(other.before_) {}

AtomicFile& AtomicFile::operator=(AtomicFile&& other) noexcept {
  if (this == &other) return *this;
  discard();
  path_ = std::move(other.path_);
  temporary_ = std::move(other.temporary_);
  fd_ = std::exchange(other.fd_, -1);
  size_ = other.size_;
  before_ = other.before_;
  return *this;
}

AtomicFile::~AtomicFile() { discard(); }

void AtomicFile::discard() noexcept {
  if (fd_ < 0) return;
  unlink(temporary_.c_str());
  close(std::exchange(fd_, -1));
}

FileStamp::FileStamp(const fs::path& path) {
  struct stat info = {};
  there_ = stat(path.c_str(), &info) == 0;
  if (!there_) return;
  device_ = info.st_dev;
  inode_ = info.st_ino;
  size_ = static_cast<std::uint64_t>(info.st_size);
  seconds_ = info.st_mtim.tv_sec;
  nanoseconds_ = info.st_mtim.tv_nsec;
}

Result<AtomicFile> AtomicFile::create(const fs::path& path, const std::optional<FileStamp>& before) {
  std::error_code ignored;
  if (!path.has_filename() || fs::is_directory(path, ignored)) return io_error("cannot write", path, EISDIR);
  // A rename would put a file in the place of a device.
  if (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored))
    return Error{ErrorCode::io, "cannot write " + path.string() + ": not a regular file"};
  Result<fs::path> target = without_links(path);
  if (!target) return target.error();
  if (!target->has_filename()) return io_error("cannot write", *target, EISDIR);
  fs::path temporary = temporary_name(*target);
  const Result<int> fd = open_temporary(*target, temporary);
  if (!fd && *target != path) return Error{fd.error().code, fd.error().message + "; " + path.string() + " leads there"};
  if (!fd) return fd.error();
  // No memory is asked for from there on: what threw here would leave the temporary file behind.
  AtomicFile file(std::move(*target), std::move(temporary), fd.value());
  // Under the lock: nobody puts another one there from here on.
  file.before_ = before;
  if (const Result<void> same = file.check_unchanged(); !same) return same.error();
  return file;
}

bool AtomicFile::is_being_written(const fs::path& path) {
  const Result<fs::path> target = without_links(path);
  if (!target) return false;
  const Descriptor fd(open_file(temporary_name(*target), O_RDWR));
  return fd && !lock_if_free(fd.get());
}

Result<void> AtomicFile::append(std::span<const std::byte> bytes) {
  assert(fd_ >= 0);
  if (const int error = write_all(fd_, bytes, size_)) return io_error("cannot write", path_, error);
  size_ += bytes.size();
  return {};
}

Result<void> AtomicFile::write_at(std::uint64_t offset, std::span<const std::byte> bytes) {
  assert(fd_ >= 0 && offset + bytes.size() <= size_);
  if (const int error = write_all(fd_, bytes, offset)) return io_error("cannot write", path_, error);
  return {};
}

Result<void> AtomicFile::check_unchanged() const {
  if (!before_) return {};
  const FileStamp now(path_);
  if (!now.is_there() || now == *before_) return {};  // of a file that was taken away nothing can be lost
  return Error{ErrorCode::io, "cannot write " + path_.string() + ": another process has written it meanwhile"};
}

Result<int> AtomicFile::commit_locked() {
  assert(fd_ >= 0);
  // Some file systems tell of a full disk only here.
  if (const int error = sync_retrying(fd_)) return io_error("cannot write", path_, error);
  if (const Result<void> same = check_unchanged(); !same) return same.error();
  if (rename(temporary_.c_str(), path_.c_str()) != 0) return io_error("cannot write", path_, errno);
  Descriptor fd(std::exchange(fd_, -1));
  if (const Result<void> kept = keep_name(path_); !kept) return kept.error();
  return fd.release();
}

Result<void> AtomicFile::commit() {
  const Result<int> fd = commit_locked();
  if (!fd) return fd.error();
  close(*fd);
  return {};
}

Result<void> write_file(const fs::path& path, std::span<const std::byte> bytes,
                        const std::optional<FileStamp>& before) {
  Result<AtomicFile> file = AtomicFile::create(path, before);
  if (!file) return file.error();
  if (Result<void> written = file->append(bytes); !written) return written;
  return file->commit();
}

std::span<const std::byte> as_bytes(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

}  // namespace bookends
