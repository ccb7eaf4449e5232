#include "tablebases/syzygy/paged_file.h"

#include <algorithm>

namespace bookends::tables::syzygy {

PagedFile::PagedFile(ByteSource source, std::shared_ptr<PageCache> cache)
    : source_(std::move(source)),
      cache_(std::move(cache)),
      first_page_(cache_->number_pages(source_.size() / kPageBytes + 1)) {}

Result<PagedFile> PagedFile::open(const std::filesystem::path& path, std::shared_ptr<PageCache> cache) {
  Result<ByteSource> source = ByteSource::open(path);
  if (!source) return source.error();
  return PagedFile(std::move(*source), std::move(cache));
}

// Bytes within a page, from the file. What is left of the last page is zeros.
bool PagedFile::fetch(std::uint64_t page, std::size_t at, std::span<std::byte> into) const {
  Page words{};
  const std::span<std::byte> bytes = std::as_writable_bytes(std::span(words));
  const std::uint64_t offset = page * kPageBytes;
  const auto expected = static_cast<std::size_t>(std::min<std::uint64_t>(kPageBytes, source_.size() - offset));
  const Result<std::size_t> got = source_.read(offset, bytes.first(expected));
  if (!got || *got < expected) return false;
  std::ranges::copy(bytes.subspan(at, into.size()), into.begin());
  cache_->insert(first_page_ + page, words);
  return true;
}

bool PagedFile::read_by_pages(std::uint64_t offset, std::span<std::byte> into) const {
  if (offset > size() || into.size() > size() - offset) return false;
  while (!into.empty()) {
    const std::uint64_t page = offset / kPageBytes;
    const auto at = static_cast<std::size_t>(offset % kPageBytes);
    const std::span<std::byte> part = into.first(std::min(into.size(), kPageBytes - at));
    if (!cache_->read(first_page_ + page, at, part) && !fetch(page, at, part)) return false;
    offset += part.size();
    into = into.subspan(part.size());
  }
  return true;
}

}  // namespace bookends::tables::syzygy
