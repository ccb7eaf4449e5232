// Decoded blocks of all tables of a folder, within a budget, shared by all threads.
//
// A hit takes no lock and writes nothing shared (but for a mark, once per round of the clock): a frame is read as a
// sequence lock. Its tag names the block it holds and counts up with every change. A reader takes the tag, some words
// of the frame, and the tag again; when both tags are equal and name the block, the words are that block's. Words are
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
#include <new>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

namespace bookends::tables {

// The words of a block by number.
struct PlainWords {
  const std::uint64_t* words;
  std::uint64_t operator()(std::size_t i) const { return words[i]; }
};
struct SharedWords {
  const std::atomic<std::uint64_t>* words;
  std::uint64_t operator()(std::size_t i) const { return words[i].load(std::memory_order_acquire); }
};

class BlockCache {
 public:
  // `blocks` blocks of at most `block_words` words each can come; at least two are kept, whatever the budget.
  BlockCache(std::size_t blocks, std::size_t block_words, std::size_t budget_bytes);

  // f(words), of SharedWords; nothing when the block is not here. f may be given words of another block, and its value
  // is then thrown away: what it reads must not depend on what they say.
  template <class F>
  std::optional<std::invoke_result_t<F, SharedWords>> read(std::size_t block, const F& f) const {
    const std::uint32_t at = frame_of_[block].load(std::memory_order_acquire);
    if (at == kNone) return std::nullopt;
    const Frame& frame = frames_[at];
    const std::uint64_t tag = frame.tag.load(std::memory_order_acquire);
    if (static_cast<std::uint32_t>(tag) != block) return std::nullopt;
    const auto value = f(SharedWords{frame.words});
    if (frame.tag.load(std::memory_order_relaxed) != tag) return std::nullopt;
    if (!frame.recently_used.load(std::memory_order_relaxed))
      frame.recently_used.store(true, std::memory_order_relaxed);
    return value;
  }

  // Asks for a word that is going to be read, if its block is here.
  void prefetch(std::size_t block, std::size_t word) const {
    const std::uint32_t at = frame_of_[block].load(std::memory_order_relaxed);
    if (at != kNone) __builtin_prefetch(frames_[at].words + word);
  }

  // Does nothing when the block is here already, or when there is no memory for it.
  void insert(std::size_t block, std::span<const std::uint64_t> words);

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  using Word = std::atomic<std::uint64_t>;

  struct FreeMemory {
    void operator()(void* memory) const;
  };
  struct Frame {
    std::atomic<std::uint64_t> tag{kNone};  // low half: the block or kNone; high half: counts changes
    mutable std::atomic<bool> recently_used{false};
    Word* words = nullptr;  // set once, before the first tag that names a block
  };

  bool give_words(Frame& frame);
  std::size_t free_frame();

  std::size_t words_per_frame_;
  std::vector<std::atomic<std::uint32_t>> frame_of_;  // by block
  std::vector<Frame> frames_;
  std::mutex mutex_;  // of everything below, and of writing
  // Memory for frames, taken in slabs as it is needed: large ones, for which the system may use large pages.
  std::vector<std::unique_ptr<void, FreeMemory>> slabs_;
  std::size_t left_in_slab_ = 0;  // frames
  Word* next_words_ = nullptr;
  std::size_t used_ = 0;
  std::size_t hand_ = 0;
};

}  // namespace bookends::tables
