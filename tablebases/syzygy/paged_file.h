// One Syzygy file, open: its bytes, through the cache of pages of its folder. Const and thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>

#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "tablebases/syzygy/page_cache.h"

namespace bookends::tables::syzygy {

class PagedFile {
 public:
  // Not while others read files of that cache.
  static Result<PagedFile> open(const std::filesystem::path& path, std::shared_ptr<PageCache> cache);

  std::uint64_t size() const { return source_.size(); }

  // The bytes from `offset` on, which are within the size. False when the file was cut since, or cannot be read.
  bool read(std::uint64_t offset, std::span<std::byte> into) const {
    const std::size_t at = static_cast<std::size_t>(offset % kPageBytes);
    if (at + into.size() <= kPageBytes && cache_->read(first_page_ + offset / kPageBytes, at, into)) return true;
    return read_by_pages(offset, into);
  }

 private:
  PagedFile(ByteSource source, std::shared_ptr<PageCache> cache);
  bool read_by_pages(std::uint64_t offset, std::span<std::byte> into) const;
  bool fetch(std::uint64_t page, std::size_t at, std::span<std::byte> into) const;

  ByteSource source_;
  std::shared_ptr<PageCache> cache_;
  std::uint64_t first_page_ = 0;
};

}  // namespace bookends::tables::syzygy
