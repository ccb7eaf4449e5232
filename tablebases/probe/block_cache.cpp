#include "tablebases/probe/block_cache.h"

#include <cassert>

#include "core/base/large_pages.h"

namespace bookends::tables {
namespace {

// How much may move up for a block that comes, in sizes of the larger of the two: else a hit could make another
// thread's miss endless.
constexpr std::size_t kMostMoved = 4;

}  // namespace

BlockCache::BlockCache(std::size_t blocks, std::size_t most_words, std::uint64_t all_words, std::size_t budget_bytes)
    : most_words_(std::max<std::size_t>(1, most_words)), places_(blocks), used_(blocks) {
  for (auto& place : places_) place.store(kNowhere, std::memory_order_relaxed);
  if (budget_bytes == 0) return;
  const auto lines = [](std::uint64_t words) { return (words + kLineWords - 1) / kLineWords; };
  const std::uint64_t of_all = lines(all_words) + blocks;  // each may end within a line
  const std::uint64_t wanted = std::min<std::uint64_t>(budget_bytes / (8 * kLineWords), of_all);
  take_memory(
      static_cast<std::size_t>(std::clamp<std::uint64_t>(wanted, 2 * lines(most_words_), (1u << kLineBits) - 1)));
}

void BlockCache::take_memory(std::size_t lines) {
  constexpr std::size_t kWordBytes = sizeof(std::uint64_t), kLineBytes = kLineWords * kWordBytes;
  memory_ = take_spare_memory({.parts = lines,
                               .least_parts = 1,
                               .part_bytes = kLineBytes,
                               .more_bytes = most_words_ * kWordBytes,
                               .alignment = kLineBytes});
  advise_large_pages(memory_.memory.get(), memory_.bytes);
  words_ = static_cast<std::uint64_t*>(memory_.memory.get());
  lines_ = memory_.parts;
}

// Where the free lines from the head on end: at the oldest block, or at the end of the ring where that is behind.
std::size_t BlockCache::gap_end() const {
  return !frames_.empty() && frames_.front().line >= head_ ? frames_.front().line : lines_;
}

// The frame is in the list, which may need memory, before anybody can find the block.
void BlockCache::put(const Frame& frame, std::span<const std::uint64_t> words) {
  frames_.push_back(frame);
  head_ = frame.line + frame.lines;
  std::uint64_t* const to = words_at(frame.line);
  for (std::size_t i = 0; i < words.size(); ++i) std::atomic_ref(to[i]).store(words[i], std::memory_order_release);
  const std::uint64_t place = ++changes_ << 32 | std::uint64_t{frame.tag} << kLineBits | frame.line;
  places_[frame.block].store(place, std::memory_order_release);
}

// Down to the head: the words are copied in ascending order, and may overlap.
void BlockCache::move_up(Frame frame) {
  places_[frame.block].store(kNowhere, std::memory_order_relaxed);
  const std::span<const std::uint64_t> words(words_at(frame.line), frame.lines * kLineWords);
  frame.line = head_;
  put(frame, words);
}

void BlockCache::make_room(std::size_t lines) {
  std::size_t moved = 0;
  while (gap_end() - head_ < lines) {
    if (gap_end() == lines_) {
      head_ = 0;
      continue;
    }
    const Frame oldest = frames_.front();
    frames_.pop_front();
    const bool stays = used_[oldest.block].exchange(false, std::memory_order_relaxed) &&
                       moved < kMostMoved * std::max(lines, oldest.lines);
    if (stays) {
      move_up(oldest);
      moved += oldest.lines;
    } else {
      places_[oldest.block].store(kNowhere, std::memory_order_relaxed);
    }
  }
}

void BlockCache::insert(std::size_t block, std::span<const std::uint64_t> words, unsigned tag) {
  assert(words.size() <= most_words_ && tag < 4);
  const std::lock_guard lock(mutex_);
  const std::size_t lines = (words.size() + kLineWords - 1) / kLineWords;
  if (lines == 0 || lines > lines_ || places_[block].load(std::memory_order_relaxed) != kNowhere) return;
  make_room(lines);
  put({block, head_, lines, tag}, words);
}

}  // namespace bookends::tables
