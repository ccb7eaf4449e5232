// Pages of all Syzygy files of a folder, as they are in the files, within a budget, shared by all threads. A page has
// its place in one of few frames; the one that was not asked for since it was last passed over gives way.
//
// A hit takes no lock and writes nothing shared (but for a mark): a frame is read as a sequence lock. Its number is odd
// while it is written, and never comes again. Words are loaded with acquire and stored with release, so a reader that
// sees a word of a newer page also sees that the number has changed. Who finds a set being written keeps nothing.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "core/base/spare_memory.h"

namespace bookends::tables::syzygy {

inline constexpr std::size_t kPageBytes = 4096;
using Page = std::array<std::uint64_t, kPageBytes / sizeof(std::uint64_t)>;

class PageCache {
 public:
  // Less than two sets of frames, or no memory at all: nothing is kept.
  explicit PageCache(std::size_t budget_bytes);

  // Numbers for so many pages of one more file; the first of them. Not while others read.
  std::uint64_t number_pages(std::uint64_t pages);

  // The bytes of a page from `at` on, all of them within it; false when it is not here.
  bool read(std::uint64_t page, std::size_t at, std::span<std::byte> into) const {
    if (sets_ == 0) return false;
    for (std::size_t frame = first_frame(page), end = frame + kWays; frame < end; ++frame)
      if (frames_[frame].page.load(std::memory_order_relaxed) == page) return read_frame(frame, page, at, into);
    return false;
  }
  void insert(std::uint64_t page, const Page& words);

 private:
  static constexpr std::size_t kWays = 4, kPageWords = kPageBytes / sizeof(std::uint64_t);
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  struct Frame {
    std::atomic<std::uint64_t> number{0};
    std::atomic<std::uint64_t> page{kNone};
    mutable std::atomic<bool> used{false};
  };
  struct Set {
    std::atomic<bool> busy{false};
    std::size_t next = 0;  // the frame that is looked at first
  };

  std::size_t first_frame(std::uint64_t page) const {
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15;
    return kWays * static_cast<std::size_t>(page * kGolden >> shift_);
  }
  std::uint64_t word(std::size_t frame, std::size_t i) const {
    return std::atomic_ref(words_[frame * kPageWords + i]).load(std::memory_order_acquire);
  }
  bool read_frame(std::size_t frame, std::uint64_t page, std::size_t at, std::span<std::byte> into) const;
  void put(std::size_t frame, std::uint64_t page, const Page& words);

  std::size_t sets_ = 0;  // a power of two
  int shift_ = 0;
  std::uint64_t pages_ = 0;
  std::vector<Frame> frames_;
  std::vector<Set> set_states_;
  SpareMemory memory_;
  std::uint64_t* words_ = nullptr;
};

inline bool PageCache::read_frame(std::size_t frame, std::uint64_t page, std::size_t at,
                                  std::span<std::byte> into) const {
  const Frame& is = frames_[frame];
  const std::uint64_t number = is.number.load(std::memory_order_acquire);
  if (number % 2 != 0 || is.page.load(std::memory_order_acquire) != page) return false;
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  for (std::size_t done = 0; done < into.size();) {
    const std::size_t within = (at + done) % kWord, n = std::min(kWord - within, into.size() - done);
    const std::uint64_t value = word(frame, (at + done) / kWord);
    if (n == kWord)
      std::memcpy(into.data() + done, &value, kWord);
    else
      std::memcpy(into.data() + done, reinterpret_cast<const std::byte*>(&value) + within, n);
    done += n;
  }
  if (is.number.load(std::memory_order_relaxed) != number) return false;
  if (!is.used.load(std::memory_order_relaxed)) is.used.store(true, std::memory_order_relaxed);
  return true;
}

}  // namespace bookends::tables::syzygy
