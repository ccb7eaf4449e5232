// Decoded blocks of all tables of a folder, of any size, within a budget, shared by all threads.
//
// The blocks lie one behind the other in a ring of memory, in the order in which they came. For a new one the oldest
// give way, but those that were read since they came, or were last passed, move up and stay once more: the clock
// algorithm, without a gap between blocks of different sizes.
//
// A hit takes no lock and writes nothing shared (but for a mark, once per round of the ring): a block is read as a
// sequence lock. Its place says where its words are, has its tag (two bits that are the block's own, so that its reader
// need not look for them far away), and a number that no place had before. A reader takes the place, some words, and
// the place again; when both are equal, the words are that block's. Words are loaded with
// acquire and stored with release, so a reader that sees a word of a newer block also sees that the place has changed.
// The memory is never given back before the cache is, so a reader never touches memory that has gone.
//
// A miss decodes outside the cache; insert() then copies the block in under a lock.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "core/base/spare_memory.h"

namespace bookends::tables {

// The words of a block by number, and its tag.
struct PlainWords {
  const std::uint64_t* words;
  unsigned tag;
  std::uint64_t operator()(std::size_t i) const { return words[i]; }
};
// The same while others may write. Where a number comes from words of a block that has just gone it may be any: then it
// is some word.
struct SharedWords {
  std::uint64_t* words;
  std::size_t most;  // that a block may have
  unsigned tag;
  [[gnu::always_inline]] std::uint64_t operator()(std::size_t i) const {
    return std::atomic_ref(words[std::min(i, most - 1)]).load(std::memory_order_acquire);
  }
};

class BlockCache {
 public:
  // `blocks` blocks of at most `most_words` words each can come, of `all_words` together at most; there is room for the
  // two largest, unless the budget is 0: then nothing is kept.
  BlockCache(std::size_t blocks, std::size_t most_words, std::uint64_t all_words, std::size_t budget_bytes);

  // f(words), of SharedWords; nothing when the block is not here. f may be given words of other blocks, and its value
  // is then thrown away: so it must end whatever they say.
  template <class F>
  [[gnu::always_inline]] std::optional<std::invoke_result_t<F, SharedWords>> read(std::size_t block, const F& f) const {
    const std::uint64_t place = places_[block].load(std::memory_order_acquire);
    if (place == kNowhere) return std::nullopt;
    const auto value = f(SharedWords{words_at(line_of(place)), most_words_, tag_of(place)});
    if (places_[block].load(std::memory_order_relaxed) != place) return std::nullopt;
    if (!used_[block].load(std::memory_order_relaxed)) used_[block].store(true, std::memory_order_relaxed);
    return value;
  }

  bool has(std::size_t block) const { return places_[block].load(std::memory_order_relaxed) != kNowhere; }

  // Asks for a word that is going to be read, if its block is here: that of number word(tag).
  template <class Word>
  [[gnu::always_inline]] void prefetch(std::size_t block, const Word& word) const {
    const std::uint64_t place = places_[block].load(std::memory_order_relaxed);
    if (place != kNowhere) __builtin_prefetch(words_at(line_of(place)) + word(tag_of(place)));
  }

  // Does nothing when the block is here already, or when there is no memory at all.
  void insert(std::size_t block, std::span<const std::uint64_t> words, unsigned tag = 0);

 private:
  static constexpr std::uint64_t kNowhere = ~std::uint64_t{0};
  static constexpr std::size_t kLineWords = 8;  // blocks begin at whole lines of memory

  struct Frame {
    std::size_t block = 0;
    std::size_t line = 0, lines = 0;
    unsigned tag = 0;
  };

  static constexpr int kLineBits = 30;  // 64 GiB of lines
  static std::size_t line_of(std::uint64_t place) { return place & ((std::uint64_t{1} << kLineBits) - 1); }
  static unsigned tag_of(std::uint64_t place) { return static_cast<unsigned>(place >> kLineBits & 3); }
  std::uint64_t* words_at(std::size_t line) const { return words_ + line * kLineWords; }

  void take_memory(std::size_t lines);
  std::size_t gap_end() const;
  void make_room(std::size_t lines);
  void move_up(Frame frame);
  void put(const Frame& frame, std::span<const std::uint64_t> words);

  std::size_t most_words_;
  std::vector<std::atomic<std::uint64_t>> places_;  // by block: its first line, its tag; high half, a running number
  mutable std::vector<std::atomic<bool>> used_;     // by block
  SpareMemory memory_;
  std::uint64_t* words_ = nullptr;
  std::size_t lines_ = 0;  // of the ring; behind it there are those that a reader may touch who was given wrong words

  std::mutex mutex_;          // of everything below, and of writing
  std::deque<Frame> frames_;  // the oldest first
  std::size_t head_ = 0;      // the line where the next block may come
  std::uint64_t changes_ = 0;
};

}  // namespace bookends::tables
