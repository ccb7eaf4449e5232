// Books in Polyglot's format: entries of a key, a move and a weight. Chess uses the published keys; in the other games
// the records are the same with our keys. FORMAT.md says what is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "books/edit/book_graph.h"

namespace bookends {

struct PolyglotOptions {
  int margin = 30;  // centipawns by which a move may fall short of the best one to be listed; 0 to kWidestMargin
  BookSide side = BookSide::both;  // whose moves are listed
};
inline constexpr int kWidestMargin = 1000;

// The entries of a graph, sorted by key, the book's own move first.
template <const Rules& R>
std::vector<std::byte> polyglot_bytes(const BookGraph& graph, const PolyglotOptions& options = {});

struct PolyglotImport {
  BookGraph graph;             // linked; scores and depths are 0
  std::uint64_t unplaced = 0;  // positions of the file that no line from the starts leads to
};

// A book of the moves with the greatest weights, without those of weight 0, which are not to be played. The file names
// no positions: they are found by playing from `starts` (FENs). `name` is the file's.
//
// Many a file has the moves of one side alone. For a `side`, every reply to a move of the file is followed that leads
// back into it, though the file has no move there; the book then has the first of these replies for the other side's
// move. With none the book is for both, unless more of the file is found for one side, whose positions alone are found
// then.
//
// Errors: corrupt (no whole entries, or not sorted); invalid_argument (a start; or none of them leads to a move of the
// file, for that side: it may be of another game).
template <const Rules& R>
Result<PolyglotImport> import_polyglot(std::span<const std::byte> bytes, const std::string& name,
                                       const std::vector<std::string>& starts, std::optional<BookSide> side = {});

}  // namespace bookends
