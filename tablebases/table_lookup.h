// Single values out of table files through the cache of decoded blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "tablebases/block_cache.h"
#include "tablebases/table_file.h"

namespace bookends::tables {

// A section, with what its values are found by worked out.
struct SectionRef {
  const TableFile* file = nullptr;
  const Section* section = nullptr;  // null: the file has no such section
  std::size_t first_block = 0;       // in the cache's numbering
  int block_shift = 0;               // log2 of the values in a block
  int bits = 0;

  explicit operator bool() const { return section != nullptr; }
};

// All files of a folder share one. Sections are added first, then the cache is made, then any thread may ask.
class TableLookup {
 public:
  SectionRef add(const TableFile& file, const Section* section);
  void make_cache(std::size_t budget_bytes);

  // The packed value of a number; nothing when its block cannot be read.
  std::optional<unsigned> value(const SectionRef& ref, std::uint64_t number) const {
    const std::uint64_t within = number & ((std::uint64_t{1} << ref.block_shift) - 1);
    const std::uint64_t bit = within * static_cast<unsigned>(ref.bits);
    const std::size_t block = static_cast<std::size_t>(number >> ref.block_shift);
    std::optional<std::uint64_t> word = cache_->find(ref.first_block + block, static_cast<std::size_t>(bit >> 6));
    if (!word) word = decode(ref, block, static_cast<std::size_t>(bit >> 6));
    if (!word) return std::nullopt;
    return static_cast<unsigned>(*word >> (bit & 63) & ((std::uint64_t{1} << ref.bits) - 1));
  }

 private:
  struct Workspace {
    ReadScratch scratch;
    std::vector<std::byte> block;
  };

  std::optional<std::uint64_t> decode(const SectionRef& ref, std::size_t block, std::size_t word) const;
  std::unique_ptr<Workspace> borrow() const;
  void give_back(std::unique_ptr<Workspace> workspace) const;

  std::size_t blocks_ = 0;
  std::size_t block_bytes_ = 0;
  std::unique_ptr<BlockCache> cache_;
  mutable std::mutex mutex_;  // of idle_
  mutable std::vector<std::unique_ptr<Workspace>> idle_;
};

}  // namespace bookends::tables
