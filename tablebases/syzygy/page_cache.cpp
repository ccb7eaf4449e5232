#include "tablebases/syzygy/page_cache.h"

#include <cstdlib>

#include "core/base/spare_memory.h"

namespace bookends::tables::syzygy {

void PageCache::FreeMemory::operator()(std::uint64_t* memory) const { std::free(memory); }

// As much as there is of what is wanted, and at most half of that where memory is short: others need some, too. The
// system has only to find the pages that are written to.
PageCache::PageCache(std::size_t budget_bytes) {
  for (std::size_t sets = std::bit_floor(budget_bytes / (kWays * kPageBytes)); sets > 1; sets /= 2) {
    const std::size_t bytes = sets * kWays * kPageBytes;
    words_.reset(static_cast<std::uint64_t*>(std::aligned_alloc(kPageBytes, bytes)));
    if (!words_ || !is_as_much_left(bytes)) {
      words_.reset();
      continue;
    }
    frames_ = std::vector<Frame>(sets * kWays);
    set_states_ = std::vector<Set>(sets);
    shift_ = 64 - static_cast<int>(std::bit_width(sets - 1));
    sets_ = sets;
    return;
  }
}

std::uint64_t PageCache::number_pages(std::uint64_t pages) {
  pages_ += pages;
  return pages_ - pages;
}

void PageCache::put(std::size_t frame, std::uint64_t page, const Page& words) {
  Frame& is = frames_[frame];
  const std::uint64_t number = is.number.load(std::memory_order_relaxed);
  is.number.store(number + 1, std::memory_order_relaxed);
  std::uint64_t* const to = words_.get() + frame * kPageWords;
  for (std::size_t i = 0; i < kPageWords; ++i) std::atomic_ref(to[i]).store(words[i], std::memory_order_release);
  is.page.store(page, std::memory_order_release);
  is.used.store(false, std::memory_order_relaxed);
  is.number.store(number + 2, std::memory_order_release);
}

void PageCache::insert(std::uint64_t page, const Page& words) {
  if (sets_ == 0) return;
  const std::size_t first = first_frame(page);
  Set& set = set_states_[first / kWays];
  if (set.busy.exchange(true, std::memory_order_acquire)) return;
  bool here = false;
  for (std::size_t way = 0; way < kWays; ++way)
    here = here || frames_[first + way].page.load(std::memory_order_relaxed) == page;
  if (!here) {
    // Each at most once: others may go on marking them.
    for (std::size_t way = 0; way < kWays; ++way) {
      if (!frames_[first + set.next].used.exchange(false, std::memory_order_relaxed)) break;
      set.next = (set.next + 1) % kWays;
    }
    put(first + set.next, page, words);
    set.next = (set.next + 1) % kWays;
  }
  set.busy.store(false, std::memory_order_release);
}

}  // namespace bookends::tables::syzygy
