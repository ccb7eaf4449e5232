#include "core/search/tree/transposition.h"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "core/base/large_pages.h"

namespace bookends {

namespace {

constexpr std::size_t kCacheLine = 64;

std::uint64_t load(std::uint64_t& word) { return std::atomic_ref(word).load(std::memory_order_relaxed); }
void store(std::uint64_t& word, std::uint64_t value) { std::atomic_ref(word).store(value, std::memory_order_relaxed); }

// Layout of the data word: move 16, score 16, evaluation 16, depth 8, bound 2, age 6.
int depth_of(std::uint64_t data) { return static_cast<int>(data >> 48 & 255); }
Bound bound_of(std::uint64_t data) { return static_cast<Bound>(data >> 56 & 3); }
unsigned age_of(std::uint64_t data) { return static_cast<unsigned>(data >> 58); }
Score signed_word(std::uint64_t data, int at) { return static_cast<std::int16_t>(data >> at & 0xffff); }
std::uint64_t word_of(Score s) { return static_cast<std::uint16_t>(s); }

TableEntry unpack(std::uint64_t data) {
  TableEntry entry;
  entry.move = Move::from_bits(static_cast<std::uint16_t>(data));
  entry.score = signed_word(data, 16);
  entry.evaluation = signed_word(data, 32);
  entry.depth = depth_of(data);
  entry.bound = bound_of(data);
  return entry;
}

}  // namespace

TranspositionTable::TranspositionTable(std::size_t bytes) { resize(bytes); }

void TranspositionTable::resize(std::size_t bytes) {
  memory_.reset();
  // The index uses 32 bits of the key, which bounds the number of buckets.
  std::size_t buckets = std::clamp<std::size_t>(bytes / sizeof(Bucket), 1, std::size_t{0xffffffff});
  while (!allocate(buckets) && buckets > 1) buckets /= 2;
}

bool TranspositionTable::allocate(std::size_t buckets) {
  void* memory = std::calloc(buckets * sizeof(Bucket) + kCacheLine, 1);
  if (memory == nullptr) return false;
  memory_.reset(memory);
  advise_large_pages(memory, buckets * sizeof(Bucket));
  std::size_t space = buckets * sizeof(Bucket) + kCacheLine;
  first_ = static_cast<Bucket*>(std::align(kCacheLine, buckets * sizeof(Bucket), memory, space));
  buckets_ = buckets;
  age_ = 0;
  empty_ = true;
  settled_ = false;
  return true;
}

void TranspositionTable::clear() {
  if (empty_) return;
  std::memset(static_cast<void*>(first_), 0, bytes());
  age_ = 0;
  empty_ = settled_ = true;
}

void TranspositionTable::settle(std::size_t most) {
  if (!empty_ || settled_ || bytes() > most) return;
  std::memset(static_cast<void*>(first_), 0, bytes());
  settled_ = true;
}

std::uint64_t TranspositionTable::pack(const TableEntry& e) const {
  return std::uint64_t{e.move.bits()} | word_of(e.score) << 16 | word_of(e.evaluation) << 32 |
         static_cast<std::uint64_t>(std::clamp(e.depth, 0, 255)) << 48 | static_cast<std::uint64_t>(e.bound) << 56 |
         std::uint64_t{age_} << 58;
}

std::optional<TableEntry> TranspositionTable::probe(Key key) const {
  for (Slot& slot : bucket(key)->slots) {
    const std::uint64_t data = load(slot.data);
    if ((load(slot.check) ^ data) == key && bound_of(data) != Bound::none) return unpack(data);
  }
  return std::nullopt;
}

// What a slot is worth keeping: deep entries of recent searches.
int TranspositionTable::worth(std::uint64_t data) const {
  if (bound_of(data) == Bound::none) return -1000;
  const int old = static_cast<int>((age_ - age_of(data)) & kAgeMask);
  return depth_of(data) - 8 * old;
}

void TranspositionTable::store(Key key, const TableEntry& entry) {
  assert(!empty_);
  Slot* victim = nullptr;
  int least = 0;
  TableEntry stored = entry;
  for (Slot& slot : bucket(key)->slots) {
    const std::uint64_t data = load(slot.data);
    if ((load(slot.check) ^ data) == key && bound_of(data) != Bound::none) {
      // A much shallower bound of the same search does not replace what is known of the same position.
      const bool poorer = entry.bound != Bound::exact && entry.depth < depth_of(data) - 3 && age_of(data) == age_;
      if (poorer) return;
      if (!stored.move) stored.move = unpack(data).move;
      victim = &slot;
      break;
    }
    const int value = worth(data);
    if (victim == nullptr || value < least) {
      victim = &slot;
      least = value;
    }
  }
  const std::uint64_t data = pack(stored);
  bookends::store(victim->data, data);
  bookends::store(victim->check, key ^ data);
}

int TranspositionTable::hashfull() const {
  const std::size_t sample = std::min<std::size_t>(buckets_, 250);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i)
    for (Slot& slot : first_[i].slots) {
      const std::uint64_t data = load(slot.data);
      used += bound_of(data) != Bound::none && age_of(data) == age_;
    }
  return static_cast<int>(used * 1000 / (sample * kWays));
}

}  // namespace bookends
