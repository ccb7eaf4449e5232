#include "tablebases/probe/block_cache.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <memory>
#include <utility>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace bookends::tables {
namespace {

constexpr std::size_t kCacheLine = 64;
constexpr std::size_t kLargePage = std::size_t{2} << 20;
constexpr std::size_t kSlabBytes = 8 * kLargePage;

}  // namespace

BlockCache::BlockCache(std::size_t blocks, std::size_t block_words, std::size_t budget_bytes)
    : words_per_frame_((std::max<std::size_t>(1, block_words) + 7) / 8 * 8),  // whole lines of memory

      frame_of_(blocks),
      frames_(std::min(blocks, std::max<std::size_t>(2, budget_bytes / (8 * words_per_frame_)))) {
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

void BlockCache::FreeMemory::operator()(void* memory) const { std::free(memory); }

// The words of a frame that has none yet; false when there is no memory. Called with the lock held.
bool BlockCache::give_words(Frame& frame) {
  const std::size_t frame_bytes = words_per_frame_ * sizeof(Word);
  if (left_in_slab_ == 0) {
    const std::size_t frames = std::min(frames_.size() - used_, std::max<std::size_t>(1, kSlabBytes / frame_bytes));
    const std::size_t alignment = frames * frame_bytes < kLargePage ? kCacheLine : kLargePage;
    const std::size_t bytes = (frames * frame_bytes + alignment - 1) / alignment * alignment;
    std::unique_ptr<void, FreeMemory> slab(std::aligned_alloc(alignment, bytes));
    if (!slab) return false;
#ifdef __linux__
    if (alignment == kLargePage) madvise(slab.get(), bytes, MADV_HUGEPAGE);
#endif
    next_words_ = static_cast<Word*>(slab.get());
    left_in_slab_ = frames;
    slabs_.push_back(std::move(slab));
  }
  std::uninitialized_value_construct_n(next_words_, words_per_frame_);
  frame.words = std::exchange(next_words_, next_words_ + words_per_frame_);
  --left_in_slab_;
  return true;
}

void BlockCache::insert(std::size_t block, std::span<const std::uint64_t> words) {
  assert(words.size() <= words_per_frame_);
  const std::lock_guard lock(mutex_);
  if (frame_of_[block].load(std::memory_order_relaxed) != kNone) return;
  const std::size_t at = free_frame();
  Frame& frame = frames_[at];
  if (frame.words == nullptr) {
    if (!give_words(frame)) return;
    ++used_;
  }
  for (std::size_t i = 0; i < words.size(); ++i) frame.words[i].store(words[i], std::memory_order_release);
  const std::uint64_t version = (frame.tag.load(std::memory_order_relaxed) >> 32) + 1;
  frame.tag.store(version << 32 | block, std::memory_order_release);
  frame_of_[block].store(static_cast<std::uint32_t>(at), std::memory_order_release);
}

}  // namespace bookends::tables
