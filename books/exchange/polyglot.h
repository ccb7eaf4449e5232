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

// What the weights of a position's moves are.
enum class PolyglotWeights : std::uint8_t {
  automatic,  // `kept` where there are weights; else `points` where there are games and no score; else `margin`
  margin,     // what a move has left of the margin; more for the book's own
  games,      // how often it was played
  points,     // Polyglot's own: 2 for a win, 1 for a draw or a game without a result
  uniform,    // 1 for every move that was played or had a weight; where no such record is, for those within the margin
  kept        // those of the Polyglot book that the position came from
};

struct PolyglotOptions {
  int margin = 30;  // centipawns by which a move may fall short of the best one to be listed; 0 to kWidestMargin
  BookSide side = BookSide::both;  // whose moves are listed
  PolyglotWeights weights = PolyglotWeights::automatic;
};
inline constexpr int kWidestMargin = 1000;

// The games of a move in which Polyglot halves the numbers of all moves of the position, rounding up.
inline constexpr std::uint32_t kPolyglotMostGames = 16384;

// The entries of a graph, sorted by key, the heaviest first, of equal ones the book's own move, then the lesser number.
// What was learned of a move is kept. By `games` and `points` a move of weight 0 is left out; both are halved as
// Polyglot does. Empty where no position of the side has such records.
template <const Rules& R>
std::vector<std::byte> polyglot_bytes(const BookGraph& graph, const PolyglotOptions& options = {});

struct PolyglotImport {
  BookGraph graph;             // linked; scores and depths are 0
  std::uint64_t unplaced = 0;  // positions of the files that no line from the starts leads to
};

struct PolyglotSource {
  std::span<const std::byte> bytes;
  std::string name;
};

struct PolyglotImportOptions {
  std::vector<std::string> starts;  // FENs
  std::optional<BookSide> side;     // with none as the files suggest
  // Of a position in several files the first one alone counts. Otherwise weights are added up, as `polyglot merge-book`
  // does.
  bool first_counts = false;
};

// A book of the moves with the greatest weights. Every legal move that the files list is a move played (played.h) with
// its weight and what was learned. A weight of 0 says that a move is not to be played: it is never the book's. The
// files name no positions: these are found by playing from the starts.
//
// Many a file has the moves of one side alone. For a `side`, every reply to a move of the file is followed that leads
// back into it, though the file has no move there; the book then has the first of these replies for the other side's
// move. With none the book is for both, unless more of the file is found for one side, whose positions alone are found
// then.
//
// Errors: corrupt (no whole entries, or not sorted); invalid_argument (a start; or none of them leads to a move of the
// files, for that side: they may be of another game).
template <const Rules& R>
Result<PolyglotImport> import_polyglot(std::span<const PolyglotSource> files, const PolyglotImportOptions& options);

// The same for one file.
template <const Rules& R>
Result<PolyglotImport> import_polyglot(std::span<const std::byte> bytes, const std::string& name,
                                       const std::vector<std::string>& starts, std::optional<BookSide> side = {}) {
  const PolyglotSource file{bytes, name};
  return import_polyglot<R>(std::span(&file, 1), {starts, side});
}

}  // namespace bookends
