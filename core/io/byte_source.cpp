#include "core/io/byte_source.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "core/io/file.h"

namespace bookends {

Result<ByteSource> ByteSource::open(const std::filesystem::path& path) {
  ByteSource source;
  const Result<int> fd = open_regular(path, source.size_);
  if (!fd) return fd.error();
  source.fd_ = *fd;
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
  if (fd_ < 0) {
    if (offset >= held_.size()) return std::size_t{0};
    const std::span<const std::byte> there = std::span(held_).subspan(static_cast<std::size_t>(offset));
    const std::size_t n = std::min(into.size(), there.size());
    std::copy_n(there.begin(), n, into.begin());
    return n;
  }
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

}  // namespace bookends
