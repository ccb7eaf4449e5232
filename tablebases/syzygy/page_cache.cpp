#include "tablebases/syzygy/page_cache.h"

namespace bookends::tables::syzygy {

PageCache::PageCache(std::size_t budget_bytes) {
  constexpr std::size_t kSetBytes = kWays * kPageBytes;
  const std::size_t wanted = std::bit_floor(budget_bytes / kSetBytes);
  memory_ = take_spare_memory({.parts = wanted, .least_parts = 2, .part_bytes = kSetBytes, .alignment = kPageBytes});
  if (!memory_.memory) return;
  words_ = static_cast<std::uint64_t*>(memory_.memory.get());
  frames_ = std::vector<Frame>(memory_.parts * kWays);
  set_states_ = std::vector<Set>(memory_.parts);
  shift_ = 64 - static_cast<int>(std::bit_width(memory_.parts - 1));
  sets_ = memory_.parts;
}

std::uint64_t PageCache::number_pages(std::uint64_t pages) {
  pages_ += pages;
  return pages_ - pages;
}

void PageCache::put(std::size_t frame, std::uint64_t page, const Page& words) {
  Frame& is = frames_[frame];
  const std::uint64_t number = is.number.load(std::memory_order_relaxed);
  is.number.store(number + 1, std::memory_order_relaxed);
  std::uint64_t* const to = words_ + frame * kPageWords;
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
