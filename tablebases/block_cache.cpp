#include "tablebases/block_cache.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <new>

namespace bookends::tables {

static_assert(std::endian::native == std::endian::little, "packed values are read as words in memory order");

BlockCache::BlockCache(std::size_t blocks, std::size_t block_bytes, std::size_t budget_bytes)
    : words_per_frame_((block_bytes + 7) / 8),
      frame_of_(blocks),
      frames_(std::min(blocks, std::max<std::size_t>(2, budget_bytes / std::max<std::size_t>(1, block_bytes)))) {
  for (auto& f : frame_of_) f.store(kNone, std::memory_order_relaxed);
}

// A frame that holds nothing: a new one while there are some, then one that was not used since the clock's hand
// last came by. Called with the lock held.
std::size_t BlockCache::free_frame() {
  if (used_ < frames_.size()) return used_;
  for (;;) {
    const std::size_t at = hand_;
    hand_ = (hand_ + 1) % frames_.size();
    Frame& frame = frames_[at];
    if (frame.recently_used.exchange(false, std::memory_order_relaxed)) continue;
    const std::uint64_t tag = frame.tag.load(std::memory_order_relaxed);
    const auto block = static_cast<std::uint32_t>(tag);
    if (block != kNone) frame_of_[block].store(kNone, std::memory_order_relaxed);
    frame.tag.store(((tag >> 32) + 1) << 32 | kNone, std::memory_order_release);
    return at;
  }
}

void BlockCache::insert(std::size_t block, std::span<const std::byte> bytes) {
  assert(bytes.size() <= words_per_frame_ * 8);
  const std::lock_guard lock(mutex_);
  if (frame_of_[block].load(std::memory_order_relaxed) != kNone) return;
  const std::size_t at = free_frame();
  Frame& frame = frames_[at];
  if (!frame.words) {
    frame.words.reset(new (std::nothrow) std::atomic<std::uint64_t>[words_per_frame_]);
    if (!frame.words) return;
    ++used_;
  }
  for (std::size_t i = 0; i * 8 < bytes.size(); ++i) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + i * 8, std::min<std::size_t>(8, bytes.size() - i * 8));
    frame.words[i].store(word, std::memory_order_release);
  }
  const std::uint64_t version = (frame.tag.load(std::memory_order_relaxed) >> 32) + 1;
  frame.tag.store(version << 32 | block, std::memory_order_release);
  frame_of_[block].store(static_cast<std::uint32_t>(at), std::memory_order_release);
}

}  // namespace bookends::tables
