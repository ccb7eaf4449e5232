// A file to read at any offset: mapped, or by pread where it cannot be mapped or must not be (network folders, where
// a lost connection would kill the process that touches a map). Const and thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/io/file.h"

namespace bookends::tables {

class ByteSource {
 public:
  static Result<ByteSource> open(const std::filesystem::path& path, bool mapped);
  ByteSource(ByteSource&& other) noexcept;
  ByteSource& operator=(ByteSource&& other) noexcept;
  ~ByteSource();

  std::uint64_t size() const { return size_; }

  // The bytes at [offset, offset + n): in the map, or read into `buffer`. corrupt past the end of the file.
  Result<std::span<const std::byte>> view(std::uint64_t offset, std::size_t n, std::vector<std::byte>& buffer) const;

  // A hint to the system that these bytes are going to be read soon.
  void will_need(std::uint64_t offset, std::size_t n) const;

 private:
  ByteSource() = default;

  std::optional<MappedFile> map_;
  int fd_ = -1;
  std::uint64_t size_ = 0;
};

}  // namespace bookends::tables
