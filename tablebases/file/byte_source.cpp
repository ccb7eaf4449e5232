#include "tablebases/file/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/io/file.h"

namespace bookends::tables {
namespace {

Error refused(const std::filesystem::path& path) {
  const ErrorCode code = errno == ENOENT ? ErrorCode::not_found : ErrorCode::io;
  return {code, path.string() + ": " + std::strerror(errno)};
}

}  // namespace

Result<ByteSource> ByteSource::open(const std::filesystem::path& path) {
  ByteSource source;
  source.fd_ = open_file(path, O_RDONLY | O_NONBLOCK);  // a pipe is not waited for
  struct stat status {};
  if (source.fd_ < 0 || ::fstat(source.fd_, &status) != 0) return refused(path);
  if (!S_ISREG(status.st_mode)) return Error{ErrorCode::io, path.string() + ": not a file"};
  source.size_ = static_cast<std::uint64_t>(status.st_size);
  return source;
}

ByteSource ByteSource::of(std::vector<std::byte> bytes) {
  ByteSource source;
  source.size_ = bytes.size();
  source.held_ = std::move(bytes);
  return source;
}

ByteSource::ByteSource(ByteSource&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), held_(std::move(other.held_)), size_(other.size_) {}

ByteSource& ByteSource::operator=(ByteSource&& other) noexcept {
  std::swap(fd_, other.fd_);
  std::swap(held_, other.held_);
  std::swap(size_, other.size_);
  return *this;
}

ByteSource::~ByteSource() {
  if (fd_ >= 0) ::close(fd_);
}

Result<std::size_t> ByteSource::read(std::uint64_t offset, std::span<std::byte> into) const {
  std::size_t done = 0;
  while (done < into.size()) {
    const ssize_t got = ::pread(fd_, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Error{ErrorCode::io, std::string("reading failed: ") + std::strerror(errno)};
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

Result<std::span<const std::byte>> ByteSource::view(std::uint64_t offset, std::size_t n,
                                                    std::vector<std::byte>& buffer) const {
  if (offset > size_ || n > size_ - offset) return Error{ErrorCode::corrupt, "truncated"};
  if (fd_ < 0) return std::span<const std::byte>(held_).subspan(offset, n);
  buffer.resize(n);
  const Result<std::size_t> got = read(offset, buffer);
  if (!got) return got.error();
  if (*got < n) return Error{ErrorCode::corrupt, "truncated"};
  return std::span<const std::byte>(buffer);
}

void ByteSource::will_need(std::uint64_t offset, std::size_t n) const {
  if (fd_ < 0 || offset > size_ || n > size_ - offset) return;
  ::posix_fadvise(fd_, static_cast<off_t>(offset), static_cast<off_t>(n), POSIX_FADV_WILLNEED);
}

}  // namespace bookends::tables
