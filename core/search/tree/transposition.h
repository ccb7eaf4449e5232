// The transposition table: shared by all threads of a search, without locks.
//
// An entry is two words, the second XORed with the first before it is stored. A reader that catches a half-written
// entry computes a wrong key and sees a miss, never wrong data; both words are relaxed atomics, so this is no data
// race.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

#include "core/eval/score.h"
#include "core/position/move.h"
#include "core/position/position.h"

namespace bookends {

enum class Bound : std::uint8_t { none, upper, lower, exact };

struct TableEntry {
  Move move;                         // best or refuting; may be none
  Score score = 0;                   // relative to the node, see from_table
  Score evaluation = kNoEvaluation;  // static, when known
  int depth = 0;
  Bound bound = Bound::none;

  static constexpr Score kNoEvaluation = -32768;
};

// Scores of decided games count plies from the root in the search, and from the node in the table, where a position
// is met at different plies.
constexpr Score to_table(Score s, int ply) {
  if (s >= kTableWin - kMaxPly) return s + ply;
  if (s <= -kTableWin + kMaxPly) return s - ply;
  return s;
}
constexpr Score from_table(Score s, int ply) {
  if (s >= kTableWin - kMaxPly) return s - ply;
  if (s <= -kTableWin + kMaxPly) return s + ply;
  return s;
}

class TranspositionTable {
 public:
  explicit TranspositionTable(std::size_t bytes);

  // Takes less when the system has not so much memory, at the least one bucket. Forgets everything.
  void resize(std::size_t bytes);
  void clear();
  // Has the system give the memory now, unless that is more than `most` bytes.
  void settle(std::size_t most = SIZE_MAX);
  // Before anything is stored. Entries of earlier searches are replaced first.
  void next_search() {
    age_ = (age_ + 1) & kAgeMask;
    empty_ = false;
  }

  std::optional<TableEntry> probe(Key key) const;
  void store(Key key, const TableEntry& entry);
  void prefetch(Key key) const { __builtin_prefetch(bucket(key)); }
  int hashfull() const;  // permille, of this search's entries, from a sample
  std::size_t bytes() const { return buckets_ * sizeof(Bucket); }

 private:
  // Plain words that are only touched through std::atomic_ref: memory from calloc costs nothing until it is used.
  struct Slot {
    std::uint64_t data;
    std::uint64_t check;
  };
  static constexpr std::size_t kWays = 4;
  struct Bucket {
    std::array<Slot, kWays> slots;
  };
  static constexpr unsigned kAgeMask = 63;

  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };

  bool allocate(std::size_t buckets);
  Bucket* bucket(Key key) const { return first_ + ((key >> 32) * static_cast<std::uint64_t>(buckets_) >> 32); }
  std::uint64_t pack(const TableEntry& entry) const;
  int worth(std::uint64_t data) const;

  std::unique_ptr<void, Free> memory_;
  Bucket* first_ = nullptr;  // in memory_, aligned to a cache line
  std::size_t buckets_ = 0;
  unsigned age_ = 0;
  bool empty_ = true;     // nothing was stored: its memory may not have been touched yet
  bool settled_ = false;  // all of it has been touched
};

}  // namespace bookends
