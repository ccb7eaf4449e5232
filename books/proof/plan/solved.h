// What is proved: positions in which the attacker is to move and wins, with a move that does it and a bound on how long
// that takes.
//
// A position comes in only when every position that the defender can reach after its move is in already with a shorter
// distance, is won by a table, or is the end of the game. So distances fall along every line that follows these moves,
// whatever order they were found in, and no cycle can pass for a win.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/large_pages.h"
#include "core/position/move.h"
#include "core/position/position.h"

namespace bookends {

struct ProofStep {
  Move move;
  std::uint16_t distance = 0;  // plies until the game is won, at most

  bool operator==(const ProofStep&) const = default;
};

struct SolvedEntry {
  Key key = 0;
  ProofStep step;
};

// By Zobrist key: two positions that share one would spoil a certificate, which its writer and its checker see.
class Solved {
 public:
  std::optional<ProofStep> find(Key key) const;
  // Asks memory for what find() needs of it. Inlined always: GCC 12 drops a call to what does nothing but this.
  [[gnu::always_inline]] void prefetch(Key key) const {
    if (!slots_.empty()) __builtin_prefetch(&slots_[first_slot(key)]);
  }
  // Makes room for so many in all. Entries that come in the order of another table, as entries() and files have them,
  // need it beforehand: in a smaller table they would crowd its beginning, and looking would take longer and longer.
  void reserve(std::size_t entries);
  // Keeps the step that is there already, unless the new one is shorter.
  void add(const SolvedEntry& entry);
  std::size_t size() const { return size_; }
  // What it takes beside what it holds, for a moment, to become so many: while it moves to a larger table.
  std::size_t moving_bytes(std::size_t entries) const;
  // In the order of the table, which the keys and their order of coming in decide.
  std::vector<SolvedEntry> entries() const;

  // For a copy that is kept elsewhere: from the first call on it is noted what add() changes. What was noted since the
  // last call.
  std::vector<SolvedEntry> take_news();

 private:
  using Slots = std::vector<SolvedEntry, LargePages<SolvedEntry>>;

  // Zobrist keys are as good as random: their low bits do for a hash.
  std::size_t first_slot(Key key) const { return static_cast<std::size_t>(key) & (slots_.size() - 1); }
  std::size_t slot_of(Key key) const;
  std::size_t slots_for(std::size_t entries) const;
  void grow(std::size_t slots);

  Slots slots_;  // open addressing, a power of two, at most three quarters full; no move: free
  std::size_t size_ = 0;
  std::optional<std::vector<SolvedEntry>> news_;
};

}  // namespace bookends
