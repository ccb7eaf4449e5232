// The entries of Polyglot books, by their keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "books/played/record.h"
#include "books/probe/polyglot_entry.h"
#include "core/base/result.h"

namespace bookends::polyglot {

// The entries of a file in its order. Errors: corrupt (no whole entries).
Result<std::vector<Entry>> parse_entries(std::span<const std::byte> bytes, const std::string& name);

// Which is the first entry with a lesser key than the one before it. Programs look keys up as in a sorted file.
std::optional<std::size_t> first_unsorted(std::span<const Entry> entries);

// A legal move that files list.
struct Listed {
  Move move;
  PlayedMove record;       // its weight, and what was learned
  std::uint32_t file = 0;  // the last one that lists it
};

class EntryTable {
 public:
  // The entries of one more file. With `first_counts` those of positions that an earlier file has are passed over.
  void add(std::vector<Entry> entries, bool first_counts = false);

  // Ascending by key; those of a key in the order of the files, and of a file in its own.
  std::span<const Entry> all() const { return entries_; }
  std::span<const Entry> of(Key key) const;
  std::uint64_t positions() const;

 private:
  std::vector<Entry> entries_;
  std::vector<std::size_t> begin_;  // where the keys with some leading bits begin, about one for each entry
  int key_shift_ = 0;               // all other bits
  std::uint32_t files_ = 0;
};

// The legal moves among the entries of a position, in their order. Weights in several files are added up; what was
// learned is what the first one says. Within a file the first entry of a move counts.
template <const Rules& R>
std::vector<Listed> listed_moves(const Position<R>& position, std::span<const Entry> entries);

// The heaviest of them, of equal ones the first; nullptr where none has a weight: such moves are not to be played.
const Listed* heaviest(const std::vector<Listed>& listed);

}  // namespace bookends::polyglot
