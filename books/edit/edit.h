// Changing a finished book. Every function takes a linked graph (book_graph.h) and leaves a linked one whose values
// agree; none touches a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "books/edit/book_graph.h"
#include "books/edit/paths.h"

namespace bookends {

// What to take out of a book. Rules that are set all apply; the starts always stay. In a book of one side, paths are
// those on which that side plays the book's moves; what other moves of its own lead to has none.
struct PruneRules {
  std::optional<Score> max_loss;         // centipawns: positions without a path of moves that lose no more go
  std::optional<std::size_t> positions;  // only so many stay, those with the cheapest paths
  std::optional<int> max_ply;            // positions further from every start go
  std::optional<int> min_depth;          // positions whose score looks fewer plies ahead go, unless it is certain
};

// The number of positions that went.
template <const Rules& R>
std::size_t prune(BookGraph& graph, const PruneRules& rules);

// Makes the positions the only starts: what they do not lead to goes. Errors: not_found, when the book does not know
// one of them; invalid_argument, for a FEN that is none.
template <const Rules& R>
Result<std::size_t> take_subtree(BookGraph& graph, const std::vector<std::string>& fens);

struct Repair {
  std::uint64_t unreached = 0;    // entries that no line led to: gone
  std::uint64_t illegal = 0;      // entries with a move that is not legal: given the best move in the book, or gone
  std::uint64_t revalued = 0;     // scores, depths, proofs or moves that did not follow from the positions after them
  std::uint64_t far_sighted = 0;  // that do not follow either, but look further ahead than the book: they stay
};

// Mends what other programs and hands leave behind.
template <const Rules& R>
Repair repair(BookGraph& graph);

// Adds what the second book knows. Of a position in both that entry counts which a person made, else the one that is
// proved, else the one that looks further ahead, else the one that has a score, else the first book's. Where one book
// ends in a position by a search that looks further ahead than the other book behind the same move, that search's score
// stays (revalue()); all other values follow from the moves of both. The starts are those of both. What games say is
// added up; a position without a score whose move had the most points then has the move of the most points of both.
// With `first_counts` the second book adds positions only, and what the first one says of its own stays. Errors:
// invalid_argument, for books of different sides: where its own side is to move a repertoire has the move that was
// searched out, the other one every move with hardly more than a first look at each, and the best of many first looks
// looks better than it is.
template <const Rules& R>
Result<void> merge(BookGraph& graph, const BookGraph& other, bool first_counts = false);

// Marks the entry as a person's: move and score outrank what searches say, here and in all that leads here. Without a
// score the present one stays; without a remark, too, and an empty one takes it away; a remark alone marks nothing. A
// move other than the present one is no longer proved, nor is what rests on it. A position that is new to the book
// needs move and score. Returns how many far-sighted positions elsewhere gave way to it, for good: what their searches
// said is lost. Errors: invalid_argument, for a move that is not legal or a missing score.
template <const Rules& R>
Result<std::size_t> set_by_hand(BookGraph& graph, const Position<R>& position, std::optional<Move> move,
                                std::optional<Score> score, const std::optional<std::string>& remark);

enum class Cleared { nothing, remark, yes, value_stays };  // `remark`: there was nothing else

// Takes the mark and the remark off again; the entry then counts as any other. What a search said of it is no longer
// known: where the move leaves the book there is nothing to follow from, so the value stays, as one that looks one ply
// ahead. Errors: not_found.
template <const Rules& R>
Result<Cleared> clear_by_hand(BookGraph& graph, const Position<R>& position);

// Adds a line to the header's settings: what was done to the book since it was grown. Only printable ASCII is kept, and
// not more than 500 bytes; the oldest such lines go when they get too many.
void note_edit(BookGraph& graph, const std::string& what);
// What those lines say, the oldest first.
std::vector<std::string> edits_of(const BookHeader& header);
// Whether there is one.
bool is_edited(const BookHeader& header);

}  // namespace bookends
