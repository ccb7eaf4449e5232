#include "tablebases/table_lookup.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace bookends::tables {

SectionRef TableLookup::add(const TableFile& file, const Section* section) {
  if (section == nullptr) return {};
  SectionRef ref;
  ref.file = &file;
  ref.section = section;
  ref.first_block = blocks_;
  ref.bits = section->bits;
  ref.block_shift = std::countr_zero(section->values_per_block());
  blocks_ += section->blocks.size();
  block_bytes_ = std::max(block_bytes_, section->decoded_bytes(0));
  return ref;
}

void TableLookup::make_cache(std::size_t budget_bytes) {
  cache_ = std::make_unique<BlockCache>(blocks_, block_bytes_, budget_bytes);
}

std::optional<std::uint64_t> TableLookup::decode(const SectionRef& ref, std::size_t block, std::size_t word) const {
  std::unique_ptr<Workspace> workspace = borrow();
  const std::size_t bytes = ref.section->decoded_bytes(block);
  workspace->block.resize((bytes + 7) / 8 * 8);
  const std::span<std::byte> out(workspace->block.data(), bytes);
  std::optional<std::uint64_t> found;
  if (ref.file->read_block(*ref.section, block, workspace->scratch, out)) {
    std::uint64_t value = 0;
    std::memcpy(&value, workspace->block.data() + word * 8, sizeof value);
    found = value;
    cache_->insert(ref.first_block + block, out);
  }
  give_back(std::move(workspace));
  return found;
}

std::unique_ptr<TableLookup::Workspace> TableLookup::borrow() const {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      std::unique_ptr<Workspace> workspace = std::move(idle_.back());
      idle_.pop_back();
      return workspace;
    }
  }
  return std::make_unique<Workspace>();
}

void TableLookup::give_back(std::unique_ptr<Workspace> workspace) const {
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(workspace));
}

}  // namespace bookends::tables
