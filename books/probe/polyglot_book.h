// A Polyglot book as it is: asked by its keys, without knowing the positions that they belong to.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "books/probe/polyglot_table.h"
#include "books/probe/probe.h"

namespace bookends {

// Plays the heaviest move that is legal. It has no scores; what it says of moves are their weights. A move of weight 0
// is not to be played, and a position of such moves alone is not known. Keys alone tell no move, so find() finds
// nothing.
template <const Rules& R>
class PolyglotBook final : public BookProbe<R> {
 public:
  explicit PolyglotBook(polyglot::EntryTable table);

  const BookHeader& header() const override { return header_; }
  std::uint64_t positions() const override { return table_.positions(); }
  std::optional<BookEntry> find(Key) const override { return std::nullopt; }
  std::string_view remark(Key) const override { return {}; }
  std::optional<BookAnswer> probe(const Position<R>& position) const override;
  std::vector<PlayedMove> played(const Position<R>& position) const override;

 private:
  polyglot::EntryTable table_;
  BookHeader header_;
};

// The entries of a file that is played from. Errors: corrupt (no whole entries, keys that do not ascend, no weight at
// all).
Result<polyglot::EntryTable> polyglot_entries(std::span<const std::byte> bytes, const std::string& name);

}  // namespace bookends
