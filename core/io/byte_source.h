// A file to read at any offset, by pread: a map would kill the process that touches it when the file is cut, or the
// disk or the network fails. Const and thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace bookends {

class ByteSource {
 public:
  // Errors: as read_regular_file.
  static Result<ByteSource> open(const std::filesystem::path& path);
  // The same for bytes that are in memory.
  static ByteSource of(std::vector<std::byte> bytes);
  ByteSource(ByteSource&& other) noexcept;
  ByteSource& operator=(ByteSource&& other) noexcept;
  ~ByteSource();

  std::uint64_t size() const { return size_; }

  // The bytes from `offset` on, as many as there are of all that are wanted: how many. Fewer where the file ends.
  // Errors: io, as view().
  Result<std::size_t> read(std::uint64_t offset, std::span<std::byte> into) const;

  // The bytes at [offset, offset + n), read into `buffer`. corrupt past the end of the file.
  Result<std::span<const std::byte>> view(std::uint64_t offset, std::size_t n, std::vector<std::byte>& buffer) const;

  // A hint to the system that these bytes are going to be read soon.
  void will_need(std::uint64_t offset, std::size_t n) const;

 private:
  ByteSource() = default;

  int fd_ = -1;  // of none: the bytes are in memory
  std::vector<std::byte> held_;
  std::uint64_t size_ = 0;
};

}  // namespace bookends
