// Decoded blocks of all tables of a folder, within a budget, shared by all threads.
//
// A hit takes no lock and writes nothing shared (but for a mark, once per round of the clock): a frame is read as a
// sequence lock. Its tag names the block it holds and counts up with every change. A reader takes the tag, one word
// of the frame, and the tag again; when both tags are equal and name the block, the word is that block's. Words are
// loaded with acquire and stored with release, so a reader that sees a word of a newer block also sees that the tag has
// changed. Frames are never freed before the cache is, so a reader never touches memory that has gone.
//
// A miss decodes outside the cache; insert() then copies the block in under a lock. The frame to give up is found by
// the clock algorithm.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace bookends::tables {

class BlockCache {
 public:
  // `blocks` blocks of at most `block_bytes` bytes each can come; at least two are kept, whatever the budget.
  BlockCache(std::size_t blocks, std::size_t block_bytes, std::size_t budget_bytes);

  // Eight bytes of the block, little-endian, the `word`-th; nothing when it is not here.
  std::optional<std::uint64_t> find(std::size_t block, std::size_t word) const {
    const std::uint32_t at = frame_of_[block].load(std::memory_order_acquire);
    if (at == kNone) return std::nullopt;
    const Frame& frame = frames_[at];
    const std::uint64_t tag = frame.tag.load(std::memory_order_acquire);
    if (static_cast<std::uint32_t>(tag) != block) return std::nullopt;
    const std::uint64_t value = frame.words[word].load(std::memory_order_acquire);
    if (frame.tag.load(std::memory_order_relaxed) != tag) return std::nullopt;
    if (!frame.recently_used.load(std::memory_order_relaxed))
      frame.recently_used.store(true, std::memory_order_relaxed);
    return value;
  }

  // Does nothing when the block is here already, or when there is no memory for it.
  void insert(std::size_t block, std::span<const std::byte> bytes);

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Frame {
    std::atomic<std::uint64_t> tag{kNone};  // low half: the block or kNone; high half: counts changes
    mutable std::atomic<bool> recently_used{false};
    std::unique_ptr<std::atomic<std::uint64_t>[]> words;  // set once, before the first tag that names a block
  };

  std::size_t free_frame();

  std::size_t words_per_frame_;
  std::vector<std::atomic<std::uint32_t>> frame_of_;  // by block
  std::vector<Frame> frames_;
  std::mutex mutex_;  // of everything below, and of writing
  std::size_t used_ = 0;
  std::size_t hand_ = 0;
};

}  // namespace bookends::tables
